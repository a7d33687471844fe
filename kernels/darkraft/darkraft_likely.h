/* The likely cost of a batch of boards, from its shape and the shares of the letters, for the
 * forecasts of the kernels. */
#ifndef MX_DARKRAFT_LIKELY_H
#define MX_DARKRAFT_LIKELY_H

#include <math.h>

#include "darkraft/darkraft.h"
#include "variant.h"

#define LIKELY_BOARDS 8u   /* boards of a batch that are read, at most */
#define LIKELY_CELLS 4096u /* cells of a board that are read, about */

/* Shares of the letters, by enum darkraft_letter. */
struct likely_letters {
    double share[DARKRAFT_X + 1];
};

static inline struct likely_letters likely_letters(const struct mx_batch *batch) {
    const struct darkraft *shape = batch->instances;
    const size_t cells = (size_t)shape->rows * shape->cols, step = cells / LIKELY_CELLS + 1;
    const uint32_t boards = batch->count < LIKELY_BOARDS ? batch->count : LIKELY_BOARDS;
    struct likely_letters letters = {{0}};
    double read = 0;
    for (uint32_t i = 0; i < boards; i++) {
        const struct darkraft *board = mx_instance(batch, i);
        for (size_t cell = 0; cell < cells; cell += step, read++)
            letters.share[board->cell[cell]]++;
    }
    for (unsigned letter = DARKRAFT_L; letter <= DARKRAFT_X; letter++)
        letters.share[letter] /= read;
    return letters;
}

/* The rows and the columns of a grid. */
static inline double likely_side(const struct mx_batch *batch) {
    const struct darkraft *board = batch->instances;
    return ((double)board->rows + board->cols) / 2;
}

/* The part of all rectangles that play reaches, weighted by their options. Without letters that cut
 * rows (columns) all of them are as high (wide) as the grid. With X alone, few rectangles extend
 * beyond the corners of the board. */
static inline double likely_reached(const struct mx_batch *batch,
                                    const struct likely_letters *letters) {
    const double side = likely_side(batch), intervals = side * (side + 1) / 2;
    const double *share = letters->share;
    const double rows = share[DARKRAFT_L] + share[DARKRAFT_X];
    const double cols = share[DARKRAFT_R] + share[DARKRAFT_X];
    return (1 - 0.7 * pow(share[DARKRAFT_X], 8)) * (rows > 0 ? 1 : 1 / intervals) *
           (cols > 0 ? 1 : 1 / intervals);
}

#endif
