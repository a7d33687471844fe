/* Bottom-up in little more memory than one layer takes, for boards whose table does not fit.
 *
 * Idea: the blocks of boardgame_sweep. Those with equally many high cells form a layer, and a layer
 * needs only the one above it. The blocks live in a ring, in colex order: a new block takes the
 * place of one that no later block reads (layer_ring.h). This needs about a fifth of 2^cells / 8
 * bytes. The place of a neighbour follows from binomial sums, which are carried along from cell to
 * cell. All threads together decide a layer slice by slice; between two slices the workspace holds
 * all that is needed to resume. Complexity: O(cells * 2^cells / width) vector operations.
 * Invariant: the ring holds the lost states of all blocks that an undecided block leads to. Time:
 * as for boardgame_sweep.
 */
#include "boardgame/block_digest.h"
#include "boardgame/layer_ring.h"

#define BLOCKS_A_CLAIM UINT64_C(32) /* blocks that a thread claims at a time */

#ifndef BOARDGAME_STREAMED_SLOTS        /* tests/narrow streams all boards */
#define BOARDGAME_STREAMED_SLOTS 16384u /* a ring of 64 MiB outlives every cache */
#endif

/* Stored behind the ring; together they are all that a checkpoint needs. */
struct progress {
    uint64_t layer, rank; /* high cells of the current layer; blocks of it decided so far */
    uint64_t above, here; /* slots of the first block of the layer above and of the current one */
    uint64_t done;        /* blocks decided, in all layers */
    uint64_t options, digest;
};

struct shared {
    struct boardgame_block_board blocks;
    struct boardgame_layers layers;
    struct boardgame_low_states low;
    struct progress progress;
};

_Static_assert(BOARDGAME_MOST_LAYER == BOARDGAME_MOST_HIGH, "layers of all high cells");

struct solver {
    const struct mx_run *run;
    const struct boardgame *board;
    struct boardgame_block *ring;
    uint64_t slots;
    struct shared *shared;
    char *workers;
    size_t worker_bytes;
    uint64_t slice_next, slice_end; /* ranks */
};

static size_t shared_bytes(void) {
    return (sizeof(struct shared) + 63) / 64 * 64;
}

static struct solver solver_at(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    struct solver solver = {.run = run, .board = board, .ring = run->workspace};
    solver.slots = boardgame_ring_slots(boardgame_high_cells(board));
    char *memory = (char *)run->workspace + solver.slots * BOARDGAME_BLOCK_BYTES;
    solver.shared = (struct shared *)memory;
    solver.workers = memory + shared_bytes();
    solver.worker_bytes = boardgame_worker_bytes(board);
    return solver;
}

static struct boardgame_worker *worker_of(const struct solver *solver, int thread) {
    return (struct boardgame_worker *)(solver->workers + (size_t)thread * solver->worker_bytes);
}

static struct boardgame_block *block_at(const struct solver *solver, uint64_t first,
                                        uint64_t rank) {
    const uint64_t slot = first + rank;
    return solver->ring + (slot < solver->slots ? slot : slot - solver->slots);
}

static void find_neighbours(const struct solver *solver, uint64_t number,
                            struct boardgame_neighbours *neighbours) {
    const struct shared *shared = solver->shared;
    uint64_t above[BOARDGAME_MOST_LAYER];
    neighbours->count = boardgame_ranks_above(&shared->layers, shared->blocks.high, number, above);
    neighbours->far = boardgame_near_neighbours(shared->blocks.high, number);
    for (uint32_t i = 0; i < neighbours->count; i++)
        neighbours->block[i] = block_at(solver, shared->progress.above, above[i]);
    if (neighbours->count == 0)
        neighbours->block[neighbours->count++] = &shared->blocks.outside;
    boardgame_pad_neighbours(neighbours);
}

static void decide_claim(const struct solver *solver, struct boardgame_worker *mine,
                         uint64_t rank) {
    const struct shared *shared = solver->shared;
    const uint64_t left = solver->slice_end - rank,
                   end = rank + (left < BLOCKS_A_CLAIM ? left : BLOCKS_A_CLAIM);
    uint64_t number = boardgame_unrank(&shared->layers, (uint32_t)shared->progress.layer, rank);
    find_neighbours(solver, number, &mine->neighbours[rank & 1]);
    for (; rank < end; rank++) {
        const uint64_t soon = rank + 1 < end ? boardgame_next_of_layer(number) : number;
        find_neighbours(solver, soon, &mine->neighbours[!(rank & 1)]);
        struct boardgame_block *lost = block_at(solver, shared->progress.here, rank);
        boardgame_decide_for_worker(mine, &shared->blocks, number, rank & 1, lost);
        if (solver->run->digests != NULL)
            mine->digest += boardgame_block_digest(&shared->blocks, &shared->low, number, lost);
        number = soon;
    }
    boardgame_stream_end();
}

static void decide_slice(struct solver *solver) {
    const int threads = boardgame_threads(solver->run, &solver->shared->blocks);
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (threads > 1)
    for (int thread = 0; thread < threads; thread++)
        for (uint64_t rank; (rank = __atomic_fetch_add(&solver->slice_next, BLOCKS_A_CLAIM,
                                                       __ATOMIC_RELAXED)) < solver->slice_end;)
            decide_claim(solver, worker_of(solver, thread), rank);
    for (int thread = 0; thread < threads; thread++) {
        struct boardgame_worker *worker = worker_of(solver, thread);
        solver->shared->progress.options += worker->options;
        solver->shared->progress.digest += worker->digest;
        worker->options = worker->digest = 0;
    }
}

/* Decides the rest of the current layer. Returns false when the monitor stopped it. */
static bool decide_layer(struct solver *solver) {
    const struct shared *shared = solver->shared;
    struct progress *progress = &solver->shared->progress;
    const uint64_t blocks = shared->layers.choose[shared->blocks.high][progress->layer];
    while (progress->rank < blocks) {
        if (!mx_stage(solver->run, progress->done, shared->blocks.full + 1))
            return false;
        solver->slice_next = progress->rank;
        solver->slice_end = boardgame_slice_end(progress->rank, blocks);
        decide_slice(solver);
        progress->done += solver->slice_end - progress->rank;
        progress->rank = solver->slice_end;
    }
    return true;
}

static void step_to_next_layer(const struct solver *solver) {
    const struct shared *shared = solver->shared;
    struct progress *progress = &solver->shared->progress;
    progress->above = progress->here;
    progress->here += shared->layers.choose[shared->blocks.high][progress->layer];
    progress->here -= progress->here < solver->slots ? 0 : solver->slots;
    progress->layer--;
    progress->rank = 0;
}

static void start_solver(struct solver *solver) {
    struct shared *shared = solver->shared;
    boardgame_block_board_start(&shared->blocks, solver->board);
    shared->blocks.stream = solver->slots >= BOARDGAME_STREAMED_SLOTS;
    boardgame_layers_start(&shared->layers);
    boardgame_low_states_start(&shared->low, &shared->blocks);
    if (!solver->run->resume)
        shared->progress = (struct progress){.layer = shared->blocks.high};
    for (int thread = 0; thread < solver->run->threads; thread++)
        boardgame_worker_start(worker_of(solver, thread), &shared->blocks, solver->board);
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct solver solver = solver_at(run);
    start_solver(&solver);
    const struct progress *progress = &solver.shared->progress;
    for (; decide_layer(&solver); step_to_next_layer(&solver)) {
        if (progress->layer != 0)
            continue;
        run->answers[0] = ~block_at(&solver, progress->here, 0)->states[0][0] & 1;
        if (run->work != NULL)
            run->work[0] = progress->options;
        if (run->digests != NULL)
            run->digests[0] = progress->digest;
        return MX_SOLVED;
    }
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
};
