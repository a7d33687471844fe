#include "boardgame/boardgame.h"

#include <inttypes.h>

#include "boardgame/boardgame_problem.h"

#define MX_VARIANTS_DEF "boardgame/variants.def"
#include "variant_table.h"

#define RATE(variant, ...) {#variant, {__VA_ARGS__}},
static const struct mx_rate rates[] = {
#include "boardgame/rates.def"
    {NULL, {0}}};
#undef RATE

static size_t bytes(const void *instance) {
    return boardgame_size(instance);
}

static bool same_shape(const void *a, const void *b) {
    const struct boardgame *one = a, *other = b;
    return one->rows == other->rows && one->cols == other->cols && one->misere == other->misere &&
           boardgame_cells(one) == boardgame_cells(other) &&
           one->pattern_count == other->pattern_count &&
           one->placement_count == other->placement_count;
}

static void describe(const void *instance, char *text, size_t room) {
    const struct boardgame *board = instance;
    char start[32] = "";
    if (board->filled != 0)
        snprintf(start, sizeof start, ", %d cells filled", __builtin_popcountll(board->filled));
    snprintf(text, room, "%ux%u with %" PRIu64 " pattern%s%s%s", board->rows, board->cols,
             board->pattern_count, board->pattern_count == 1 ? "" : "s",
             board->misere ? ", misere" : "", start);
}

static void sides(const void *instance, uint32_t *rows, uint32_t *cols) {
    const struct boardgame *board = instance;
    *rows = board->rows;
    *cols = board->cols;
}

static uint64_t states(const void *instance) {
    const uint32_t cells = boardgame_cells(instance);
    return cells < 64 ? UINT64_C(1) << cells : UINT64_MAX;
}

static uint64_t state(const void *instance, uint64_t index) {
    (void)instance;
    return index;
}

/* Each cell is empty in half of the states. */
static uint64_t options(const void *instance) {
    return boardgame_options(instance);
}

static uint32_t start(const void *instance, uint64_t parts[MX_MOST_PARTS]) {
    (void)instance;
    parts[0] = 0;
    return 1;
}

void boardgame_fill(const struct boardgame *board, uint64_t state, uint32_t cell,
                    struct mx_opening *move) {
    const uint64_t filled = UINT64_C(1) << cell;
    const uint32_t place =
        (uint32_t)__builtin_ctzll(boardgame_on_board(board, filled) & ~board->filled);
    const uint32_t row = place / board->cols, col = place % board->cols;
    *move = (struct mx_opening){.row = row, .col = col, .moves = 1, .parts = 1};
    move->part[0] = state | filled;
    snprintf(move->move, sizeof move->move, "row %u, column %u", row + 1, col + 1);
}

/* Any empty cell, unless the game is over before it starts: an empty placement is the only one. */
static bool opening(const void *instance, uint64_t index, struct mx_opening *opening) {
    const struct boardgame *board = instance;
    if (index >= boardgame_cells(board) ||
        (board->placement_count > 0 && boardgame_placements(board)[0] == 0))
        return false;
    boardgame_fill(board, 0, (uint32_t)index, opening);
    return true;
}

const struct mx_problem mx_problem_boardgame = {
    .name = "boardgame",
    .title = "Board Game",
    .summary = "decide who first completes a pattern by filling cells in turn",
    .state_noun = "set of filled cells",
    .value_noun = "win for the player to move",
    .instance_noun = "board",
    .work_noun = "options",
    .bytes = bytes,
    .same_shape = same_shape,
    .describe = describe,
    .sides = sides,
    .generators = boardgame_generators,
    .variants = variants,
    .rates = rates,
    .tune_loads = boardgame_tune_loads,
    .textbook = &boardgame_iterative,
    .textbook_cost = "n 2^n",
    .read_header = boardgame_read_header,
    .read = boardgame_read,
    .write_header = boardgame_write_header,
    .write = boardgame_write,
    .settings = boardgame_settings,
    .write_answer = boardgame_write_answer,
    .states = states,
    .state = state,
    .options = options,
    .describe_state = boardgame_describe_state,
    .shrink = boardgame_shrink,
    .mutate = boardgame_mutate,
    .start = start,
    .opening = opening,
    .drawing = &boardgame_drawing,
    .layer_noun = "cells filled",
    .bench_loads = boardgame_bench_loads,
    .judging = &boardgame_judging,
};
