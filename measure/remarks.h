/* Remarks that complete a verdict: clocks that disagree, and bimodal distributions, of which the
 * median shows one mode. All functions are pure. */
#ifndef MX_REMARKS_H
#define MX_REMARKS_H

#include "measure/paired.h"

enum mx_reason { MX_WAITS, MX_SWITCHED_OUT, MX_NO_REASON };

/* The result of the other clock, which does not decide, for a side. */
struct mx_clock_remark {
    bool diverges;         /* by more than the floor, and by more than in the A/A run */
    double log_ratio;      /* by the other clock: the median of the processes */
    enum mx_reason reason; /* the likely reason */
};

/* `floor` is a log; `same` is the A/A run. Only for runs that processor time decides: several
 * threads spend it in ways that real time does not show. */
struct mx_clock_remark mx_remark_on_clocks(const struct mx_paired *run,
                                           const struct mx_paired *same, unsigned side,
                                           double floor);

/* The ratio of the means of all samples, as a log. */
double mx_log_ratio_of_means(const struct mx_paired *run, unsigned side);

/* Whether the ratio of the means of one long process is beyond the ratios of all processes of the
 * run by more than the floor: a cost that comes only with many solves, or goes with them. */
bool mx_lasting_differs(const struct mx_paired *run, const struct mx_paired *lasting, unsigned side,
                        double floor);

/* The two groups of samples that differ most; in a unimodal distribution they are its halves. */
struct mx_humps {
    double low, high; /* seconds: the means of the logs of both groups */
    double upper;     /* share of the samples in the upper group */
};

/* Returns false when memory is short. */
bool mx_find_humps(const struct mx_paired *run, unsigned side, struct mx_humps *humps);

#endif
