/* The reference: the rules, played on an explicit board.
 *
 * Idea: a position is the set of active cells, of both classes together. For every active cell, let
 * the waves run cell by cell and take the mex over the resulting positions. Complexity:
 * exponential; each of the 2^cells sets is evaluated at most once. Invariant: memo[set] is 0 if the
 * set is unknown, else its nimber plus one. Nothing here knows about classes or rectangles, so the
 * kernel can contradict those that do; only probe turns a rectangle into the set of its cells.
 * Time: the waves.
 */
#include <stdio.h>
#include <string.h>

#include "darkraft/darkraft.h"
#include "variant.h"

/* At most one move for each cell, so nimbers stay below 64: a set of nimbers fits a word, a nimber
 * a byte. */
#define MOST_CELLS 16

struct game {
    const struct darkraft *board;
    uint8_t *memo;
    uint64_t moves; /* evaluated so far */
};

static uint32_t cell_count(const struct darkraft *board) {
    return (uint32_t)board->rows * board->cols;
}

/* The cells of `active` that remain after a wave from (row, col) in one direction. */
static uint32_t after_wave(const struct darkraft *board, uint32_t active, int row, int col,
                           int down, int right) {
    for (row += down, col += right; row >= 0 && row < board->rows && col >= 0 && col < board->cols;
         row += down, col += right) {
        uint32_t bit = UINT32_C(1) << (row * board->cols + col);
        if (!(active & bit))
            break;
        active &= ~bit;
    }
    return active;
}

static uint32_t play_move(const struct darkraft *board, uint32_t active, int cell) {
    int row = cell / board->cols, col = cell % board->cols;
    active &= ~(UINT32_C(1) << cell);
    if (board->cell[cell] != DARKRAFT_R) {
        active = after_wave(board, active, row, col, 1, -1);
        active = after_wave(board, active, row, col, -1, 1);
    }
    if (board->cell[cell] != DARKRAFT_L) {
        active = after_wave(board, active, row, col, -1, -1);
        active = after_wave(board, active, row, col, 1, 1);
    }
    return active;
}

static uint32_t nimber(struct game *game, uint32_t active) {
    if (game->memo[active] != 0)
        return game->memo[active] - 1u;
    uint64_t seen = 0;
    for (uint32_t left = active; left != 0; left &= left - 1) {
        uint32_t after = play_move(game->board, active, __builtin_ctz(left));
        game->moves++;
        seen |= UINT64_C(1) << nimber(game, after);
    }
    uint32_t mex = (uint32_t)__builtin_ctzll(~seen);
    game->memo[active] = (uint8_t)(mex + 1);
    return mex;
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct game game = {mx_instance(&run->batch, 0), run->workspace, 0};
    size_t sets = (size_t)1 << cell_count(game.board);
    memset(game.memo, 0, sets);
    run->answers[0] = nimber(&game, (uint32_t)(sets - 1)) != 0;
    if (run->work != NULL)
        run->work[0] = game.moves;
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct game game = {mx_instance(&run->batch, which), run->workspace, 0};
    struct darkraft_rectangle inside = darkraft_rectangle_of(state);
    uint32_t active = 0;
    for (uint32_t cell = 0; cell < cell_count(game.board); cell++) {
        uint32_t row = cell / game.board->cols, col = cell % game.board->cols;
        if (darkraft_inside(inside, darkraft_place_of(game.board, row, col)))
            active |= UINT32_C(1) << cell;
    }
    return nimber(&game, active);
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
    uint32_t cells = cell_count(batch->instances);
    return cells <= MOST_CELLS ? (size_t)1 << cells : SIZE_MAX;
}

const struct mx_variant darkraft_naive = {
    .name = "darkraft_naive",
    .idea = "the rules: waves run cell by cell on an explicit board",
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .unsupported = unsupported,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
