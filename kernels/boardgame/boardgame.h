/* Board Game (2022 provincial selection mock).
 *
 * Two players in turn fill one empty cell of an n x m board. A list of patterns is given, boxes of
 * 1 (must be filled) and 0 (does not matter). When the filled cells contain some pattern, moved to
 * wherever its whole box fits the board but neither turned nor mirrored, the game is over.
 *
 * Normal play: whoever completes a pattern wins. A full board without a pattern is lost for the
 * player to move. Misere play: whoever completes a pattern loses, and so does whoever fills the
 * last cell. The answer is whether the player to move, Alice, wins from the position that is given,
 * which is the empty board unless some cells are filled.
 *
 * A state is a set of cells that are filled after the start: bit i is the cell that is number i, in
 * reading order, of those empty at the start. Its value is 1 when the player to move wins, else 0.
 * A *placement* is the set of empty cells that one pattern still needs in one place on the board;
 * a state is *terminal* when it contains a placement. With at least one placement, a full board is
 * terminal, too. In misere play without one, the set of all cells is a placement: so filling the
 * last cell needs no rule of its own, in neither kind of play.
 */
#ifndef MX_BOARDGAME_H
#define MX_BOARDGAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOARDGAME_MOST_CELLS 64u
#define BOARDGAME_TABLE_CELLS 48u /* the most cells of a table of all states */

/* A pattern that fits the board. */
struct boardgame_pattern {
    uint32_t rows, cols;
    uint64_t mask; /* bit row * cols + col: the pattern has a 1 there */
};
#define BOARDGAME_PATTERN_WORDS (sizeof(struct boardgame_pattern) / sizeof(uint64_t))

/* The instance, made by build_boardgame.h. Equal games with equal sets of patterns are equal bytes:
 * patterns are sorted by their number of 1s, then by rows, columns and mask; placements by the
 * number of their cells, then by their word. */
struct boardgame {
    uint32_t rows, cols; /* rows * cols <= BOARDGAME_MOST_CELLS */
    uint64_t filled;     /* at the start: bit row * cols + col */
    uint64_t misere;     /* 1 = misere play, 0 = normal play */
    uint64_t pattern_count, placement_count;
    uint64_t words[]; /* the patterns, then the placements */
};

/* The set of the lowest `cells` cells. */
static inline uint64_t boardgame_lowest(uint32_t cells) {
    return cells < 64 ? (UINT64_C(1) << cells) - 1 : UINT64_MAX;
}

/* The cells of the board that are empty at the start. */
static inline uint64_t boardgame_empty(const struct boardgame *board) {
    return boardgame_lowest(board->rows * board->cols) & ~board->filled;
}

/* Their number: the bits of a state. */
static inline uint32_t boardgame_cells(const struct boardgame *board) {
    return (uint32_t)__builtin_popcountll(boardgame_empty(board));
}

/* The full board, as a state. */
static inline uint64_t boardgame_all_cells(const struct boardgame *board) {
    return boardgame_lowest(boardgame_cells(board));
}

/* All cells of the board that are filled in this state. */
static inline uint64_t boardgame_on_board(const struct boardgame *board, uint64_t state) {
    uint64_t cells = board->filled;
    for (uint64_t empty = boardgame_empty(board); state != 0; state >>= 1, empty &= empty - 1)
        cells |= state & 1 ? empty & -empty : 0;
    return cells;
}

/* The state in which these cells of the board are filled; those of the start are left out. */
static inline uint64_t boardgame_as_state(const struct boardgame *board, uint64_t cells) {
    if (board->filled == 0)
        return cells;
    uint64_t state = 0, bit = 1;
    for (uint64_t empty = boardgame_empty(board); empty != 0; empty &= empty - 1, bit <<= 1)
        state |= cells & empty & -empty ? bit : 0;
    return state;
}

/* The moves of all states: each cell is empty in half of them. UINT64_MAX = more than fit. */
static inline uint64_t boardgame_options(const struct boardgame *board) {
    const uint64_t cells = boardgame_cells(board);
    return cells == 0 ? 0 : cells < 60 ? cells << (cells - 1) : UINT64_MAX;
}

/* For `unsupported` of a kernel that keeps a table of all states. */
static inline const char *boardgame_beyond_tables(const void *instance, char *why, size_t room) {
    (void)why, (void)room;
    return boardgame_cells(instance) <= BOARDGAME_TABLE_CELLS
               ? NULL
               : "tables are for boards of at most 48 empty cells";
}

/* Patterns as given, without duplicates and without those whose box does not fit the board. */
static inline struct boardgame_pattern boardgame_pattern_at(const struct boardgame *board,
                                                            uint64_t i) {
    return ((const struct boardgame_pattern *)board->words)[i];
}

/* The placements, [placement_count], fewest cells first. They end the same states as the patterns
 * do; those that contain another placement are left out as far as build_boardgame.h says. */
static inline const uint64_t *boardgame_placements(const struct boardgame *board) {
    return board->words + board->pattern_count * BOARDGAME_PATTERN_WORDS;
}

/* Bytes of an instance with this many words, a multiple of 8. */
static inline size_t boardgame_bytes(uint64_t words) {
    return offsetof(struct boardgame, words) + (size_t)words * sizeof(uint64_t);
}

/* The bytes of this one. */
static inline size_t boardgame_size(const struct boardgame *board) {
    return boardgame_bytes(board->pattern_count * BOARDGAME_PATTERN_WORDS + board->placement_count);
}

#endif
