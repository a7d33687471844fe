/* What the kernels that work on blocks of states share: a board laid out for them, and a worker.
 *
 * Which cell is which bit of a block's states is free. Cells that few and large placements need
 * go lowest, the others highest: so who wins in a vector is seldom a long story, and many blocks
 * end as a whole. A board of less than 15 cells is one block with states that do not exist; they
 * are kept out by a neighbour in which exactly they are lost, so that they count as won.
 */
#ifndef MX_BOARDGAME_BLOCK_BOARD_H
#define MX_BOARDGAME_BLOCK_BOARD_H

#include "boardgame/block_solver.h"
#include "variant.h"

#define BOARDGAME_SHARED_BLOCKS 512u /* with fewer, one thread does all: see boardgame_threads */

struct boardgame_blocks {
    struct boardgame_block outside; /* the states that do not exist */
    struct boardgame_plan plan;
    uint32_t cells, low, high;         /* low + high = cells */
    uint64_t full;                     /* the largest number of a block */
    uint8_t bit[BOARDGAME_MOST_CELLS]; /* [cell] */
};

/* One thread's memory; followed by its placements. */
struct boardgame_worker {
    struct boardgame_ended ended;
    struct boardgame_neighbours neighbours[2];
    uint64_t options; /* evaluated */
    uint64_t digest;  /* summed up by the kernel, where it is wanted */
};

/* Memory for a worker on boards of this shape, a multiple of 64. */
static inline size_t boardgame_worker_bytes(const struct boardgame *board) {
    const uint64_t placements = board->pattern_count + board->placement_count; /* at most */
    return (sizeof(struct boardgame_worker) + (size_t)placements * sizeof(uint64_t) + 63) / 64 * 64;
}

/* A state in the bits of the blocks. */
static inline uint64_t boardgame_to_bits(const struct boardgame_blocks *blocks, uint64_t state) {
    uint64_t bits = 0;
    for (; state != 0; state &= state - 1)
        bits |= UINT64_C(1) << blocks->bit[__builtin_ctzll(state)];
    return bits;
}

/* And back. */
static inline uint64_t boardgame_from_bits(const struct boardgame_blocks *blocks, uint64_t bits) {
    uint64_t state = 0;
    for (uint32_t cell = 0; cell < blocks->cells; cell++)
        state |= (bits >> blocks->bit[cell] & 1) << cell;
    return state;
}

/* The next larger number with as many bits set; `bits` is not 0. (Gosper's hack.) */
static inline uint64_t boardgame_next_of_layer(uint64_t bits) {
    const uint64_t low = bits & -bits, carried = bits + low;
    return carried | (bits ^ carried) >> 2 >> __builtin_ctzll(low);
}

/* Gives each cell its bit, lightest first. A placement of k cells weighs 2^-k on each. */
static inline void boardgame_order_cells(struct boardgame_blocks *blocks,
                                         const struct boardgame *board) {
    double weight[BOARDGAME_MOST_CELLS] = {0};
    for (uint64_t i = 0; i < board->placement_count; i++) {
        const uint64_t placement = boardgame_placements(board)[i];
        const double share = 1.0 / (double)(UINT64_C(1) << __builtin_popcountll(placement));
        for (uint64_t rest = placement; rest != 0; rest &= rest - 1)
            weight[__builtin_ctzll(rest)] += share;
    }
    for (uint32_t cell = 0; cell < blocks->cells; cell++) {
        uint32_t lighter = 0;
        for (uint32_t other = 0; other < blocks->cells; other++)
            lighter +=
                weight[other] < weight[cell] || (weight[other] == weight[cell] && other < cell);
        blocks->bit[cell] = (uint8_t)lighter;
    }
}

static inline void boardgame_blocks_start(struct boardgame_blocks *blocks,
                                          const struct boardgame *board) {
    blocks->cells = boardgame_cells(board);
    blocks->high = boardgame_high_cells(board);
    blocks->low = blocks->cells - blocks->high;
    blocks->full = (UINT64_C(1) << blocks->high) - 1;
    boardgame_order_cells(blocks, board);
    boardgame_plan_start(&blocks->plan);
    memset(&blocks->outside, 0, sizeof blocks->outside);
    for (uint32_t cell = blocks->low; cell < BOARDGAME_BLOCK_CELLS; cell++)
        boardgame_end_states(&blocks->outside, UINT64_C(1) << cell);
}

static inline void boardgame_worker_start(struct boardgame_worker *worker,
                                          const struct boardgame_blocks *blocks,
                                          const struct boardgame *board) {
    uint64_t *placement = (uint64_t *)(worker + 1);
    for (uint64_t i = 0; i < board->placement_count; i++)
        placement[i] = boardgame_to_bits(blocks, boardgame_placements(board)[i]);
    boardgame_ended_start(&worker->ended, placement, board->placement_count, blocks->high,
                          &blocks->outside);
    worker->options = worker->digest = 0;
}

/* Decides block `number`, whose neighbours are neighbours[turn], into *lost. */
static inline void boardgame_work(struct boardgame_worker *worker,
                                  const struct boardgame_blocks *blocks, uint64_t number, int turn,
                                  struct boardgame_block *lost) {
    const struct boardgame_block_task task = {&blocks->plan, &worker->neighbours[turn],
                                              &worker->neighbours[!turn],
                                              boardgame_ended_in(&worker->ended, number), lost};
    if (!boardgame_decide_block(&task))
        return;
    const uint64_t open = blocks->high - (uint32_t)__builtin_popcountll(number);
    worker->options += (open << blocks->low) + ((uint64_t)blocks->low << blocks->low) / 2;
}

/* How many threads to wake: below 24 cells they take longer to wake than they save. */
static inline int boardgame_threads(const struct mx_run *run,
                                    const struct boardgame_blocks *blocks) {
    return blocks->full + 1 < BOARDGAME_SHARED_BLOCKS ? 1 : run->threads;
}

#endif
