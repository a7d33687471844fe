/* Makes boardgame boards. */
#ifndef MX_GENERATE_BOARDGAME_H
#define MX_GENERATE_BOARDGAME_H

#include "problem.h"

/* problem->mutate. */
const void *boardgame_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena);

extern const struct mx_generator boardgame_generators[];

/* What programs are judged on. */
extern const struct mx_judging boardgame_judging;

/* What the benchmark suite times. */
extern const struct mx_bench_load boardgame_bench_loads[];

#endif
