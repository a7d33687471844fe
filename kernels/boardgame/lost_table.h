/* The table of the scalar kernels: a byte for every set of filled cells.
 *
 * lost[state] is 1 when the player to move loses. It becomes final in two sweeps: upwards through
 * the states for the terminal ones, downwards for the others that are lost. A sweep needs a state's
 * neighbours in its direction to be final; the order does not matter otherwise. All functions are
 * static: this header is compiled into every variant with the flags of that variant.
 */
#ifndef MX_BOARDGAME_LOST_TABLE_H
#define MX_BOARDGAME_LOST_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boardgame/boardgame.h"
#include "variant.h"

/* Marks the placements in a table of zeros. */
static inline void boardgame_mark_placements(uint8_t *lost, const struct boardgame *board) {
    const uint64_t *placement = boardgame_placements(board);
    for (uint64_t i = 0; i < board->placement_count; i++)
        lost[placement[i]] = 1;
}

/* Whether the state with some cell removed is marked. */
static inline bool boardgame_contains_marked(const uint8_t *lost, uint64_t state) {
    for (uint64_t rest = state; rest != 0; rest &= rest - 1)
        if (lost[state ^ (rest & -rest)])
            return true;
    return false;
}

/* Whether filling one of the `empty` cells leaves a lost state. Adds the number of moves tried to
 * *options. */
static inline bool boardgame_has_winning_move(const uint8_t *lost, uint64_t state, uint64_t empty,
                                              uint64_t *options) {
    for (; empty != 0; empty &= empty - 1) {
        ++*options;
        if (lost[state | (empty & -empty)])
            return true;
    }
    return false;
}

/* The upward sweep over states first .. end-1. */
static inline void boardgame_sweep_up(uint8_t *lost, uint64_t first, uint64_t end) {
    for (uint64_t state = first; state < end; state++)
        lost[state] |= boardgame_contains_marked(lost, state);
}

/* The downward sweep over states first .. end-1. Returns the number of moves tried. Before it,
 * terminal states are marked; in misere play they are won, so their marks go. */
static inline uint64_t boardgame_sweep_down(uint8_t *lost, uint64_t first, uint64_t end,
                                            const struct boardgame *board) {
    const uint64_t all_cells = boardgame_all_cells(board);
    uint64_t options = 0;
    for (uint64_t state = end; state-- > first;)
        if (!lost[state])
            lost[state] = !boardgame_has_winning_move(lost, state, all_cells & ~state, &options);
        else
            lost[state] = !board->misere;
    return options;
}

static inline size_t boardgame_lost_table_workspace(const struct mx_batch *batch, int threads) {
    (void)threads;
    const uint32_t cells = boardgame_cells(batch->instances);
    return cells < 8 * sizeof(size_t) ? (size_t)1 << cells : SIZE_MAX;
}

static inline uint32_t boardgame_lost_table_probe(const struct mx_run *run, uint32_t which,
                                                  uint64_t state) {
    const uint8_t *lost = run->workspace;
    (void)which;
    return !lost[state];
}

#endif
