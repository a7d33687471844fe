/* Makes darkraft boards. */
#ifndef MX_GENERATE_DARKRAFT_H
#define MX_GENERATE_DARKRAFT_H

#include "darkraft/darkraft.h"
#include "problem.h"

/* Size of an instance in bytes, a multiple of 8. */
static inline size_t darkraft_bytes(uint32_t rows, uint32_t cols) {
    return (sizeof(struct darkraft) + (size_t)rows * cols + 7) & ~(size_t)7;
}

/* A board in the arena whose cells are still to be filled in; NULL when memory is short. */
struct darkraft *darkraft_new(uint32_t rows, uint32_t cols, struct mx_arena *arena);

/* problem->mutate. */
const void *darkraft_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena);

extern const struct mx_generator darkraft_generators[];

/* What programs are judged on. */
extern const struct mx_judging darkraft_judging;

/* What the benchmark suite times. */
extern const struct mx_bench_load darkraft_bench_loads[];

#endif
