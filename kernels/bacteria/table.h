/* The table of the scalar kernels: a nimber for every subrectangle.
 *
 * Rows top .. bottom-1 form a half-open interval, columns likewise. The layout is
 * value[rows][columns], with both intervals numbered by mx_interval. Empty rectangles are entries
 * too, with value 0, so a move along the border needs no special case. All functions are static:
 * this header is compiled into every variant with the flags of that variant.
 */
#ifndef MX_BACTERIA_TABLE_H
#define MX_BACTERIA_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bacteria/bacteria.h"
#include "support/interval.h"
#include "support/nimbers.h"
#include "variant.h"

struct bacteria_table {
    uint32_t rows, cols;
    size_t column_intervals;
    uint16_t *value;     /* [mx_intervals(rows)][column_intervals] */
    uint16_t *run_west;  /* [rows][cols + 1]: empty cells in a row that end before this column */
    uint16_t *run_north; /* [cols][rows + 1]: the same in a column, before this row */
};

static inline size_t bacteria_table_entries(const struct bacteria *board) {
    return (size_t)(mx_intervals(board->rows) * mx_intervals(board->cols));
}

static inline size_t bacteria_table_bytes(const struct bacteria *board) {
    size_t runs =
        (size_t)board->rows * (board->cols + 1u) + (size_t)board->cols * (board->rows + 1u);
    return (bacteria_table_entries(board) + runs) * sizeof(uint16_t);
}

/* Lays the table out in bacteria_table_bytes of `memory`; touches nothing. */
static inline struct bacteria_table bacteria_table_at(const struct bacteria *board, void *memory) {
    struct bacteria_table table = {board->rows, board->cols, (size_t)mx_intervals(board->cols),
                                   memory,      NULL,        NULL};
    table.run_west = table.value + bacteria_table_entries(board);
    table.run_north = table.run_west + (size_t)board->rows * (board->cols + 1u);
    return table;
}

static inline void bacteria_table_measure_runs(const struct bacteria_table *t,
                                               const struct bacteria *board) {
    for (size_t row = 0; row < t->rows; row++)
        t->run_west[row * (t->cols + 1)] = 0;
    for (size_t col = 0; col < t->cols; col++)
        t->run_north[col * (t->rows + 1)] = 0;
    for (size_t row = 0; row < t->rows; row++)
        for (size_t col = 0; col < t->cols; col++) {
            bool barred = board->barred[row * t->cols + col];
            uint16_t *west = t->run_west + row * (t->cols + 1) + col;
            uint16_t *north = t->run_north + col * (t->rows + 1) + row;
            west[1] = barred ? 0 : (uint16_t)(west[0] + 1);
            north[1] = barred ? 0 : (uint16_t)(north[0] + 1);
        }
}

static inline uint16_t *bacteria_table_entry(const struct bacteria_table *t, uint32_t top,
                                             uint32_t left, uint32_t bottom, uint32_t right) {
    return t->value + mx_interval(top, bottom) * t->column_intervals + mx_interval(left, right);
}

/* Whether row `row` has no radioactive cell in columns left .. right-1. */
static inline bool bacteria_row_open(const struct bacteria_table *t, uint32_t row, uint32_t left,
                                     uint32_t right) {
    return t->run_west[(size_t)row * (t->cols + 1) + right] >= right - left;
}

static inline bool bacteria_column_open(const struct bacteria_table *t, uint32_t col, uint32_t top,
                                        uint32_t bottom) {
    return t->run_north[(size_t)col * (t->rows + 1) + bottom] >= bottom - top;
}

/* The nimber of the option along row `row`: the part above XOR the part below. */
static inline uint32_t bacteria_row_option(const struct bacteria_table *t,
                                           struct bacteria_rectangle r, uint32_t row) {
    return *bacteria_table_entry(t, r.top, r.left, row, r.right) ^
           *bacteria_table_entry(t, row + 1, r.left, r.bottom, r.right);
}

static inline uint32_t bacteria_column_option(const struct bacteria_table *t,
                                              struct bacteria_rectangle r, uint32_t col) {
    return *bacteria_table_entry(t, r.top, r.left, r.bottom, col) ^
           *bacteria_table_entry(t, r.top, col + 1, r.bottom, r.right);
}

/* The mex over the options of a rectangle whose parts are all known. Adds the number of options to
 * *options. The result fits uint16_t: there are at most BACTERIA_MOST_SIDE * 2 = 8192 options. */
static inline uint16_t bacteria_table_mex(const struct bacteria_table *t,
                                          struct bacteria_rectangle r, uint64_t *options) {
    struct mx_nimbers seen;
    mx_nimbers_start(&seen, r.bottom - r.top + r.right - r.left);
    for (uint32_t row = r.top; row < r.bottom; row++)
        if (bacteria_row_open(t, row, r.left, r.right)) {
            mx_nimbers_add(&seen, bacteria_row_option(t, r, row));
            ++*options;
        }
    for (uint32_t col = r.left; col < r.right; col++)
        if (bacteria_column_open(t, col, r.top, r.bottom)) {
            mx_nimbers_add(&seen, bacteria_column_option(t, r, col));
            ++*options;
        }
    return (uint16_t)mx_nimbers_mex(&seen);
}

/* The answer, once the parts of all openings are known. An opening wins when it leaves nimber 0. A
 * winning row counts once for each of its cells, a column likewise. */
static inline uint64_t bacteria_table_answer(const struct bacteria_table *t) {
    struct bacteria_rectangle all = {0, 0, t->rows, t->cols};
    uint64_t count = 0;
    for (uint32_t row = 0; row < t->rows; row++)
        if (bacteria_row_open(t, row, 0, t->cols) && bacteria_row_option(t, all, row) == 0)
            count += t->cols;
    for (uint32_t col = 0; col < t->cols; col++)
        if (bacteria_column_open(t, col, 0, t->rows) && bacteria_column_option(t, all, col) == 0)
            count += t->rows;
    return count;
}

/* workspace_bytes of the variants that keep the whole table. */
static inline size_t bacteria_table_workspace(const struct mx_batch *batch, int threads) {
    (void)threads;
    return bacteria_table_bytes(batch->instances);
}

static inline uint32_t bacteria_table_probe(const struct mx_run *run, uint32_t which,
                                            uint64_t state) {
    struct bacteria_table table =
        bacteria_table_at(mx_instance(&run->batch, which), run->workspace);
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    return *bacteria_table_entry(&table, r.top, r.left, r.bottom, r.right);
}

#endif
