/* Builds boardgame instances: patterns in, a board with its placements out.
 *
 * The instance grows in the arena while patterns are added and is trimmed at the end. Nothing
 * else may be taken from that arena in between.
 */
#ifndef MX_BUILD_BOARDGAME_H
#define MX_BUILD_BOARDGAME_H

#include <stdbool.h>

#include "boardgame/boardgame.h"
#include "support/arena.h"

struct boardgame_draft {
    struct mx_arena *arena;
    struct boardgame *board; /* NULL after memory was short */
    uint64_t used, room;     /* of board->words */
};

struct boardgame_draft boardgame_start(uint32_t rows, uint32_t cols, struct mx_arena *arena);

static inline bool boardgame_fits(const struct boardgame_draft *draft, uint64_t rows,
                                  uint64_t cols) {
    return draft->board != NULL && rows <= draft->board->rows && cols <= draft->board->cols;
}

/* Adds a pattern. Ignores a pattern whose box does not fit, without reading its mask. Memory grows
 * with the number of different patterns, not with the number of calls. Returns false when memory is
 * short. */
bool boardgame_add(struct boardgame_draft *draft, struct boardgame_pattern pattern);

/* Sets the kind of play and the cells that are filled at the start; without a call it is normal
 * play from the empty board. Ignores cells beyond the board. */
void boardgame_set_play(struct boardgame_draft *draft, bool misere, uint64_t filled);

/* The finished instance; NULL when memory was short at any time.
 *
 * Removes duplicate placements, and placements that contain another one of at most two cells.
 * Removes placements that contain any other one, unless finding them takes more than 2^24
 * comparisons (up to 5,792 different placements never need more). If one placement is empty, it is
 * the only one left. */
const struct boardgame *boardgame_finish(struct boardgame_draft *draft);

/* The board with another kind of play and start; NULL when memory was short. */
const struct boardgame *boardgame_with_play(const struct boardgame *board, bool misere,
                                            uint64_t filled, struct mx_arena *arena);

/* A pattern without one row or column of its border: 0 top, 1 bottom, 2 left, 3 right. */
struct boardgame_pattern boardgame_cut(struct boardgame_pattern pattern, int side);

/* Whether that leaves a pattern and removes no 1. */
bool boardgame_padded(struct boardgame_pattern pattern, int side);

#endif
