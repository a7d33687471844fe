/* The settings that all levels of a check share and none changes: check, sweep, duel and trial
 * point to them. */
#ifndef MX_CHECK_SESSION_H
#define MX_CHECK_SESSION_H

#include "problem.h"

struct mx_check_session {
    const struct mx_problem *problem;
    mx_isa isa;    /* the widest instruction set that runs */
    int threads;   /* the most, for threaded variants; 0 = 3 on every machine */
    uint64_t seed; /* of boards, junk and samples */
    double
        silence; /* seconds without a sign of life that count as a hang (harness/process/child.h) */
    const struct mx_monitor *monitor; /* for solves; it must not say stop. May be NULL */
};

#endif
