#include "bacteria/draw_bacteria.h"

#include "bacteria/bacteria.h"

static bool barred(const struct bacteria *board, uint32_t row, uint32_t col) {
    return board->barred[(size_t)row * board->cols + col];
}

static char letter(const void *instance, uint32_t row, uint32_t col, int dialect) {
    (void)dialect;
    return barred(instance, row, col) ? '#' : '.';
}

static bool is_free(const void *instance, uint64_t state, uint32_t row, uint32_t col) {
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    return row >= r.top && row < r.bottom && col >= r.left && col < r.right &&
           !barred(instance, row, col);
}

const struct mx_drawing bacteria_drawing = {.letter = letter, .is_free = is_free};
