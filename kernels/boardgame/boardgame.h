/* Board Game (2022 provincial selection mock).
 *
 * Two players in turn fill one empty cell of an n x m board. A list of patterns is given, boxes of
 * 1 (must be filled) and 0 (does not matter). When the filled cells contain some pattern, moved to
 * wherever its whole box fits the board but neither turned nor mirrored, the game is over and the
 * player to move has lost: whoever completes a pattern wins. A full board without a pattern is
 * lost for the player to move as well. The answer is whether the first player, Alice, wins.
 *
 * A state is the set of filled cells, bit row * cols + col of a uint64_t. Its value is 1 when the
 * player to move wins, else 0. A *placement* is the set of cells that one pattern needs in one
 * position on the board; a state is *terminal* when it contains a placement.
 */
#ifndef MX_BOARDGAME_H
#define MX_BOARDGAME_H

#include <stddef.h>
#include <stdint.h>

#define BOARDGAME_MOST_CELLS 40u

/* The instance, made by build_boardgame.h. Equal boards with equal sets of patterns are equal
 * bytes: patterns and placements are sorted by the number of their cells, then by their word. */
struct boardgame {
    uint32_t rows, cols; /* rows * cols <= BOARDGAME_MOST_CELLS */
    uint64_t pattern_count, placement_count;
    uint64_t words[]; /* the patterns, packed, then the placements */
};

/* A pattern that fits the board. */
struct boardgame_pattern {
    uint32_t rows, cols;
    uint64_t mask; /* bit row * cols + col: the pattern has a 1 there */
};

static inline uint32_t boardgame_cells(const struct boardgame *board) {
    return board->rows * board->cols;
}

/* The full board. */
static inline uint64_t boardgame_all_cells(const struct boardgame *board) {
    return (UINT64_C(1) << boardgame_cells(board)) - 1;
}

/* Patterns as given, without duplicates and without those whose box does not fit the board. */
static inline struct boardgame_pattern boardgame_pattern_at(const struct boardgame *board,
                                                            uint64_t i) {
    uint64_t word = board->words[i];
    return (struct boardgame_pattern){(uint32_t)(word >> 48), word >> 40 & 0xff,
                                      word & ((UINT64_C(1) << 40) - 1)};
}

static inline uint64_t boardgame_pack(struct boardgame_pattern pattern) {
    return (uint64_t)pattern.rows << 48 | (uint64_t)pattern.cols << 40 | pattern.mask;
}

/* The placements, [placement_count], fewest cells first. They end the same states as the patterns
 * do; those that contain another placement are left out as far as build_boardgame.h says. */
static inline const uint64_t *boardgame_placements(const struct boardgame *board) {
    return board->words + board->pattern_count;
}

/* Bytes of an instance with this many patterns and placements, a multiple of 8. */
static inline size_t boardgame_bytes(uint64_t words) {
    return offsetof(struct boardgame, words) + (size_t)words * sizeof(uint64_t);
}

#endif
