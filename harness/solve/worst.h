/* Searches for the board that costs a variant most. */
#ifndef MX_WORST_H
#define MX_WORST_H

#include "harness/input/origin.h"
#include "harness/solve/solver.h"
#include "support/arena.h"

enum mx_worst_score {
    MX_WORST_WORK, /* options evaluated: exact, the same on every machine */
    MX_WORST_TIME  /* nanoseconds, the minimum of several solves */
};

struct mx_worst {
    /* Set by the caller. */
    struct mx_solver *solver; /* with the variant */
    enum mx_worst_score by;
    uint64_t seed;
    double seconds; /* ends the search; 0 = only steps end it */
    uint64_t steps; /* ends the search; 0 = only time ends it. With steps alone and work as the
                       score, the result is the same on every machine */
    struct mx_origin origin; /* of the start, generator NULL = unknown; then of the worst board */
    void (*progress)(uint64_t steps, double share, double score); /* may be NULL */

    /* Set by mx_worst_search. */
    double first_score, score; /* of the first board; of the worst board */
    uint64_t steps_done;
};

/* Simulated annealing from `start`, over problem->mutate or, without that, over other seeds of the
 * start's generator. Returns the worst board found, in the
 * arena; NULL when the variant cannot solve the start (solver->error) or memory is short. */
const void *mx_worst_search(struct mx_worst *worst, const void *start, struct mx_arena *arena);

#endif
