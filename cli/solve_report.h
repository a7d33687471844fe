/* What solve tells about a run beside the answers. */
#ifndef MX_SOLVE_REPORT_H
#define MX_SOLVE_REPORT_H

#include "harness/solve/window.h"

/* What was solved so far; start with MX_TALLY_START. */
struct mx_tally {
    uint64_t boards, states; /* states: of all boards together, UINT64_MAX when that is too many */
    uint64_t answers_hash;   /* of the answers in order, to compare runs */
};

#define MX_TALLY_START ((struct mx_tally){0, 0, MX_HASH_START})

/* Counts the first `solved` boards of the window. */
void mx_tally_window(struct mx_tally *tally, const struct mx_window *window,
                     const struct mx_problem *problem, uint32_t solved);

/* One line on stderr, unless there is no board. */
void mx_report_time(const struct mx_solver *solver, const struct mx_tally *tally, uint64_t repeat);

/* One line on stderr, for a solver that digests and unless there is no board. */
void mx_report_digest(const struct mx_solver *solver, const struct mx_tally *tally);

/* The summary on stdout. */
void mx_report_json(const struct mx_solver *solver, const struct mx_tally *tally, uint64_t repeat);

#endif
