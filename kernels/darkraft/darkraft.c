#include "darkraft/darkraft.h"

#include "darkraft/darkraft_problem.h"
#include "support/grid.h"
#include "support/interval.h"

#define MX_VARIANTS_DEF "darkraft/variants.def"
#include "variant_table.h"

#define RATE(variant, ...) {#variant, {__VA_ARGS__}},
static const struct mx_rate rates[] = {
#include "darkraft/rates.def"
    {NULL, {0}}};
#undef RATE

static uint64_t class_states(const struct darkraft *board, uint32_t parity) {
    return mx_nonempty_intervals(darkraft_grid_rows(board, parity)) *
           mx_nonempty_intervals(darkraft_grid_cols(board, parity));
}

static uint64_t states(const void *instance) {
    return class_states(instance, 0) + class_states(instance, 1);
}

/* The even class first. */
static uint64_t state(const void *instance, uint64_t index) {
    uint64_t even = class_states(instance, 0);
    struct darkraft_rectangle r = {.parity = index >= even};
    index -= r.parity ? even : 0;
    uint64_t column_intervals = mx_nonempty_intervals(darkraft_grid_cols(instance, r.parity));
    mx_nonempty_interval(index / column_intervals, &r.top, &r.bottom);
    mx_nonempty_interval(index % column_intervals, &r.left, &r.right);
    return darkraft_state(r);
}

/* Each cell is an option of the rectangles around it: (u + 1) * (grid rows - u) intervals of rows
 * contain it, columns likewise. No overflow: 2^20 cells, in less than 2^19 intervals each way. */
static uint64_t options(const void *instance) {
    const struct darkraft *board = instance;
    uint64_t count = 0;
    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++) {
            struct darkraft_place at = darkraft_place_of(board, row, col);
            uint64_t below = darkraft_grid_rows(board, at.parity) - at.u;
            uint64_t right = darkraft_grid_cols(board, at.parity) - at.v;
            count += (at.u + 1) * below * (at.v + 1) * right;
        }
    return count;
}

/* The whole grid of a class; empty only for the odd class of a 1x1 board. */
static struct darkraft_rectangle whole(const struct darkraft *board, uint32_t parity) {
    return (struct darkraft_rectangle){parity, 0, 0, darkraft_grid_rows(board, parity),
                                       darkraft_grid_cols(board, parity)};
}

static uint32_t add_part(uint64_t *parts, uint32_t count, struct darkraft_rectangle r) {
    if (r.top < r.bottom && r.left < r.right)
        parts[count++] = darkraft_state(r);
    return count;
}

static uint32_t start(const void *instance, uint64_t parts[MX_MOST_PARTS]) {
    return add_part(parts, add_part(parts, 0, whole(instance, 0)), whole(instance, 1));
}

/* Adds what the letter leaves of the whole grid of its class: the rows above and below it if it
 * cuts its row, each split into the columns left and right if it cuts its column. */
static uint32_t add_rest(uint64_t *parts, uint32_t count, const struct darkraft *board,
                         struct darkraft_place at, uint8_t letter) {
    const struct darkraft_rectangle all = whole(board, at.parity);
    const bool rows = letter & DARKRAFT_L, cols = letter & DARKRAFT_R;
    for (uint32_t band = 0; band <= rows; band++)
        for (uint32_t side = 0; side <= cols; side++) {
            struct darkraft_rectangle r = all;
            if (rows)
                *(band ? &r.top : &r.bottom) = at.u + band;
            if (cols)
                *(side ? &r.left : &r.right) = at.v + side;
            count = add_part(parts, count, r);
        }
    return count;
}

static bool opening(const void *instance, uint64_t index, struct mx_opening *opening) {
    const struct darkraft *board = instance;
    if (index >= (uint64_t)board->rows * board->cols)
        return false;
    const uint32_t row = (uint32_t)index / board->cols, col = (uint32_t)index % board->cols;
    const struct darkraft_place at = darkraft_place_of(board, row, col);
    *opening = (struct mx_opening){.row = row, .col = col, .moves = 1};
    snprintf(opening->move, sizeof opening->move, "row %u, column %u", row + 1, col + 1);
    opening->parts = add_rest(opening->part, 0, board, at, board->cell[index]);
    opening->parts = add_part(opening->part, opening->parts, whole(board, !at.parity));
    return true;
}

const struct mx_problem mx_problem_darkraft = {
    .name = "darkraft",
    .title = "World of Darkraft",
    .summary = "decide who wins a game of waves along the diagonals",
    .state_noun = "rectangle",
    .value_noun = "nimber",
    .instance_noun = "board",
    .work_noun = "options",
    .bytes = mx_grid_bytes,
    .same_shape = mx_grid_same_shape,
    .describe = mx_grid_describe,
    .sides = mx_grid_sides,
    .generators = darkraft_generators,
    .variants = variants,
    .rates = rates,
    .tune_loads = darkraft_tune_loads,
    .textbook = &darkraft_iterative,
    .textbook_cost = "n^6",
    .dialects = darkraft_dialects,
    .read_header = darkraft_read_header,
    .read = darkraft_read,
    .write_header = darkraft_write_header,
    .write = darkraft_write,
    .write_answer = darkraft_write_answer,
    .states = states,
    .state = state,
    .options = options,
    .describe_state = darkraft_describe_state,
    .shrink = darkraft_shrink,
    .mutate = darkraft_mutate,
    .start = start,
    .opening = opening,
    .drawing = &darkraft_drawing,
    .bench_loads = darkraft_bench_loads,
    .judging = &darkraft_judging,
};
