/* Turns a board on which a sweep failed into the board that shows the failure best. */
#ifndef MX_FAILURE_H
#define MX_FAILURE_H

#include "harness/check/sweep.h"

enum mx_repeats {
    MX_REPEATS_ALONE,   /* the board alone fails in a fresh process */
    MX_REPEATS_FILLED,  /* it fails in a batch of copies of itself, not alone */
    MX_REPEATS_IN_UNIT, /* it fails only together with the other boards of its unit */
    MX_REPEATS_NOT /* it does not fail again: the failure depends on what ran before, or on chance
                    */
};

struct mx_failure {
    uint64_t board;       /* number in the plan */
    const void *instance; /* shrunk when it repeats alone or filled; NULL when memory was short */
    enum mx_repeats repeats;
    struct mx_origin origin; /* of `instance`; its generator is NULL if none is known */
    bool smallest;           /* no candidate for a simpler board fails */
    char text[320];          /* how `instance` fails */
};

/* `sweep` has failed. The instance is in the arena. The search takes about 10 s at most, unless the
 * sweep itself is slow to fail. */
struct mx_failure mx_failure_reduce(const struct mx_sweep *sweep, struct mx_arena *arena);

#endif
