/* Shapes of boards, for generators: all small ones in order, and random ones. */
#ifndef MX_SUPPORT_SHAPES_H
#define MX_SUPPORT_SHAPES_H

#include <stdint.h>

#include "rng.h"

struct mx_shape {
    uint32_t rows, cols;
};

/* How many boards of at most `cells` cells there are, each cell one of `letters` kinds, over all
 * shapes; letters^cells must be below 2^56. */
uint64_t mx_small_boards(uint32_t cells, uint64_t letters);

/* The shape of board number *index among them; *index becomes its number within that shape,
 * 0 .. letters^(rows*cols) - 1. Boards with fewer cells come first. */
struct mx_shape mx_small_board(uint64_t letters, uint64_t *index);

/* A random shape with at most `cells` cells and sides of at most `side`; thin ones in both
 * directions are as frequent as square ones. */
struct mx_shape mx_random_shape(struct mx_rng *rng, uint32_t cells, uint32_t side);

#endif
