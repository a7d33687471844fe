/* The reference: the rules, played on an explicit board.
 *
 * Idea: a position is the set of cells that hold bacteria. For every empty cell and both types, let
 * the colony spread cell by cell and take the mex over the resulting positions. Complexity:
 * exponential; each of the 2^cells sets is evaluated at most once. Invariant: memo[set] is 0 if the
 * set is unknown, else its nimber plus one. Nothing here knows about rectangles, so the kernel can
 * contradict those that do; only probe turns a rectangle into the set that fills everything around
 * it. Time: the spreading of colonies.
 */
#include <stdio.h>
#include <string.h>

#include "bacteria/bacteria.h"
#include "variant.h"

/* At most 2 * 16 moves, so every nimber is below 64: a set of nimbers fits a word, a nimber a byte.
 */
#define MOST_CELLS 16

struct game {
    const struct bacteria *board;
    uint8_t *memo;
    uint64_t moves; /* evaluated so far */
};

static uint32_t cell_count(const struct bacteria *board) {
    return (uint32_t)board->rows * board->cols;
}

/* Adds to *colony the cells from (row, col) on in one direction, up to the edge or another colony.
 * Returns false when the spread reaches a radioactive cell. */
static bool spread_arm(const struct bacteria *board, uint32_t filled, int row, int col, int down,
                       int right, uint32_t *colony) {
    for (; row >= 0 && row < board->rows && col >= 0 && col < board->cols;
         row += down, col += right) {
        int cell = row * board->cols + col;
        if (filled >> cell & 1)
            return true;
        if (board->barred[cell])
            return false;
        *colony |= UINT32_C(1) << cell;
    }
    return true;
}

/* Places a colony and writes the resulting position to *after. Returns false when the move is not
 * allowed or loses at once. */
static bool play_move(const struct bacteria *board, uint32_t filled, int cell, bool vertical,
                      uint32_t *after) {
    int row = cell / board->cols, col = cell % board->cols;
    if (filled >> cell & 1 || board->barred[cell])
        return false;
    *after = filled;
    return spread_arm(board, filled, row, col, -vertical, -!vertical, after) &&
           spread_arm(board, filled, row, col, vertical, !vertical, after);
}

static uint32_t nimber(struct game *game, uint32_t filled) {
    if (game->memo[filled] != 0)
        return game->memo[filled] - 1u;
    uint64_t seen = 0;
    for (int move = 0; move < 2 * (int)cell_count(game->board); move++) {
        uint32_t after;
        if (!play_move(game->board, filled, move / 2, move % 2, &after))
            continue;
        game->moves++;
        seen |= UINT64_C(1) << nimber(game, after);
    }
    uint32_t mex = (uint32_t)__builtin_ctzll(~seen);
    game->memo[filled] = (uint8_t)(mex + 1);
    return mex;
}

static uint64_t winning_openings(struct game *game) {
    uint64_t count = 0;
    for (int move = 0; move < 2 * (int)cell_count(game->board); move++) {
        uint32_t after;
        count += play_move(game->board, 0, move / 2, move % 2, &after) && nimber(game, after) == 0;
    }
    return count;
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct game game = {mx_instance(&run->batch, 0), run->workspace, 0};
    memset(game.memo, 0, (size_t)1 << cell_count(game.board));
    nimber(&game, 0);
    run->answers[0] = winning_openings(&game);
    if (run->work != NULL)
        run->work[0] = game.moves;
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct game game = {mx_instance(&run->batch, which), run->workspace, 0};
    struct bacteria_rectangle inside = bacteria_rectangle_of(state);
    uint32_t filled = 0;
    for (uint32_t cell = 0; cell < cell_count(game.board); cell++) {
        uint32_t row = cell / game.board->cols, col = cell % game.board->cols;
        if (row < inside.top || row >= inside.bottom || col < inside.left || col >= inside.right)
            filled |= UINT32_C(1) << cell;
    }
    return nimber(&game, filled);
}

static const char *unsupported(const void *instance, char *why, size_t room) {
    uint32_t cells = cell_count(instance);
    if (cells <= MOST_CELLS)
        return NULL;
    snprintf(why, room, "plays on sets of at most %d cells, this board has %u", MOST_CELLS, cells);
    return why;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    return (size_t)1 << cell_count(batch->instances);
}

const struct mx_variant bacteria_naive = {
    .name = "bacteria_naive",
    .idea = "the rules: colonies spread cell by cell on an explicit board",
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .unsupported = unsupported,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
