/* Decides slices of a layer: the part of boardgame_layered that is the same wherever the blocks
 * are. */
#ifndef MX_BOARDGAME_LAYER_SOLVER_H
#define MX_BOARDGAME_LAYER_SOLVER_H

#include "boardgame/block_digest.h"
#include "boardgame/layer_ring.h"

#define BLOCKS_A_CLAIM UINT64_C(32) /* blocks that a thread claims at a time */

_Static_assert(BOARDGAME_MOST_LAYER == BOARDGAME_MOST_HIGH, "layers of all high cells");

/* All that a checkpoint needs in addition to the blocks. */
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

/* Blocks by their rank, around a ring. */
struct area {
    struct boardgame_block *block;
    uint64_t slots, first; /* first: the slot of rank 0 */
};

/* The slice is of blocks with the same `top` cells; ranks count them from the first one. */
struct solver {
    const struct mx_run *run;
    const struct boardgame *board;
    struct shared *shared;
    char *workers;
    size_t worker_bytes;
    uint64_t top;
    uint32_t below, filled;         /* high cells below the top; those that are filled */
    uint64_t slice_next, slice_end; /* ranks */
    struct area out, near, far[BOARDGAME_MOST_TOP];
    uint32_t far_count;
};

static inline size_t shared_bytes(void) {
    return (sizeof(struct shared) + 63) / 64 * 64;
}

static inline struct boardgame_worker *worker_of(const struct solver *solver, int thread) {
    return (struct boardgame_worker *)(solver->workers + (size_t)thread * solver->worker_bytes);
}

static inline struct boardgame_block *block_at(const struct area *area, uint64_t rank) {
    const uint64_t slot = area->first + rank;
    return area->block + (slot < area->slots ? slot : slot - area->slots);
}

/* The near neighbours, then the far ones, which have the same rank as the block. */
static inline void find_neighbours(const struct solver *solver, uint64_t number, uint64_t rank,
                                   struct boardgame_neighbours *neighbours) {
    const struct shared *shared = solver->shared;
    uint64_t above[BOARDGAME_MOST_LAYER];
    neighbours->count = boardgame_ranks_above(&shared->layers, solver->below, number, above);
    neighbours->far = boardgame_near_neighbours(solver->below, number);
    for (uint32_t i = 0; i < neighbours->count; i++)
        neighbours->block[i] = block_at(&solver->near, above[i]);
    for (uint32_t i = 0; i < solver->far_count; i++)
        neighbours->block[neighbours->count++] = block_at(&solver->far[i], rank);
    if (neighbours->count == 0)
        neighbours->block[neighbours->count++] = &shared->blocks.outside;
    boardgame_pad_neighbours(neighbours);
}

static inline void decide_claim(const struct solver *solver, struct boardgame_worker *mine,
                                uint64_t rank) {
    const struct shared *shared = solver->shared;
    const uint64_t left = solver->slice_end - rank, top = solver->top << solver->below,
                   end = rank + (left < BLOCKS_A_CLAIM ? left : BLOCKS_A_CLAIM);
    uint64_t number = boardgame_unrank(&shared->layers, solver->filled, rank);
    find_neighbours(solver, number, rank, &mine->neighbours[rank & 1]);
    for (; rank < end; rank++) {
        const bool last = rank + 1 == end;
        const uint64_t soon = last ? number : boardgame_next_of_layer(number);
        find_neighbours(solver, soon, last ? rank : rank + 1, &mine->neighbours[!(rank & 1)]);
        struct boardgame_block *lost = block_at(&solver->out, rank);
        boardgame_decide_for_worker(mine, &shared->blocks, top | number, rank & 1, lost);
        if (solver->run->digests != NULL)
            mine->digest +=
                boardgame_block_digest(&shared->blocks, &shared->low, top | number, lost);
        number = soon;
    }
    boardgame_stream_end();
}

static inline void decide_slice(struct solver *solver) {
    struct progress *progress = &solver->shared->progress;
    const int threads = boardgame_threads(solver->run, &solver->shared->blocks);
    const uint64_t blocks = solver->slice_end - solver->slice_next;
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (threads > 1)
    for (int thread = 0; thread < threads; thread++)
        for (uint64_t rank; (rank = __atomic_fetch_add(&solver->slice_next, BLOCKS_A_CLAIM,
                                                       __ATOMIC_RELAXED)) < solver->slice_end;)
            decide_claim(solver, worker_of(solver, thread), rank);
    for (int thread = 0; thread < threads; thread++) {
        struct boardgame_worker *worker = worker_of(solver, thread);
        progress->options += worker->options;
        progress->digest += worker->digest;
        worker->options = worker->digest = 0;
    }
    progress->done += blocks;
    progress->rank += blocks;
}

static inline void start_solver(struct solver *solver, bool stream) {
    struct shared *shared = solver->shared;
    boardgame_block_board_start(&shared->blocks, solver->board);
    shared->blocks.stream = stream;
    boardgame_layers_start(&shared->layers);
    boardgame_low_states_start(&shared->low, &shared->blocks);
    if (!solver->run->resume)
        shared->progress = (struct progress){.layer = shared->blocks.high};
    for (int thread = 0; thread < solver->run->threads; thread++)
        boardgame_worker_start(worker_of(solver, thread), &shared->blocks, solver->board);
}

static inline enum mx_outcome end_solver(const struct solver *solver,
                                         const struct boardgame_block *start) {
    const struct mx_run *run = solver->run;
    run->answers[0] = ~start->states[0][0] & 1;
    if (run->work != NULL)
        run->work[0] = solver->shared->progress.options;
    if (run->digests != NULL)
        run->digests[0] = solver->shared->progress.digest;
    return MX_SOLVED;
}

#endif
