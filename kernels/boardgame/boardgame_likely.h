/* The likely cost of a board, for the forecasts of the kernels. */
#ifndef MX_BOARDGAME_LIKELY_H
#define MX_BOARDGAME_LIKELY_H

#include <math.h>

#include "boardgame/boardgame.h"
#include "support/rng.h"
#include "variant.h"

#define LIKELY_GAMES 8u         /* games that are played out */
#define LIKELY_PLACEMENTS 1024u /* placements that are read, at most */
#define LIKELY_BLOCKS 64u       /* blocks that are looked at */

static inline uint64_t likely_placements(const struct boardgame *board) {
    return board->placement_count < LIKELY_PLACEMENTS ? board->placement_count : LIKELY_PLACEMENTS;
}

/* The sensible moves of a position, as in the searches. In normal play: no move when a placement
 * misses one cell, and none that lets the opponent complete a placement. In misere play: none that
 * completes one. */
static inline uint64_t likely_moves(const struct boardgame *board, uint64_t filled) {
    const int taboo = board->misere ? 1 : 2; /* cells of a placement that misses so many */
    uint64_t moves = boardgame_all_cells(board) & ~filled;
    for (uint64_t i = 0; i < likely_placements(board); i++) {
        const uint64_t missing = boardgame_placements(board)[i] & ~filled;
        const int cells = __builtin_popcountll(missing);
        if (cells < taboo)
            return 0;
        moves &= cells == taboo ? ~missing : UINT64_MAX;
    }
    return moves;
}

/* The positions that a search with a table visits: about the square root of those in the tree of
 * all games, since one winning move decides a position. The tree's size is estimated from random
 * games (Knuth 1975). */
static inline double likely_positions(const struct boardgame *board) {
    struct mx_rng rng = mx_rng_start(1, 0);
    double logarithm = 0;
    for (uint32_t game = 0; game < LIKELY_GAMES; game++) {
        uint64_t filled = 0, moves;
        while ((moves = likely_moves(board, filled)) != 0) {
            const uint32_t count = (uint32_t)__builtin_popcountll(moves);
            logarithm += log2(count);
            for (uint64_t skip = mx_rng_below(&rng, count); skip > 0; skip--)
                moves &= moves - 1;
            filled |= moves & -moves;
        }
    }
    const double half = logarithm / LIKELY_GAMES / 2, cells = boardgame_cells(board);
    return exp2(half < cells ? half : cells);
}

/* The part of the blocks without a neighbour that is terminal as a whole (in misere play: that are
 * not so themselves). Such a block has a placement within its high cells, which are the last ones
 * by `bit`. */
static inline double likely_decided(const struct boardgame *board, const uint8_t *bit, uint32_t low,
                                    uint32_t high) {
    uint64_t inside[LIKELY_PLACEMENTS];
    uint32_t count = 0, decided = 0;
    for (uint64_t i = 0; i < likely_placements(board); i++) {
        uint64_t bits = 0;
        for (uint64_t rest = boardgame_placements(board)[i]; rest != 0; rest &= rest - 1)
            bits |= UINT64_C(1) << bit[__builtin_ctzll(rest)];
        if (bits >> low << low == bits)
            inside[count++] = bits >> low;
    }
    struct mx_rng rng = mx_rng_start(1, 1);
    for (uint32_t block = 0; block < LIKELY_BLOCKS; block++) {
        const uint64_t number = mx_rng_next(&rng) & ((UINT64_C(1) << high) - 1);
        bool open = true;
        for (uint32_t i = 0; i < count && open; i++)
            open = __builtin_popcountll(inside[i] & ~number) > (board->misere ? 0 : 1);
        decided += open;
    }
    return (decided + 0.5) / (LIKELY_BLOCKS + 0.5);
}

#endif
