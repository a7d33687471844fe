/* A whole comparison: agreement, calibration, the A/A run that gives the noise floor and the run
 * that is asked for, in turn, and the verdicts. */
#ifndef MX_COMPARISON_H
#define MX_COMPARISON_H

#include "measure/processes.h"
#include "measure/verdict.h"

#define MX_SAMPLE_SECONDS 0.002 /* length of a sample; about 10^4 times the clock's resolution */

/* Chooses processes and rounds for a run of about `seconds`. The rounds of a process last a quarter
 * of a second or, if that is longer, as long as its start. The rest of the time gives the number of
 * processes, which is never below mx_least_processes, even when that takes longer. Each of the
 * `links` (0 = none) gets as many processes as the others, at least one. */
struct mx_paired_plan mx_plan_run(unsigned sides, unsigned links, double seconds,
                                  double row_seconds, double start_seconds);

/* A side that solves at least this often in a process shows a cost that comes with many solves. */
#define MX_LASTING_SOLVES 200u

struct mx_comparison {
    /* Set by the caller: the first block of processes, and these. */
    struct mx_processes processes;
    double budget;     /* seconds for both runs together */
    double delta;      /* the largest difference that counts as the same: 0.02 is 2% */
    uint64_t paddings; /* seed of the processes' environments and of which side goes first */
    double layout;     /* the most that another layout does, as a log; without links, see
                          measure/machine.h; 0 with links */
    /* Called before each stage with its name and the number of rows of all stages, 0 while
     * unknown. */
    void (*stage)(void *context, const char *name, uint64_t rows);

    /* Set by mx_compare. */
    struct mx_paired same, sides; /* the A/A run, the run itself */
    struct mx_paired lasting;     /* one process of many solves, where those of the run have few;
                                     else without processes */
    struct mx_basis basis;        /* of the verdicts */
    struct mx_verdict verdicts[MX_MOST_SIDES - 1];
    double seconds; /* time taken */
};

/* On false, see comparison->processes.trouble. */
bool mx_compare(struct mx_comparison *comparison);

/* The budget in seconds that would probably resolve an unresolved verdict; INFINITY when none
 * would, or when more links would (verdict->factor times as many). */
double mx_budget_to_resolve(const struct mx_comparison *comparison,
                            const struct mx_verdict *verdict);

void mx_comparison_free(struct mx_comparison *comparison);

#endif
