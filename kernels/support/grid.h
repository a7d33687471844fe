/* Instances that are a grid of cells, one byte each: the functions that do not depend on the rules.
 *
 * A grid is laid out as uint16_t rows, uint16_t cols, then rows * cols cells, row by row. A problem
 * gives that layout a structure and names of its own; the functions here take it by `const void *`.
 * Those that make a grid return NULL when memory is short; it lives in the arena.
 */
#ifndef MX_SUPPORT_GRID_H
#define MX_SUPPORT_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena.h"
#include "reader.h"
#include "shapes.h"

/* ---- Members of mx_problem --------------------------------------------------------------- */

size_t mx_grid_bytes(const void *grid);
bool mx_grid_same_shape(const void *a, const void *b);
void mx_grid_describe(const void *grid, char *text, size_t room); /* "15x15" */
void mx_grid_sides(const void *grid, uint32_t *rows, uint32_t *cols);

/* ---- Making grids ------------------------------------------------------------------------ */

/* All cells are 0. Sides are at most UINT16_MAX. */
void *mx_grid_new(struct mx_shape shape, struct mx_arena *arena);
void *mx_grid_copy(const void *grid, struct mx_arena *arena);

/* Rows and columns to leave out: `count` of them from number `first` on, from 0. */
struct mx_cut {
    uint32_t first_row, row_count, first_col, col_count;
};

/* The rest of a grid. Also NULL when nothing is left. */
void *mx_grid_without(const void *grid, struct mx_cut cut, struct mx_arena *arena);

/* Sets *cut to cut number *attempt of those that shrinking tries: either half of the rows, either
 * half of the columns, each row, each column. Returns false if *attempt is past the last cut, after
 * subtracting the number of cuts. */
bool mx_grid_cut(const void *grid, uint64_t *attempt, struct mx_cut *cut);

/* ---- Text -------------------------------------------------------------------------------- */

/* Two numbers, rows and columns, then a word of letters for each row. */
struct mx_grid_text {
    uint32_t most_side;
    const char *letters;  /* [value of a cell] */
    uint8_t least, most;  /* values that a cell may have */
    const char *expected; /* "expected '.' or '#'" */
};

/* NULL: the reader has the error. */
const void *mx_grid_read(struct mx_reader *reader, const struct mx_grid_text *text,
                         struct mx_arena *arena);
void mx_grid_write(FILE *file, const void *grid, const char *letters);

#endif
