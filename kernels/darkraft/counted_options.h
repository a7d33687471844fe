/* The work of the vector kernels, in options. They skip duplicates: of a rectangle they evaluate
 * every X, but one L for each row and one R for each column, because the others leave the same
 * parts. darkraft_reached.c skips rectangles that play does not reach, too.
 */
#ifndef MX_DARKRAFT_COUNTED_OPTIONS_H
#define MX_DARKRAFT_COUNTED_OPTIONS_H

#include "darkraft/reach.h"

/* ---- All rectangles ---------------------------------------------------------------------- */

/* The letter at row u and column v of a class's grid; 0 where it has no cell. */
static uint8_t letter_at(const struct darkraft *board, uint32_t parity, uint32_t u, uint32_t v) {
    int64_t rows = board->rows, sum = 2 * (int64_t)u + parity;
    int64_t difference = 2 * (int64_t)v + (parity + rows + 1) % 2 - (rows - 1);
    int64_t col = (sum + difference) / 2, row = sum - col;
    bool inside = col >= 0 && row >= 0 && col < board->cols && row < rows;
    return inside ? board->cell[row * board->cols + col] : 0;
}

/* The intervals that contain place `at` of a line. */
static uint64_t intervals_around(uint64_t at, uint64_t length) {
    return (at + 1) * (length - at);
}

/* The number of X in all rectangles of a grid together. */
static uint64_t crosses_of_all(const struct darkraft *board, uint32_t parity, uint32_t rows,
                               uint32_t cols) {
    uint64_t count = 0;
    for (uint32_t u = 0; u < rows; u++)
        for (uint32_t v = 0; v < cols; v++)
            if (letter_at(board, parity, u, v) == DARKRAFT_X)
                count += intervals_around(u, rows) * intervals_around(v, cols);
    return count;
}

/* The number of rows with an L, or of columns with an R, in all rectangles of a grid together. */
static uint64_t lines_of_all(const struct darkraft *board, uint32_t parity, uint32_t lines,
                             uint32_t length, uint8_t letter) {
    uint64_t count = 0;
    for (uint32_t line = 0; line < lines; line++) {
        uint64_t intervals = 0;
        for (uint32_t i = 0, after_last = 0; i < length; i++) {
            uint8_t here = letter == DARKRAFT_L ? letter_at(board, parity, line, i)
                                                : letter_at(board, parity, i, line);
            after_last = here == letter ? i + 1 : after_last;
            intervals += after_last;
        }
        count += intervals * intervals_around(line, lines);
    }
    return count;
}

static uint64_t distinct_options(const struct darkraft *board) {
    uint64_t count = 0;
    for (uint32_t parity = 0; parity < 2; parity++) {
        uint32_t rows = darkraft_grid_rows(board, parity), cols = darkraft_grid_cols(board, parity);
        count += crosses_of_all(board, parity, rows, cols) +
                 lines_of_all(board, parity, rows, cols, DARKRAFT_L) +
                 lines_of_all(board, parity, cols, rows, DARKRAFT_R);
    }
    return count;
}

/* ---- Reached rectangles ------------------------------------------------------------------ */

/* The columns of a band, for one class of one board. crosses: number of X. cut: whether there is an
 * R. next_line [row]: the first L from the left edge on. lines: number of rows whose next L is in
 * this column. */
struct columns {
    uint32_t crosses[DARKRAFT_MOST_SIDE], cut[DARKRAFT_MOST_SIDE];
    uint32_t next_line[DARKRAFT_MOST_SIDE], lines[DARKRAFT_MOST_SIDE + 1];
};

static void start_columns(struct columns *c, const struct darkraft *board, uint32_t parity,
                          uint32_t top, uint32_t bottom, uint32_t side) {
    memset(c, 0, sizeof *c);
    c->lines[side] = bottom - top;
    for (uint32_t u = top; u < bottom; u++) {
        c->next_line[u] = side;
        for (uint32_t v = 0; v < side; v++) {
            uint8_t letter = letter_at(board, parity, u, v);
            c->crosses[v] += letter == DARKRAFT_X;
            c->cut[v] |= letter == DARKRAFT_R;
        }
    }
}

/* Moves the left edge one column to the left, to `left`. */
static void step_left(struct columns *c, const struct darkraft *board, uint32_t parity,
                      uint32_t top, uint32_t bottom, uint32_t left) {
    for (uint32_t u = top; u < bottom; u++)
        if (letter_at(board, parity, u, left) == DARKRAFT_L) {
            c->lines[c->next_line[u]]--;
            c->lines[left]++;
            c->next_line[u] = left;
        }
}

static uint64_t reached_in_band(const struct lane_table *t, const struct darkraft *board,
                                struct columns *c, struct darkraft_rectangle r) {
    uint64_t count = 0;
    start_columns(c, board, r.parity, r.top, r.bottom, t->side);
    for (r.left = t->side; r.left-- > 0;) {
        uint64_t options = 0;
        step_left(c, board, r.parity, r.top, r.bottom, r.left);
        for (r.right = r.left + 1; r.right <= t->side; r.right++) {
            uint32_t v = r.right - 1;
            options += c->crosses[v] + c->cut[v] + c->lines[v];
            count += is_reached(t, r) ? options : 0;
        }
    }
    return count;
}

static uint64_t reached_options(const struct lane_table *t, const struct darkraft *board) {
    uint64_t count = 0;
    struct columns columns;
    for (struct darkraft_rectangle r = {0}; r.parity < 2; r.parity++)
        for (r.bottom = 1; r.bottom <= t->side; r.bottom++)
            for (r.top = 0; r.top < r.bottom; r.top++)
                count += reached_in_band(t, board, &columns, r);
    return count;
}

#endif
