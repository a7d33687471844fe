#include "bacteria/bacteria.h"

#include <string.h>

#include "bacteria/bacteria_problem.h"
#include "support/grid.h"
#include "support/interval.h"

#define MX_VARIANTS_DEF "bacteria/variants.def"
#include "variant_table.h"

#define RATE(variant, ...) {#variant, {__VA_ARGS__}},
static const struct mx_rate rates[] = {
#include "bacteria/rates.def"
    {NULL, {0}}};
#undef RATE

static uint64_t states(const void *instance) {
    const struct bacteria *board = instance;
    return mx_nonempty_intervals(board->rows) * mx_nonempty_intervals(board->cols);
}

static uint64_t state(const void *instance, uint64_t index) {
    const struct bacteria *board = instance;
    uint64_t column_intervals = mx_nonempty_intervals(board->cols);
    struct bacteria_rectangle r;
    mx_nonempty_interval(index / column_intervals, &r.top, &r.bottom);
    mx_nonempty_interval(index % column_intervals, &r.left, &r.right);
    return bacteria_state(r);
}

/* Over lines of `length` cells, `step` apart: a run of k empty cells has k(k+1)/2 intervals. */
static uint64_t open_intervals(const uint8_t *cell, size_t step, uint32_t length) {
    uint64_t run = 0, count = 0;
    for (uint32_t i = 0; i < length; i++) {
        run = cell[i * step] ? 0 : run + 1;
        count += run;
    }
    return count;
}

/* A line is an option of the rectangles that have it as a row: those whose columns are an open
 * interval of it, times the (row + 1) * (rows - row) intervals of rows that contain it. */
static uint64_t options(const void *instance) {
    const struct bacteria *board = instance;
    uint64_t rows = board->rows, cols = board->cols, count = 0;
    for (uint64_t row = 0; row < rows; row++)
        count +=
            open_intervals(board->barred + row * cols, 1, board->cols) * (row + 1) * (rows - row);
    for (uint64_t col = 0; col < cols; col++)
        count += open_intervals(board->barred + col, cols, board->rows) * (col + 1) * (cols - col);
    return count;
}

static uint32_t start(const void *instance, uint64_t parts[MX_MOST_PARTS]) {
    const struct bacteria *board = instance;
    parts[0] = bacteria_state((struct bacteria_rectangle){0, 0, board->rows, board->cols});
    return 1;
}

static void leave(struct mx_opening *opening, struct bacteria_rectangle r) {
    if (r.top < r.bottom && r.left < r.right)
        opening->part[opening->parts++] = bacteria_state(r);
}

static void row_opening(const struct bacteria *board, uint32_t row, struct mx_opening *opening) {
    *opening = (struct mx_opening){.row = row, .col = MX_WHOLE_LINE, .moves = board->cols};
    snprintf(opening->move, sizeof opening->move, "H in row %u", row + 1);
    leave(opening, (struct bacteria_rectangle){0, 0, row, board->cols});
    leave(opening, (struct bacteria_rectangle){row + 1, 0, board->rows, board->cols});
}

static void col_opening(const struct bacteria *board, uint32_t col, struct mx_opening *opening) {
    *opening = (struct mx_opening){.row = MX_WHOLE_LINE, .col = col, .moves = board->rows};
    snprintf(opening->move, sizeof opening->move, "V in column %u", col + 1);
    leave(opening, (struct bacteria_rectangle){0, 0, board->rows, col});
    leave(opening, (struct bacteria_rectangle){0, col + 1, board->rows, board->cols});
}

/* Open rows, then open columns. */
static bool opening(const void *instance, uint64_t index, struct mx_opening *opening) {
    const struct bacteria *board = instance;
    const size_t cols = board->cols;
    for (uint32_t row = 0; row < board->rows; row++)
        if (memchr(board->barred + row * cols, 1, cols) == NULL && index-- == 0) {
            row_opening(board, row, opening);
            return true;
        }
    for (uint32_t col = 0; col < cols; col++) {
        bool open = true;
        for (size_t row = 0; open && row < board->rows; row++)
            open = !board->barred[row * cols + col];
        if (open && index-- == 0) {
            col_opening(board, col, opening);
            return true;
        }
    }
    return false;
}

const struct mx_problem mx_problem_bacteria = {
    .name = "bacteria",
    .title = "Bacterial Tactics",
    .summary = "count the winning openings of a game of spreading colonies",
    .state_noun = "rectangle",
    .value_noun = "nimber",
    .instance_noun = "board",
    .work_noun = "options",
    .bytes = mx_grid_bytes,
    .same_shape = mx_grid_same_shape,
    .describe = mx_grid_describe,
    .sides = mx_grid_sides,
    .generators = bacteria_generators,
    .variants = variants,
    .rates = rates,
    .tune_loads = bacteria_tune_loads,
    .textbook = &bacteria_iterative,
    .textbook_cost = "n^5",
    .read_header = bacteria_read_header,
    .read = bacteria_read,
    .write_header = bacteria_write_header,
    .write = bacteria_write,
    .write_answer = bacteria_write_answer,
    .states = states,
    .state = state,
    .options = options,
    .describe_state = bacteria_describe_state,
    .shrink = bacteria_shrink,
    .mutate = bacteria_mutate,
    .start = start,
    .opening = opening,
    .drawing = &bacteria_drawing,
    .bench_loads = bacteria_bench_loads,
    .judging = &bacteria_judging,
};
