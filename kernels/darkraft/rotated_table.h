/* The tables of the scalar kernels: the grid of each class and a nimber for every subrectangle.
 *
 * Rows top .. bottom-1 of a grid form a half-open interval, columns likewise. The layout is
 * value[rows][columns], with both intervals numbered by mx_interval. Empty rectangles are entries
 * too, with value 0, so a move along the border needs no special case. All functions are static:
 * this header is compiled into every variant with the flags of that variant.
 *
 * Width of a nimber: all L in one row of a rectangle leave the same two parts, and so do all R in
 * one column. A rectangle with h rows, w columns and x cells of X therefore has at most h + w + x
 * different options, and its nimber is not higher. Boards for which that could exceed
 * MX_NIMBERS_MOST are unsupported, so every nimber fits a uint16_t and leaves UINT16_MAX free.
 */
#ifndef MX_DARKRAFT_ROTATED_TABLE_H
#define MX_DARKRAFT_ROTATED_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "darkraft/darkraft.h"
#include "support/interval.h"
#include "support/nimbers.h"
#include "variant.h"

/* One class. */
struct darkraft_table {
    uint32_t parity, rows, cols;
    uint32_t crosses; /* cells of X */
    size_t column_intervals;
    uint16_t *value; /* [mx_intervals(rows)][column_intervals] */
    uint8_t *letter; /* [rows][cols]; 0 = no cell */
};

static inline uint64_t darkraft_table_entries(const struct darkraft *board, uint32_t parity) {
    return mx_intervals(darkraft_grid_rows(board, parity)) *
           mx_intervals(darkraft_grid_cols(board, parity));
}

/* A multiple of 64; below 2^40, as no side exceeds DARKRAFT_MOST_SIDE. */
static inline uint64_t darkraft_table_bytes(const struct darkraft *board, uint32_t parity) {
    uint64_t cells =
        (uint64_t)darkraft_grid_rows(board, parity) * darkraft_grid_cols(board, parity);
    return (darkraft_table_entries(board, parity) * sizeof(uint16_t) + cells + 63) / 64 * 64;
}

/* Lays one class out in a workspace that holds the even class, then the odd one; touches nothing
 * and leaves `crosses` to darkraft_table_rotate. */
static inline struct darkraft_table darkraft_table_at(const struct darkraft *board, uint32_t parity,
                                                      void *workspace) {
    char *memory = (char *)workspace + (parity ? (size_t)darkraft_table_bytes(board, 0) : 0);
    struct darkraft_table table = {parity,
                                   darkraft_grid_rows(board, parity),
                                   darkraft_grid_cols(board, parity),
                                   0,
                                   (size_t)mx_intervals(darkraft_grid_cols(board, parity)),
                                   (uint16_t *)(void *)memory,
                                   NULL};
    table.letter = (uint8_t *)(table.value + darkraft_table_entries(board, parity));
    return table;
}

/* Fills the grid with the class's letters. */
static inline void darkraft_table_rotate(struct darkraft_table *t, const struct darkraft *board) {
    memset(t->letter, 0, (size_t)t->rows * t->cols);
    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = (row + t->parity) % 2; col < board->cols; col += 2) {
            struct darkraft_place at = darkraft_place_of(board, row, col);
            uint8_t letter = board->cell[(size_t)row * board->cols + col];
            t->letter[(size_t)at.u * t->cols + at.v] = letter;
            t->crosses += letter == DARKRAFT_X;
        }
}

/* Prepares both classes: all values 0, which is final for empty rectangles, and the letters in
 * place. */
static inline void darkraft_tables_start(struct darkraft_table table[2],
                                         const struct darkraft *board, void *workspace) {
    for (uint32_t parity = 0; parity < 2; parity++) {
        table[parity] = darkraft_table_at(board, parity, workspace);
        memset(table[parity].value, 0, darkraft_table_entries(board, parity) * sizeof(uint16_t));
        darkraft_table_rotate(&table[parity], board);
    }
}

static inline uint16_t *darkraft_table_entry(const struct darkraft_table *t, uint32_t top,
                                             uint32_t left, uint32_t bottom, uint32_t right) {
    return t->value + mx_interval(top, bottom) * t->column_intervals + mx_interval(left, right);
}

/* The nimber of the option at (u, v): the XOR of the parts above and below row u, left and right of
 * column v, or in all four quadrants. */
static inline uint32_t darkraft_table_option(const struct darkraft_table *t,
                                             struct darkraft_rectangle r, uint8_t letter,
                                             uint32_t u, uint32_t v) {
    switch (letter) {
    case DARKRAFT_L:
        return *darkraft_table_entry(t, r.top, r.left, u, r.right) ^
               *darkraft_table_entry(t, u + 1, r.left, r.bottom, r.right);
    case DARKRAFT_R:
        return *darkraft_table_entry(t, r.top, r.left, r.bottom, v) ^
               *darkraft_table_entry(t, r.top, v + 1, r.bottom, r.right);
    default:
        return *darkraft_table_entry(t, r.top, r.left, u, v) ^
               *darkraft_table_entry(t, r.top, v + 1, u, r.right) ^
               *darkraft_table_entry(t, u + 1, r.left, r.bottom, v) ^
               *darkraft_table_entry(t, u + 1, v + 1, r.bottom, r.right);
    }
}

/* Bound on the number of different options of a rectangle, see above. */
static inline uint32_t darkraft_table_most_options(const struct darkraft_table *t,
                                                   struct darkraft_rectangle r) {
    uint32_t height = r.bottom - r.top, width = r.right - r.left, area = height * width;
    return height + width + (area < t->crosses ? area : t->crosses);
}

/* The mex over the options of a rectangle whose parts are all known. Adds the number of options,
 * one for each cell, to *options. */
static inline uint16_t darkraft_table_mex(const struct darkraft_table *t,
                                          struct darkraft_rectangle r, uint64_t *options) {
    struct mx_nimbers seen;
    mx_nimbers_start(&seen, darkraft_table_most_options(t, r));
    for (uint32_t u = r.top; u < r.bottom; u++)
        for (uint32_t v = r.left; v < r.right; v++) {
            uint8_t letter = t->letter[(size_t)u * t->cols + v];
            if (letter == 0)
                continue;
            mx_nimbers_add(&seen, darkraft_table_option(t, r, letter, u, v));
            ++*options;
        }
    return (uint16_t)mx_nimbers_mex(&seen);
}

/* Computes all rectangles of one size, given all smaller ones; none if the size does not fit the
 * grid. Returns the number of their options. */
static inline uint64_t darkraft_table_fill(const struct darkraft_table *t, uint32_t height,
                                           uint32_t width) {
    uint64_t options = 0;
    for (uint32_t top = 0; top + height <= t->rows; top++)
        for (uint32_t left = 0; left + width <= t->cols; left++) {
            struct darkraft_rectangle r = {t->parity, top, left, top + height, left + width};
            *darkraft_table_entry(t, r.top, r.left, r.bottom, r.right) =
                darkraft_table_mex(t, r, &options);
        }
    return options;
}

/* The nimber of the whole grid, once it is known. */
static inline uint32_t darkraft_table_root(const struct darkraft_table *t) {
    return *darkraft_table_entry(t, 0, 0, t->rows, t->cols);
}

static inline uint64_t darkraft_tables_answer(const struct darkraft_table table[2]) {
    return darkraft_table_root(&table[0]) != darkraft_table_root(&table[1]);
}

/* unsupported, workspace_bytes and probe of the variants that keep both tables. */
static inline const char *darkraft_tables_unsupported(const void *instance, char *why,
                                                      size_t room) {
    const struct darkraft *board = instance;
    uint32_t crosses[2] = {0, 0};
    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++)
            crosses[(row + col) % 2] += board->cell[(size_t)row * board->cols + col] == DARKRAFT_X;
    uint32_t most = crosses[0] > crosses[1] ? crosses[0] : crosses[1];
    uint32_t lines = (uint32_t)board->rows + board->cols;
    if (lines + most <= MX_NIMBERS_MOST)
        return NULL;
    snprintf(why, room, "has nimbers of 16 bits, this board's might reach %u", lines + most);
    return why;
}

static inline size_t darkraft_tables_workspace(const struct mx_batch *batch, int threads) {
    (void)threads;
    uint64_t bytes =
        darkraft_table_bytes(batch->instances, 0) + darkraft_table_bytes(batch->instances, 1);
    return bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

static inline uint32_t darkraft_tables_probe(const struct mx_run *run, uint32_t which,
                                             uint64_t state) {
    struct darkraft_rectangle r = darkraft_rectangle_of(state);
    struct darkraft_table table =
        darkraft_table_at(mx_instance(&run->batch, which), r.parity, run->workspace);
    return *darkraft_table_entry(&table, r.top, r.left, r.bottom, r.right);
}

#endif
