/* The ring of boardgame_layered, which holds the blocks of two layers.
 *
 * A layer holds the blocks with equally many high cells. It is stored and decided in colex order,
 * the order of the block numbers. Block B is last read by the block that is B without its lowest
 * cell, and this map keeps the order. The layer above is therefore spent from its start, and the
 * new layer follows its end, around the ring:
 *
 *      ... spent | still to be read        | decided | free ...
 *                 layer of k + 1 cells       layer of k cells
 *
 * The ring needs little more room than the largest layer. Blocks of a slice may be decided in any
 * order, so there is room for whole slices.
 */
#ifndef MX_BOARDGAME_LAYER_RING_H
#define MX_BOARDGAME_LAYER_RING_H

#include <stdint.h>

#include "boardgame/boardgame.h"

#ifndef BOARDGAME_SLICE                /* tests/narrow has smaller ones */
#define BOARDGAME_SLICE UINT64_C(8192) /* blocks */
#endif
#define BOARDGAME_MOST_LAYER 33 /* high cells */
#define BOARDGAME_NEAR_CELLS 4u

struct boardgame_layers {
    uint64_t choose[BOARDGAME_MOST_LAYER + 2][BOARDGAME_MOST_LAYER + 2]; /* [n][k] */
};

static inline void boardgame_layers_start(struct boardgame_layers *layers) {
    for (uint32_t n = 0; n <= BOARDGAME_MOST_LAYER + 1; n++)
        for (uint32_t k = 0; k <= BOARDGAME_MOST_LAYER + 1; k++)
            layers->choose[n][k] = k == 0 ? 1
                                   : n == 0
                                       ? 0
                                       : layers->choose[n - 1][k - 1] + layers->choose[n - 1][k];
}

static inline uint64_t boardgame_rank(const struct boardgame_layers *layers, uint64_t number) {
    uint64_t rank = 0;
    for (uint32_t k = 1; number != 0; number &= number - 1)
        rank += layers->choose[__builtin_ctzll(number)][k++];
    return rank;
}

/* The number of the block with this rank in the layer of k cells. */
static inline uint64_t boardgame_unrank(const struct boardgame_layers *layers, uint32_t k,
                                        uint64_t rank) {
    uint64_t number = 0;
    uint32_t cell = BOARDGAME_MOST_LAYER + 1;
    for (; k > 0; k--) {
        do
            cell--;
        while (layers->choose[cell][k] > rank);
        rank -= layers->choose[cell][k];
        number |= UINT64_C(1) << cell;
    }
    return number;
}

/* Writes to above[] the ranks, in the layer above, of the blocks with one cell more, by that cell;
 * returns their number. Adding a cell moves the higher cells up by one place in the rank. The rank
 * is therefore the sum of the terms below the cell, of the cell, and of those above. */
static inline uint32_t boardgame_ranks_above(const struct boardgame_layers *layers, uint32_t high,
                                             uint64_t number, uint64_t *above) {
    const uint64_t(*choose)[BOARDGAME_MOST_LAYER + 2] = layers->choose;
    uint64_t lower = 0, higher = 0, k = 1;
    for (uint64_t rest = number; rest != 0; rest &= rest - 1)
        higher += choose[__builtin_ctzll(rest)][++k];
    k = 1;
    uint32_t count = 0;
    for (uint32_t cell = 0; cell < high; cell++) {
        if (number >> cell & 1) {
            lower += choose[cell][k];
            higher -= choose[cell][++k];
            continue;
        }
        above[count++] = lower + choose[cell][k] + higher;
    }
    return count;
}

/* How many of these blocks, from the first on, are still in the cache: those that add one of the
 * lowest cells. */
static inline uint32_t boardgame_near_neighbours(uint32_t high, uint64_t number) {
    const uint32_t near = high < BOARDGAME_NEAR_CELLS ? high : BOARDGAME_NEAR_CELLS;
    return (uint32_t)__builtin_popcountll(~number & ((UINT64_C(1) << near) - 1));
}

/* The blocks of the layer above that are spent once all blocks of the layer of k cells before
 * `rank` are decided. */
static inline uint64_t boardgame_spent_blocks(const struct boardgame_layers *layers, uint32_t k,
                                              uint64_t rank) {
    if (rank == 0)
        return 0;
    uint64_t asks = boardgame_unrank(layers, k, rank); /* the first block not decided */
    /* A block with cell 0 is the last reader of no block and is skipped, at most k + 1 times. */
    while (asks & 1) {
        const uint64_t low = asks & -asks, carried = asks + low;
        asks = carried | (asks ^ carried) >> 2;
    }
    return boardgame_rank(layers, asks | 1);
}

static inline uint64_t boardgame_slice_end(uint64_t rank, uint64_t blocks) {
    return blocks - rank < BOARDGAME_SLICE ? blocks : rank + BOARDGAME_SLICE;
}

/* Slots that the ring needs on a board of `high` high cells. */
static inline uint64_t boardgame_ring_slots(uint32_t high) {
    struct boardgame_layers layers;
    boardgame_layers_start(&layers);
    uint64_t most = 1;
    for (uint32_t k = 0; k < high; k++) {
        const uint64_t blocks = layers.choose[high][k], above = layers.choose[high][k + 1];
        for (uint64_t rank = 0; rank < blocks; rank += BOARDGAME_SLICE) {
            const uint64_t alive = above - boardgame_spent_blocks(&layers, k, rank) +
                                   boardgame_slice_end(rank, blocks);
            most = alive > most ? alive : most;
        }
    }
    return most;
}

#endif
