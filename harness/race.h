/* A quick look at which of two variants is faster on a workload: medians of interleaved solves.
 * For whoever is writing a kernel; what is published is measured by bench and compare. */
#ifndef MX_RACE_H
#define MX_RACE_H

#include "harness/window.h"

#define MX_RACE_ROUNDS 31

struct mx_race {
    /* Set by the caller. */
    struct mx_window *window; /* the boards, filled */
    const struct mx_problem *problem;
    const struct mx_variant *one, *other;
    mx_isa isa;
    int threads;
    double seconds; /* to spend, about */
    double limit;   /* seconds that one solve of the boards may take */

    /* Set by mx_race_run. */
    double one_seconds, other_seconds; /* medians of a solve of all boards */
    int rounds;
    char text[512]; /* why there is no result; "" = there is one */
};

/* Rounds in the order one other, other one, so that a drift hits both alike. */
void mx_race_run(struct mx_race *race);

#endif
