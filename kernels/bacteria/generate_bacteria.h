/* Makes bacteria boards. */
#ifndef MX_GENERATE_BACTERIA_H
#define MX_GENERATE_BACTERIA_H

#include "bacteria/bacteria.h"
#include "problem.h"

/* Size of an instance in bytes, a multiple of 8. */
static inline size_t bacteria_bytes(uint32_t rows, uint32_t cols) {
    return (sizeof(struct bacteria) + (size_t)rows * cols + 7) & ~(size_t)7;
}

/* An empty board in the arena; NULL when memory is short. */
struct bacteria *bacteria_new(uint32_t rows, uint32_t cols, struct mx_arena *arena);

/* problem->mutate. */
const void *bacteria_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena);

extern const struct mx_generator bacteria_generators[];

/* What programs are judged on. */
extern const struct mx_judging bacteria_judging;

/* What the benchmark suite times. */
extern const struct mx_bench_load bacteria_bench_loads[];

#endif
