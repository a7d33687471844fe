/* The structures that the block kernels share: a board laid out for blocks of states, and a worker
 * for each thread.
 *
 * A block's states may map cells to bits in any order. Cells of few and large placements get the
 * lowest bits, the others the highest. Most vectors then reach their fixed point in one or two
 * rounds, and many blocks are terminal as a whole. A board of less than 15 cells is one block in
 * which some states do not exist. Its only neighbour is a block in which exactly these are lost, so
 * they count as won and affect no other state.
 */
#ifndef MX_BOARDGAME_BLOCK_BOARD_H
#define MX_BOARDGAME_BLOCK_BOARD_H

#include "boardgame/block_solver.h"
#include "boardgame/boardgame_likely.h"
#include "variant.h"

/* With fewer blocks, one thread decides all: see boardgame_threads. */
#define BOARDGAME_SHARED_BLOCKS 512u

struct boardgame_block_board {
    struct boardgame_block outside; /* marks the states that do not exist */
    struct boardgame_plan plan;
    uint32_t cells, low, high;         /* low + high = cells */
    uint64_t full;                     /* the largest block number */
    bool stream;                       /* a block is read long after it is written */
    bool misere;                       /* terminal states are won */
    uint8_t bit[BOARDGAME_MOST_CELLS]; /* [cell]: its bit */
};

/* The memory of one thread, followed by its placements. */
struct boardgame_worker {
    struct boardgame_terminal_tree terminal;
    struct boardgame_neighbours neighbours[2];
    uint64_t options; /* evaluated */
    uint64_t digest;  /* summed up by kernels that compute digests */
};

/* Bytes of a worker for boards of this shape, a multiple of 64. */
static inline size_t boardgame_worker_bytes(const struct boardgame *board) {
    const size_t placements = (size_t)board->placement_count;
    return (sizeof(struct boardgame_worker) + placements * sizeof(uint64_t) + 63) / 64 * 64;
}

/* Converts a state to the bits of the blocks. */
static inline uint64_t boardgame_to_bits(const struct boardgame_block_board *blocks,
                                         uint64_t state) {
    uint64_t bits = 0;
    for (; state != 0; state &= state - 1)
        bits |= UINT64_C(1) << blocks->bit[__builtin_ctzll(state)];
    return bits;
}

/* Converts the bits of the blocks to a state. */
static inline uint64_t boardgame_from_bits(const struct boardgame_block_board *blocks,
                                           uint64_t bits) {
    uint64_t state = 0;
    for (uint32_t cell = 0; cell < blocks->cells; cell++)
        state |= (bits >> blocks->bit[cell] & 1) << cell;
    return state;
}

/* The next larger number with equally many bits set; `bits` is not 0. (Gosper's hack.) */
static inline uint64_t boardgame_next_of_layer(uint64_t bits) {
    const uint64_t low = bits & -bits, carried = bits + low;
    return carried | (bits ^ carried) >> 2 >> __builtin_ctzll(low);
}

/* Gives each cell its bit, lightest first. A placement of k cells weighs 2^-k on each. */
static inline void boardgame_order_cells(struct boardgame_block_board *blocks,
                                         const struct boardgame *board) {
    double weight[BOARDGAME_MOST_CELLS] = {0};
    for (uint64_t i = 0; i < board->placement_count; i++) {
        const uint64_t placement = boardgame_placements(board)[i];
        const double share = exp2(-__builtin_popcountll(placement));
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

static inline void boardgame_block_board_start(struct boardgame_block_board *blocks,
                                               const struct boardgame *board) {
    blocks->cells = boardgame_cells(board);
    blocks->high = boardgame_high_cells(board);
    blocks->low = blocks->cells - blocks->high;
    blocks->full = (UINT64_C(1) << blocks->high) - 1;
    boardgame_order_cells(blocks, board);
    blocks->stream = false;
    blocks->misere = board->misere;
    boardgame_plan_start(&blocks->plan);
    memset(&blocks->outside, 0, sizeof blocks->outside);
    for (uint32_t cell = blocks->low; cell < BOARDGAME_BLOCK_CELLS; cell++)
        boardgame_mark_terminal(&blocks->outside, UINT64_C(1) << cell);
}

static inline void boardgame_worker_start(struct boardgame_worker *worker,
                                          const struct boardgame_block_board *blocks,
                                          const struct boardgame *board) {
    uint64_t *placement = (uint64_t *)(worker + 1);
    for (uint64_t i = 0; i < board->placement_count; i++)
        placement[i] = boardgame_to_bits(blocks, boardgame_placements(board)[i]);
    boardgame_terminal_start(&worker->terminal, placement, board->placement_count, blocks->high,
                             &blocks->outside);
    worker->options = worker->digest = 0;
}

/* Decides block `number` into *lost. Its neighbours are neighbours[turn]; those of the next block
 * are neighbours[!turn]. */
static inline void boardgame_decide_for_worker(struct boardgame_worker *worker,
                                               const struct boardgame_block_board *blocks,
                                               uint64_t number, int turn,
                                               struct boardgame_block *lost) {
    const struct boardgame_block *terminal = boardgame_terminal_states(&worker->terminal, number);
    const struct boardgame_block_job job = {&blocks->plan,
                                            &worker->neighbours[turn],
                                            &worker->neighbours[!turn],
                                            terminal,
                                            lost,
                                            blocks->stream,
                                            blocks->misere};
    if (!boardgame_decide_block(&job))
        return;
    const uint64_t open = blocks->high - (uint32_t)__builtin_popcountll(number);
    worker->options += (open << blocks->low) + ((uint64_t)blocks->low << blocks->low) / 2;
}

/* The threads to use: below 24 cells waking more than one takes longer than it saves. */
static inline int boardgame_threads(const struct mx_run *run,
                                    const struct boardgame_block_board *blocks) {
    return blocks->full + 1 < BOARDGAME_SHARED_BLOCKS ? 1 : run->threads;
}

/* A step is a vector for one cell; a result is a placement that is looked at in a block. */
static inline struct mx_forecast boardgame_forecast_blocks(const struct boardgame *board) {
    struct boardgame_block_board blocks = {.cells = boardgame_cells(board)};
    blocks.high = boardgame_high_cells(board);
    blocks.low = blocks.cells - blocks.high;
    boardgame_order_cells(&blocks, board);
    const double count = exp2(blocks.high), placements = (double)board->placement_count;
    const double decided = likely_decided(board, blocks.bit, blocks.low, blocks.high);
    const double cells = BOARDGAME_BLOCK_CELLS + blocks.high / 2.0;
    struct mx_forecast all = {.spread = 1.3};
    all.steps = decided * count * (double)BOARDGAME_BLOCK_BYTES / MX_ISA_WIDTH * cells;
    all.results = placements * (blocks.high + 1.0) + count;
    all.bytes = count * BOARDGAME_BLOCK_BYTES;
    all.stages = count < BOARDGAME_SHARED_BLOCKS ? 0 : blocks.high;
    all.shares = count / 64;
    return all;
}

#endif
