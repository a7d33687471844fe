/* Bottom-up in little more memory than one layer takes, or with the layers in storage.
 *
 * Idea: the blocks of boardgame_sweep. Those with equally many high cells form a layer, and a layer
 * needs only the one above it. The blocks live in a ring, in colex order: a new block takes the
 * place of one that no later block reads (layer_ring.h). This needs about a fifth of 2^cells / 8
 * bytes. The place of a neighbour follows from binomial sums, which are carried along from cell to
 * cell. All threads together decide a layer slice by slice; between two slices the workspace holds
 * all that is needed to resume. With storage, the ring is there, and memory holds the part of it
 * that the current blocks read in any order; the rest is read in step with them (stored_layers.h).
 * Complexity: O(cells * 2^cells / width) vector operations. Invariant: the ring holds the lost
 * states of all blocks that an undecided block leads to. Time: as for boardgame_sweep; with
 * storage, moving 2^cells / 8 bytes two to six times.
 */
#include "boardgame/stored_layers.h"

#ifndef BOARDGAME_STREAMED_SLOTS        /* tests/narrow streams all boards */
#define BOARDGAME_STREAMED_SLOTS 16384u /* a ring of 64 MiB outlives every cache */
#endif

static struct solver solver_at(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const uint32_t high = boardgame_high_cells(board);
    struct solver solver = {.run = run, .board = board, .below = high};
    solver.near = (struct area){run->workspace, boardgame_ring_slots(high), 0};
    char *memory = (char *)run->workspace + solver.near.slots * BOARDGAME_BLOCK_BYTES;
    solver.shared = (struct shared *)memory;
    solver.workers = memory + shared_bytes();
    solver.worker_bytes = boardgame_worker_bytes(board);
    solver.out = solver.near;
    return solver;
}

/* Decides the rest of the current layer. Returns false when the monitor stopped it. */
static bool decide_layer(struct solver *solver) {
    const struct shared *shared = solver->shared;
    const struct progress *progress = &shared->progress;
    const uint64_t blocks = shared->layers.choose[shared->blocks.high][progress->layer];
    solver->filled = (uint32_t)progress->layer;
    solver->near.first = progress->above;
    solver->out.first = progress->here;
    while (progress->rank < blocks) {
        if (!mx_stage(solver->run, progress->done, shared->blocks.full + 1))
            return false;
        solver->slice_next = progress->rank;
        solver->slice_end = boardgame_slice_end(progress->rank, blocks);
        decide_slice(solver);
    }
    return true;
}

static void step_to_next_layer(const struct solver *solver) {
    const struct shared *shared = solver->shared;
    struct progress *progress = &solver->shared->progress;
    progress->above = progress->here;
    progress->here += shared->layers.choose[shared->blocks.high][progress->layer];
    progress->here -= progress->here < solver->near.slots ? 0 : solver->near.slots;
    progress->layer--;
    progress->rank = 0;
}

static enum mx_outcome solve(const struct mx_run *run) {
    if (run->storage != NULL)
        return solve_stored(run);
    struct solver solver = solver_at(run);
    start_solver(&solver, solver.near.slots >= BOARDGAME_STREAMED_SLOTS);
    for (; decide_layer(&solver); step_to_next_layer(&solver))
        if (solver.shared->progress.layer == 0)
            return end_solver(&solver, block_at(&solver.out, 0));
    return MX_STOPPED;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    const struct boardgame *board = batch->instances;
    return (size_t)boardgame_ring_slots(boardgame_high_cells(board)) * BOARDGAME_BLOCK_BYTES +
           shared_bytes() + (size_t)threads * boardgame_worker_bytes(board);
}

static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    (void)threads;
    return boardgame_forecast_blocks(batch->instances);
}

const struct mx_variant MX_ISA_SYMBOL(boardgame_layered) = {
    .name = MX_ISA_LABEL("boardgame_layered"),
    .idea = "boardgame_sweep in layers of equally many cells that take each other's place",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .digests = true,
    .resumes = true,
    .keeps = MX_KEEPS_ANSWER,
    .max_batch = 1,
    .lanes = 8 * MX_ISA_WIDTH,
    .state_bits = 1,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .unsupported = boardgame_beyond_tables,
    .forecast = forecast,
    .storage_plan = stored_plan,
};
