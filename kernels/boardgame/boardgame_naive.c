/* The reference: the rules, played on the patterns as given.
 *
 * Idea: a state is lost when a pattern lies filled somewhere on the board, which is tested position
 * by position and cell by cell. Otherwise it is won when one of its moves leaves a lost state.
 * Complexity: exponential, without memory: a state is played out each time it is met. Invariant:
 * none. Nothing here uses the placements, so the kernel can contradict those that do. Time: the
 * tests of the patterns.
 */
#include <stdio.h>

#include "boardgame/boardgame.h"
#include "variant.h"

#define MOST_CELLS 9

/* Whether the pattern is filled when the upper left corner of its box is at (top, left). */
static bool is_filled_at(const struct boardgame *board, struct boardgame_pattern pattern,
                         uint64_t filled, uint32_t top, uint32_t left) {
    for (uint32_t row = 0; row < pattern.rows; row++)
        for (uint32_t col = 0; col < pattern.cols; col++) {
            bool needed = pattern.mask >> (row * pattern.cols + col) & 1;
            bool there = filled >> ((top + row) * board->cols + left + col) & 1;
            if (needed && !there)
                return false;
        }
    return true;
}

static bool is_filled_somewhere(const struct boardgame *board, struct boardgame_pattern pattern,
                                uint64_t filled) {
    for (uint32_t top = 0; top + pattern.rows <= board->rows; top++)
        for (uint32_t left = 0; left + pattern.cols <= board->cols; left++)
            if (is_filled_at(board, pattern, filled, top, left))
                return true;
    return false;
}

static bool is_terminal(const struct boardgame *board, uint64_t filled) {
    for (uint64_t i = 0; i < board->pattern_count; i++)
        if (is_filled_somewhere(board, boardgame_pattern_at(board, i), filled))
            return true;
    return false;
}

/* Whether the player to move wins when these cells of the board are filled: in misere play, the
 * opponent has lost by completing a pattern or by filling the last cell. Adds the number of moves
 * played to *moves. */
static bool wins(const struct boardgame *board, uint64_t filled, uint64_t *moves) {
    if (is_terminal(board, filled))
        return board->misere;
    bool full = true;
    for (uint32_t cell = 0; cell < board->rows * board->cols; cell++) {
        if (filled >> cell & 1)
            continue;
        full = false;
        ++*moves;
        if (!wins(board, filled | UINT64_C(1) << cell, moves))
            return true;
    }
    return full && board->misere;
}

static enum mx_outcome solve(const struct mx_run *run) {
    uint64_t moves = 0;
    const struct boardgame *board = mx_instance(&run->batch, 0);
    run->answers[0] = wins(board, board->filled, &moves);
    if (run->work != NULL)
        run->work[0] = moves;
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    uint64_t moves = 0;
    const struct boardgame *board = mx_instance(&run->batch, which);
    return wins(board, boardgame_on_board(board, state), &moves);
}

static const char *unsupported(const void *instance, char *why, size_t room) {
    const struct boardgame *board = instance;
    uint32_t cells = boardgame_cells(board);
    if (cells <= MOST_CELLS)
        return NULL;
    snprintf(why, room, "plays boards of at most %d empty cells out, this one has %u", MOST_CELLS,
             cells);
    return why;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return 0;
}

const struct mx_variant boardgame_naive = {
    .name = "boardgame_naive",
    .idea = "the rules: every line of play to its end, patterns looked up cell by cell",
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .unsupported = unsupported,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
