/* Which states of a block have ended, block after block, without a table.
 *
 * A *block* is 2^15 states, 4 KiB: the lowest 15 cells choose the state in it, the others are its
 * number. A placement matters to a block when its high cells are all in the number. The numbers
 * are walked like the leaves of a binary tree, the highest cell at the root; a node knows the
 * placements that still may come to matter below it, and as a block of bits those that do already.
 * So a step to a near number redoes only the lowest few levels, and a level copies a block only
 * where a placement became complete there.
 */
#ifndef MX_BOARDGAME_ENDED_BLOCKS_H
#define MX_BOARDGAME_ENDED_BLOCKS_H

#include <string.h>

#include "boardgame/boardgame.h"
#include "boardgame/state_vector.h"

#define BOARDGAME_BLOCK_CELLS 15u
#define BOARDGAME_BLOCK_BYTES ((size_t)1 << (BOARDGAME_BLOCK_CELLS - 3))
#define BOARDGAME_BLOCK_VECTORS (BOARDGAME_BLOCK_BYTES / MX_ISA_WIDTH)
#define BOARDGAME_MOST_HIGH (BOARDGAME_MOST_CELLS - BOARDGAME_BLOCK_CELLS)

struct boardgame_block {
    boardgame_vector states[BOARDGAME_BLOCK_VECTORS];
};

/* Levels are numbered by the high cells that are still open below them; level 0 is a block. */
struct boardgame_ended {
    struct boardgame_block room[BOARDGAME_MOST_HIGH + 1];
    const struct boardgame_block *ended[BOARDGAME_MOST_HIGH + 1]; /* in room[], maybe higher up */
    uint64_t pending[BOARDGAME_MOST_HIGH + 1]; /* placements, from the start of the list */
    uint64_t number;                           /* of the block that level 0 stands for */
    uint64_t *placement;                       /* all, in an order of its own */
};

/* The high cells of a board, that is the length of a block's number. */
static inline uint32_t boardgame_high_cells(const struct boardgame *board) {
    const uint32_t cells = boardgame_cells(board);
    return cells > BOARDGAME_BLOCK_CELLS ? cells - BOARDGAME_BLOCK_CELLS : 0;
}

/* Marks all states of the block that contain a placement's low cells. */
static inline void boardgame_end_states(struct boardgame_block *block, uint64_t placement) {
    const uint32_t low = placement & ((1u << BOARDGAME_BLOCK_CELLS) - 1);
    const uint32_t first = low >> BOARDGAME_VECTOR_CELLS;
    const boardgame_vector states =
        boardgame_containing(low & ((1u << BOARDGAME_VECTOR_CELLS) - 1));
    if (!boardgame_any(states & ~block->states[first]))
        return;
    for (uint32_t i = first; i < BOARDGAME_BLOCK_VECTORS; i = (i + 1) | first)
        block->states[i] |= states;
}

/* The node at `level` from the one above, by its cell being filled or not. Pending placements
 * that drop out or become complete here are moved behind the others of the level above. */
static inline void boardgame_ended_descend(struct boardgame_ended *ended, uint32_t level,
                                           bool filled) {
    const uint64_t cell = UINT64_C(1) << (level + BOARDGAME_BLOCK_CELLS);
    const uint64_t below = cell - (UINT64_C(1) << BOARDGAME_BLOCK_CELLS);
    uint64_t count = ended->pending[level + 1], *placement = ended->placement;
    ended->ended[level] = ended->ended[level + 1];
    for (uint64_t i = 0; i < count;) {
        const uint64_t cells = placement[i];
        if (!(cells & cell) || (filled && (cells & below) != 0)) {
            i++;
            continue;
        }
        placement[i] = placement[--count];
        placement[count] = cells;
        if (!filled)
            continue;
        if (ended->ended[level] != &ended->room[level])
            ended->room[level] = *ended->ended[level];
        ended->ended[level] = &ended->room[level];
        boardgame_end_states(&ended->room[level], cells);
    }
    ended->pending[level] = count;
}

/* The states of block `number` that have ended. */
static inline const struct boardgame_block *boardgame_ended_in(struct boardgame_ended *ended,
                                                               uint64_t number) {
    const uint64_t differ = ended->number ^ number;
    for (uint32_t level = differ == 0 ? 0 : 64 - (uint32_t)__builtin_clzll(differ); level-- > 0;)
        boardgame_ended_descend(ended, level, number >> level & 1);
    ended->number = number;
    return ended->ended[0];
}

/* Starts at the full number of `high` cells. *placement[count] becomes the list's own. No state of
 * `outside` ever ends. */
static inline void boardgame_ended_start(struct boardgame_ended *ended, uint64_t *placement,
                                         uint64_t count, uint32_t high,
                                         const struct boardgame_block *outside) {
    struct boardgame_block *root = &ended->room[high];
    memset(root, 0, sizeof *root);
    ended->ended[high] = root;
    ended->placement = placement;
    ended->pending[high] = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (placement[i] >> BOARDGAME_BLOCK_CELLS == 0)
            boardgame_end_states(root, placement[i]);
        else
            placement[ended->pending[high]++] = placement[i];
    }
    for (size_t i = 0; i < BOARDGAME_BLOCK_VECTORS; i++)
        root->states[i] &= ~outside->states[i];
    ended->number = (UINT64_C(1) << high) - 1;
    for (uint32_t level = high; level-- > 0;)
        boardgame_ended_descend(ended, level, true);
}

#endif
