/* xoshiro256** as published; a stream's four state words are consecutive outputs of splitmix64
 * that starts at a mix of seed and stream, so neighbouring streams do not overlap by shifts. */
#include "support/rng.h"

#include "support/digest.h"

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

__extension__ typedef unsigned __int128 wide;

static uint64_t rotate_left(uint64_t x, int by) {
    return (x << by) | (x >> (64 - by));
}

struct mx_rng mx_rng_start(uint64_t seed, uint64_t stream) {
    struct mx_rng rng;
    uint64_t x = mx_mix(mx_mix(seed + GOLDEN) + stream);
    for (int i = 0; i < 4; i++) {
        x += GOLDEN;
        rng.s[i] = mx_mix(x);
    }
    return rng;
}

uint64_t mx_rng_next(struct mx_rng *rng) {
    uint64_t *s = rng->s;
    const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Lemire, "Fast Random Integer Generation in an Interval" (2019). */
uint64_t mx_rng_below(struct mx_rng *rng, uint64_t bound) {
    wide product = (wide)mx_rng_next(rng) * bound;
    if ((uint64_t)product < bound) {
        const uint64_t threshold = (0 - bound) % bound;
        while ((uint64_t)product < threshold)
            product = (wide)mx_rng_next(rng) * bound;
    }
    return (uint64_t)(product >> 64);
}

uint64_t mx_rng_between(struct mx_rng *rng, uint64_t least, uint64_t most) {
    const uint64_t span = most - least;
    return span == UINT64_MAX ? mx_rng_next(rng) : least + mx_rng_below(rng, span + 1);
}

bool mx_rng_chance(struct mx_rng *rng, uint64_t billionths) {
    return mx_rng_below(rng, MX_BILLION) < billionths;
}
