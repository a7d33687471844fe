/* Random numbers that are the same on every machine: xoshiro256** seeded through splitmix64
 * (Blackman and Vigna, https://prng.di.unimi.it/). Not for secrets. */
#ifndef MX_SUPPORT_RNG_H
#define MX_SUPPORT_RNG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mx_rng {
    uint64_t s[4];
};

/* Starts stream number `stream` of `seed`. Different pairs give unrelated sequences, so board
 * number i of a workload can be made without those before it. */
struct mx_rng mx_rng_start(uint64_t seed, uint64_t stream);

uint64_t mx_rng_next(struct mx_rng *rng);

/* Uniform in 0 .. bound-1, without bias; bound > 0. */
uint64_t mx_rng_below(struct mx_rng *rng, uint64_t bound);

/* Uniform in least .. most, both included; least <= most. */
uint64_t mx_rng_between(struct mx_rng *rng, uint64_t least, uint64_t most);

/* True with probability `billionths` / 10^9: integers only, so no rounding differs. */
#define MX_BILLION UINT64_C(1000000000)
bool mx_rng_chance(struct mx_rng *rng, uint64_t billionths);

#ifdef __cplusplus
}
#endif

#endif
