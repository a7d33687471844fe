/* The ring of boardgame_layered, which holds the blocks of two layers, and the sections in which it
 * goes through a layer that is in storage.
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

/* ---- Sections ----------------------------------------------------------------------------- */

/* The order in which boardgame_layered decides a layer that is kept in storage.
 *
 * The blocks of a layer that share their *top* cells, the highest of the high ones, form a section.
 * A section is a run of the layer's ranks, since colex order is the order of the numbers. Its
 * blocks lead to two kinds of blocks of the layer above:
 *
 *     near: one cell more below the top: the section with the same top cells, in any order
 *     far:  one top cell more: for each empty top cell a section of as many blocks, in step
 *
 *      layer above   ... | near            | ... | far 0      | ... | far 1      | ...
 *                          in memory, whole       |  slice  |        |  slice  |
 *      this layer    ... decided        | section: ... slice ... |
 *
 * Both are read in order. Each block is read once as near, unless no cell below its top is filled,
 * and once as far for each top cell that it has. A section is decided in slices.
 */
#ifndef BOARDGAME_STORED_SLICE               /* tests/narrow has smaller ones */
#define BOARDGAME_STORED_SLICE UINT64_C(512) /* blocks: 2 MiB */
#endif
#define BOARDGAME_MOST_TOP 10u /* top cells */
#define BOARDGAME_SLICES_AHEAD                                                                     \
    8u /* near blocks that are read before they are needed, in slices                              \
        */

struct boardgame_section {
    uint64_t top;               /* its top cells */
    uint32_t layer, filled;     /* high cells that are filled, in all and below the top */
    uint64_t first, blocks;     /* ranks in the layer */
    uint64_t near, near_blocks; /* ranks in the layer above */
    uint32_t far_count;
    uint64_t far[BOARDGAME_MOST_TOP]; /* the rank in the layer above of the first block */
};

/* The blocks of the layer of k cells before `number`. */
static inline uint64_t boardgame_blocks_before(const struct boardgame_layers *layers,
                                               uint64_t number, uint32_t k) {
    uint64_t count = 0;
    for (; number != 0; k--) {
        const int cell = 63 - __builtin_clzll(number);
        count += layers->choose[cell][k];
        if (k == 0)
            break;
        number ^= UINT64_C(1) << cell;
    }
    return count;
}

/* The section with the block of this rank in the layer of k cells; `below` of the high cells are
 * below the `top` ones. */
static inline struct boardgame_section boardgame_section_at(const struct boardgame_layers *layers,
                                                            uint32_t below, uint32_t top,
                                                            uint32_t k, uint64_t rank) {
    struct boardgame_section section = {.layer = k};
    section.top = boardgame_unrank(layers, k, rank) >> below;
    section.filled = k - (uint32_t)__builtin_popcountll(section.top);
    section.first = boardgame_blocks_before(layers, section.top << below, k);
    section.blocks = layers->choose[below][section.filled];
    section.near = boardgame_blocks_before(layers, section.top << below, k + 1);
    section.near_blocks = layers->choose[below][section.filled + 1];
    for (uint32_t cell = 0; cell < top; cell++)
        if (!(section.top >> cell & 1))
            section.far[section.far_count++] = boardgame_blocks_before(
                layers, (section.top | UINT64_C(1) << cell) << below, k + 1);
    return section;
}

/* The near blocks, from the first one, that are spent once all blocks of the section before its
 * block number `rank` are decided. */
static inline uint64_t boardgame_spent_near(const struct boardgame_layers *layers,
                                            const struct boardgame_section *section,
                                            uint64_t rank) {
    const uint64_t spent =
        rank < section->blocks ? boardgame_spent_blocks(layers, section->filled, rank) : UINT64_MAX;
    return spent < section->near_blocks ? spent : section->near_blocks;
}

static inline uint64_t boardgame_stored_slice_end(const struct boardgame_section *section,
                                                  uint64_t rank) {
    const uint64_t left = section->blocks - rank;
    return rank + (left < BOARDGAME_STORED_SLICE ? left : BOARDGAME_STORED_SLICE);
}

/* Room for the near blocks: those of the largest section, and those that are read ahead. */
static inline uint64_t boardgame_near_slots(const struct boardgame_layers *layers, uint32_t below) {
    return layers->choose[below][below / 2] + BOARDGAME_SLICES_AHEAD * BOARDGAME_STORED_SLICE;
}

/* The most blocks that storage holds at once: from the first one that the current slice, or a later
 * one, reads to the last one of the slice. Long sections are looked at in 32 parts. */
static inline uint64_t boardgame_stored_blocks(const struct boardgame_layers *layers,
                                               uint32_t below, uint32_t top) {
    const uint32_t high = below + top;
    uint64_t most = 1;
    for (uint32_t k = 0; k < high; k++)
        for (uint64_t rank = 0; rank < layers->choose[high][k];) {
            const struct boardgame_section section =
                boardgame_section_at(layers, below, top, k, rank);
            const uint64_t slices = (section.blocks - 1) / BOARDGAME_STORED_SLICE + 1,
                           step = (slices + 31) / 32 * BOARDGAME_STORED_SLICE;
            for (uint64_t at = 0; at < section.blocks; at += step) {
                const uint64_t left = section.blocks - at, end = at + (left < step ? left : step);
                const uint64_t blocks = layers->choose[high][k + 1] + section.first + end -
                                        section.near - boardgame_spent_near(layers, &section, at);
                most = blocks > most ? blocks : most;
            }
            rank = section.first + section.blocks;
        }
    return most;
}

/* Blocks that a solve reads: 2^below - 1 of each top as near blocks, and all blocks once for each
 * top cell that they have. */
static inline uint64_t boardgame_stored_reads(uint32_t below, uint32_t top) {
    return (((UINT64_C(1) << below) - 1) << top) + ((uint64_t)top << (below + top) >> 1);
}

#endif
