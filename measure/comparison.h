/* A whole comparison: agreement, calibration, the A/A run that gives the noise floor and the run
 * that is asked for, in turn, and the verdicts. */
#ifndef MX_COMPARISON_H
#define MX_COMPARISON_H

#include "measure/processes.h"
#include "measure/verdict.h"

#define MX_SAMPLE_SECONDS 0.002 /* a sample fills; some 10^4 times what the clock resolves */

/* So many processes and rounds make a run of about `seconds`: rounds for a quarter of a second, or
 * for as long as a process takes to start where that is more, then as many processes as fit; never
 * fewer than MX_LEAST_PROCESSES allows, even when that takes longer. */
struct mx_paired_plan mx_plan_run(unsigned sides, double seconds, double row_seconds,
                                  double start_seconds);

struct mx_comparison {
    /* Set by the caller: the first block of processes, and these. */
    struct mx_processes processes;
    double budget;     /* seconds for both runs together */
    double delta;      /* what counts as the same: 0.02 is 2% */
    uint64_t paddings; /* seed of the processes' environments and of which side goes first */
    /* Before each stage: its name, and how many rows all stages have; 0 while not known. */
    void (*stage)(void *context, const char *name, uint64_t rows);

    /* Set by mx_compare. */
    struct mx_paired same, sides; /* the A/A run, the run itself */
    double floor;                 /* a log, as the estimates */
    double dependence;            /* processes that are worth one independent process */
    bool convincing;              /* what the sides agreed on is enough for a verdict */
    struct mx_verdict verdicts[MX_MOST_SIDES - 1];
    double seconds; /* that it took */
};

/* False: comparison->processes.trouble. */
bool mx_compare(struct mx_comparison *comparison);

/* Budget in seconds that would probably resolve what a verdict leaves open; INFINITY when none
 * can be named. */
double mx_budget_to_resolve(const struct mx_comparison *comparison,
                            const struct mx_verdict *verdict);

void mx_comparison_free(struct mx_comparison *comparison);

#endif
