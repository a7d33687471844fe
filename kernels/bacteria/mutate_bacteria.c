/* Neighbours of a bacteria board: a cell flipped, or a radioactive cell moved. */
#include <string.h>

#include "bacteria/generate_bacteria.h"
#include "support/rng.h"

const void *bacteria_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena) {
    const struct bacteria *board = instance;
    struct bacteria *copy = bacteria_new(board->rows, board->cols, arena);
    if (copy == NULL)
        return NULL;
    size_t cells = (size_t)board->rows * board->cols;
    memcpy(copy->barred, board->barred, cells);
    uint8_t *one = &copy->barred[mx_rng_below(rng, cells)];
    uint8_t *other = &copy->barred[mx_rng_below(rng, cells)];
    if (*one != *other && mx_rng_chance(rng, MX_BILLION / 2))
        *other ^= 1;
    *one ^= 1;
    return copy;
}
