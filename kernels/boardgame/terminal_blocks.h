/* The terminal states of a block, block after block, without a table.
 *
 * A *block* is 2^15 states, 4 KiB: the lowest 15 cells select the state, the other cells are the
 * block's number. A placement matters to a block when the number contains all its high cells.
 * Numbers are leaves of a binary tree, with the highest cell at the root. A node knows the
 * placements that may still become relevant below it and, as a block of bits, the states that are
 * terminal already. A step to a near number therefore redoes only the lowest few levels, and a
 * level copies a block only where a placement becomes complete.
 */
#ifndef MX_BOARDGAME_TERMINAL_BLOCKS_H
#define MX_BOARDGAME_TERMINAL_BLOCKS_H

#include <string.h>

#include "boardgame/boardgame.h"
#include "boardgame/state_vector.h"

#define BOARDGAME_BLOCK_CELLS 15u
#define BOARDGAME_BLOCK_BYTES ((size_t)1 << (BOARDGAME_BLOCK_CELLS - 3))
#define BOARDGAME_BLOCK_VECTORS (BOARDGAME_BLOCK_BYTES / MX_ISA_WIDTH)
#define BOARDGAME_MOST_HIGH (BOARDGAME_TABLE_CELLS - BOARDGAME_BLOCK_CELLS)

struct boardgame_block {
    boardgame_vector states[BOARDGAME_BLOCK_VECTORS];
};

/* A level is the number of high cells that are undecided below it; level 0 is a block. */
struct boardgame_terminal_tree {
    struct boardgame_block room[BOARDGAME_MOST_HIGH + 1];
    const struct boardgame_block
        *terminal[BOARDGAME_MOST_HIGH + 1];    /* in room[], at this level or above */
    uint64_t pending[BOARDGAME_MOST_HIGH + 1]; /* pending placements: the first ones of the list */
    uint64_t number;                           /* the block at level 0 */
    uint64_t *placement;                       /* all placements, reordered as the walk goes */
};

/* The high cells of a board: the bits of a block's number. */
static inline uint32_t boardgame_high_cells(const struct boardgame *board) {
    const uint32_t cells = boardgame_cells(board);
    return cells > BOARDGAME_BLOCK_CELLS ? cells - BOARDGAME_BLOCK_CELLS : 0;
}

/* Marks all states of the block that contain a placement's low cells. */
static inline void boardgame_mark_terminal(struct boardgame_block *block, uint64_t placement) {
    const uint32_t low = placement & ((1u << BOARDGAME_BLOCK_CELLS) - 1);
    const uint32_t first = low >> BOARDGAME_VECTOR_CELLS;
    const boardgame_vector states =
        boardgame_containing(low & ((1u << BOARDGAME_VECTOR_CELLS) - 1));
    if (!boardgame_any(states & ~block->states[first]))
        return;
    for (uint32_t i = first; i < BOARDGAME_BLOCK_VECTORS; i = (i + 1) | first)
        block->states[i] |= states;
}

/* Computes the node at `level` from the one above: its cell is filled or not. Placements that drop
 * out or become complete are moved behind those that stay pending. */
static inline void boardgame_terminal_descend(struct boardgame_terminal_tree *terminal,
                                              uint32_t level, bool filled) {
    const uint64_t cell = UINT64_C(1) << (level + BOARDGAME_BLOCK_CELLS);
    const uint64_t below = cell - (UINT64_C(1) << BOARDGAME_BLOCK_CELLS);
    uint64_t count = terminal->pending[level + 1], *placement = terminal->placement;
    terminal->terminal[level] = terminal->terminal[level + 1];
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
        if (terminal->terminal[level] != &terminal->room[level])
            terminal->room[level] = *terminal->terminal[level];
        terminal->terminal[level] = &terminal->room[level];
        boardgame_mark_terminal(&terminal->room[level], cells);
    }
    terminal->pending[level] = count;
}

/* The terminal states of block `number`. */
static inline const struct boardgame_block *
boardgame_terminal_states(struct boardgame_terminal_tree *terminal, uint64_t number) {
    const uint64_t differ = terminal->number ^ number;
    for (uint32_t level = differ == 0 ? 0 : 64 - (uint32_t)__builtin_clzll(differ); level-- > 0;)
        boardgame_terminal_descend(terminal, level, number >> level & 1);
    terminal->number = number;
    return terminal->terminal[0];
}

/* Starts at the full number of `high` cells. Takes over placement[count]. No state of `outside`
 * becomes terminal. */
static inline void boardgame_terminal_start(struct boardgame_terminal_tree *terminal,
                                            uint64_t *placement, uint64_t count, uint32_t high,
                                            const struct boardgame_block *outside) {
    struct boardgame_block *root = &terminal->room[high];
    memset(root, 0, sizeof *root);
    terminal->terminal[high] = root;
    terminal->placement = placement;
    terminal->pending[high] = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (placement[i] >> BOARDGAME_BLOCK_CELLS == 0)
            boardgame_mark_terminal(root, placement[i]);
        else
            placement[terminal->pending[high]++] = placement[i];
    }
    for (size_t i = 0; i < BOARDGAME_BLOCK_VECTORS; i++)
        root->states[i] &= ~outside->states[i];
    terminal->number = (UINT64_C(1) << high) - 1;
    for (uint32_t level = high; level-- > 0;)
        boardgame_terminal_descend(terminal, level, true);
}

#endif
