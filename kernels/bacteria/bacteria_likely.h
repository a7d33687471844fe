/* The likely cost of a batch of boards, from its shape and the share of radioactive cells, for
 * the forecasts of the kernels. A rectangle of h rows and w columns has an open row with
 * probability open^w, an open column with open^h. */
#ifndef MX_BACTERIA_LIKELY_H
#define MX_BACTERIA_LIKELY_H

#include <math.h>

#include "bacteria/bacteria.h"
#include "variant.h"

#define LIKELY_BOARDS 8u   /* boards of a batch that are read, at most */
#define LIKELY_CELLS 4096u /* cells of a board that are read, about */
#define LIKELY_SIZES 32u   /* heights, and widths, that stand for all of them */

/* A size that stands for `weight` sizes of one direction. */
struct likely_sizes {
    uint32_t count;
    double side[LIKELY_SIZES], weight[LIKELY_SIZES];
};

static inline struct likely_sizes likely_sizes(uint32_t side) {
    struct likely_sizes sizes = {.count = side < LIKELY_SIZES ? side : LIKELY_SIZES};
    const double each = (double)side / sizes.count;
    for (uint32_t i = 0; i < sizes.count; i++) {
        const double first = floor(i * each), end = floor((i + 1) * each);
        sizes.side[i] = (first + end + 1) / 2;
        sizes.weight[i] = end - first;
    }
    return sizes;
}

/* The share of empty cells. */
static inline double likely_open(const struct mx_batch *batch) {
    const struct bacteria *shape = batch->instances;
    const size_t cells = (size_t)shape->rows * shape->cols, step = cells / LIKELY_CELLS + 1;
    const uint32_t boards = batch->count < LIKELY_BOARDS ? batch->count : LIKELY_BOARDS;
    size_t read = 0, barred = 0;
    for (uint32_t i = 0; i < boards; i++) {
        const struct bacteria *board = mx_instance(batch, i);
        for (size_t cell = 0; cell < cells; cell += step, read++)
            barred += board->barred[cell];
    }
    return 1 - (double)barred / (double)read;
}

static inline double likely_options(double open, double height, double width) {
    return height * pow(open, width) + width * pow(open, height);
}

/* Further passes over the options of a vector, which find nimbers above 7. A rectangle needs many
 * options for them, and some cells that break its symmetry. */
static inline double likely_passes(double open, double height, double width) {
    const double barred = (1 - open) * height * width;
    const double options = likely_options(open, height, width);
    return 2.2 / (1 + exp((28 - options) / 6)) * (1 - exp(-barred / 6));
}

/* The mean of likely_passes over all options of all rectangles, or vectors of them. */
static inline double likely_mean_passes(const struct mx_batch *batch, double open) {
    const struct bacteria *board = batch->instances;
    const struct likely_sizes rows = likely_sizes(board->rows), cols = likely_sizes(board->cols);
    double passes = 0, all = 0;
    for (uint32_t i = 0; i < rows.count; i++)
        for (uint32_t j = 0; j < cols.count; j++) {
            const double height = rows.side[i], width = cols.side[j];
            const double options = (board->rows - height + 1) * (board->cols - width + 1) *
                                   (height + width) * rows.weight[i] * cols.weight[j];
            all += options;
            passes += options * likely_passes(open, height, width);
        }
    return passes / all;
}

/* Over the places of an interval of this length on a line: 1, or for each end that is not an end of
 * the line `adjacent`. */
static inline double likely_places(double line, double length, double adjacent) {
    if (line - length < 0.5)
        return 1;
    const double inner = line - length - 1;
    return 2 * adjacent + (inner > 0 ? inner : 0) * adjacent * adjacent;
}

/* The rectangles that play reaches: next to each side that is not the board's, a line is open. */
struct likely_reached {
    double rectangles, lines, options; /* lines: rows and columns of all of them together */
};

static inline struct likely_reached likely_reached(const struct mx_batch *batch, double open) {
    const struct bacteria *board = batch->instances;
    const struct likely_sizes rows = likely_sizes(board->rows), cols = likely_sizes(board->cols);
    struct likely_reached reached = {0, 0, 0};
    for (uint32_t i = 0; i < rows.count; i++)
        for (uint32_t j = 0; j < cols.count; j++) {
            const double height = rows.side[i], width = cols.side[j];
            const double row = pow(open, width), col = pow(open, height);
            const double here = rows.weight[i] * cols.weight[j] *
                                likely_places(board->rows, height, row) *
                                likely_places(board->cols, width, col);
            reached.rectangles += here;
            reached.lines += here * (height + width);
            reached.options += here * (height * row + width * col);
        }
    return reached;
}

#endif
