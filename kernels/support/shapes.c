#include "shapes.h"

static uint64_t power(uint64_t base, uint32_t exponent) {
    uint64_t result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

/* Shapes with `cells` cells are those with rows dividing cells. */
static uint32_t divisors(uint32_t cells) {
    uint32_t count = 0;
    for (uint32_t rows = 1; rows <= cells; rows++)
        count += cells % rows == 0;
    return count;
}

uint64_t mx_small_boards(uint32_t cells, uint64_t letters) {
    uint64_t count = 0;
    for (uint32_t size = 1; size <= cells; size++)
        count += divisors(size) * power(letters, size);
    return count;
}

struct mx_shape mx_small_board(uint64_t letters, uint64_t *index) {
    uint32_t size = 1;
    while (*index >= divisors(size) * power(letters, size))
        *index -= divisors(size) * power(letters, size), size++;
    uint32_t rows = 1;
    for (;; rows++) {
        if (size % rows != 0)
            continue;
        if (*index < power(letters, size))
            return (struct mx_shape){rows, size / rows};
        *index -= power(letters, size);
    }
}

struct mx_shape mx_random_shape(struct mx_rng *rng, uint32_t cells, uint32_t side) {
    uint32_t most = cells < side ? cells : side;
    uint32_t a = (uint32_t)mx_rng_between(rng, 1, most);
    uint32_t room = cells / a < side ? cells / a : side;
    uint32_t b = (uint32_t)mx_rng_between(rng, 1, room);
    return mx_rng_chance(rng, MX_BILLION / 2) ? (struct mx_shape){a, b} : (struct mx_shape){b, a};
}
