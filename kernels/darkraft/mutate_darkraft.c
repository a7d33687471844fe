/* Neighbours of a darkraft board: one or two cells with another letter. */
#include <string.h>

#include "darkraft/generate_darkraft.h"
#include "support/rng.h"

const void *darkraft_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena) {
    const struct darkraft *board = instance;
    struct darkraft *copy = darkraft_new(board->rows, board->cols, arena);
    if (copy == NULL)
        return NULL;
    size_t cells = (size_t)board->rows * board->cols;
    memcpy(copy->cell, board->cell, cells);
    for (uint64_t changes = mx_rng_between(rng, 1, 2); changes > 0; changes--)
        copy->cell[mx_rng_below(rng, cells)] =
            (uint8_t)(DARKRAFT_L + mx_rng_below(rng, DARKRAFT_X - DARKRAFT_L + 1));
    return copy;
}
