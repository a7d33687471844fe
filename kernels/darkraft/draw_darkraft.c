#include "darkraft/draw_darkraft.h"

static char letter(const void *instance, uint32_t row, uint32_t col, int dialect) {
    const struct darkraft *board = instance;
    return darkraft_letters[dialect][board->cell[(size_t)row * board->cols + col]];
}

static bool is_free(const void *instance, uint64_t state, uint32_t row, uint32_t col) {
    return darkraft_inside(darkraft_rectangle_of(state), darkraft_place_of(instance, row, col));
}

const struct mx_drawing darkraft_drawing = {.letter = letter, .is_free = is_free};
