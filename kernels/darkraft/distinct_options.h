/* The options that a kernel evaluates when it skips duplicates: every X of each rectangle, but one
 * L for each row and one R for each column, because the others leave the same parts. */
#ifndef MX_DARKRAFT_DISTINCT_OPTIONS_H
#define MX_DARKRAFT_DISTINCT_OPTIONS_H

#include "darkraft/darkraft.h"

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

#endif
