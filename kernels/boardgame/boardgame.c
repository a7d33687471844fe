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
    const struct boardgame *board = instance;
    return boardgame_bytes(board->pattern_count + board->placement_count);
}

static bool same_shape(const void *a, const void *b) {
    const struct boardgame *one = a, *other = b;
    return one->rows == other->rows && one->cols == other->cols && bytes(a) == bytes(b);
}

static void describe(const void *instance, char *text, size_t room) {
    const struct boardgame *board = instance;
    snprintf(text, room, "%ux%u with %" PRIu64 " pattern%s", board->rows, board->cols,
             board->pattern_count, board->pattern_count == 1 ? "" : "s");
}

static void sides(const void *instance, uint32_t *rows, uint32_t *cols) {
    const struct boardgame *board = instance;
    *rows = board->rows;
    *cols = board->cols;
}

static uint64_t states(const void *instance) {
    return UINT64_C(1) << boardgame_cells(instance);
}

static uint64_t state(const void *instance, uint64_t index) {
    (void)instance;
    return index;
}

/* Each cell is empty in half of the states. */
static uint64_t options(const void *instance) {
    uint64_t cells = boardgame_cells(instance);
    return cells << (cells - 1);
}

static uint32_t start(const void *instance, uint64_t parts[MX_MOST_PARTS]) {
    (void)instance;
    parts[0] = 0;
    return 1;
}

/* Any cell, unless the game is over before it starts: an empty placement is the only one. */
static bool opening(const void *instance, uint64_t index, struct mx_opening *opening) {
    const struct boardgame *board = instance;
    if (index >= boardgame_cells(board) ||
        (board->placement_count > 0 && boardgame_placements(board)[0] == 0))
        return false;
    const uint32_t row = (uint32_t)index / board->cols, col = (uint32_t)index % board->cols;
    *opening = (struct mx_opening){.row = row, .col = col, .moves = 1, .parts = 1};
    opening->part[0] = UINT64_C(1) << index;
    snprintf(opening->move, sizeof opening->move, "row %u, column %u", row + 1, col + 1);
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
    .bench_loads = boardgame_bench_loads,
    .judging = &boardgame_judging,
};
