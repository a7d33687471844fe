/* From the log ratios of processes to words. Pure functions; ratios are natural logs of the time
 * of a side over that of side 0, so above 0 is slower. */
#ifndef MX_VERDICT_H
#define MX_VERDICT_H

#include <stdbool.h>

#include "measure/paired.h"
#include "measure/stats.h"

#define MX_CONFIDENCE 0.95

/* Processes with which a comparison of so many sides can say something: enough for the sign test
 * after Holm's correction, and even, for two halves. */
unsigned mx_least_processes(unsigned sides);

/* What a paired run says about one side. */
struct mx_estimate {
    double median;               /* of the processes */
    struct mx_interval interval; /* of that median */
    double halves[2];            /* medians of the first and of the second half of the processes */
};

/* `dependence` as in measure/stats.h. */
struct mx_estimate mx_estimate(const double *log_ratios, unsigned processes, double dependence);

/* How many processes are worth one independent process, at least 1, as the log ratios of both runs
 * show: noise that lasts from one process to the next makes them resemble each other. */
double mx_dependence_of(const struct mx_paired *same, const struct mx_paired *run);

/* The noise floor, from an A/A run: the farthest end of an interval from 0. A difference that does
 * not reach beyond it is no difference. */
double mx_noise_floor(const struct mx_paired *same, double dependence);

enum mx_verdict_word { MX_FASTER, MX_SLOWER, MX_SAME, MX_UNRESOLVED };

struct mx_verdict {
    struct mx_estimate estimate;
    double p;          /* sign test that the median is 0, by Holm's adjustment */
    bool halves_agree; /* both lie beyond the floor, on the side of the median */
    enum mx_verdict_word word;
    double factor; /* when unresolved: how many times the processes would probably resolve it */
};

/* One verdict for each side but side 0: verdicts[sides - 1].
 *
 * Same: the interval lies within +-delta, and the floor is no more than delta. Else faster or
 * slower: p is at most 5% and the interval leaves out 0, the median lies beyond the floor, and so
 * do both halves. Else unresolved, as everything is unless the sides agreed on enough to be
 * convincing. `floor` and `delta` are logs. */
void mx_verdicts(const struct mx_paired *run, double floor, double delta, double dependence,
                 bool convincing, struct mx_verdict *verdicts);

enum mx_expectation { MX_EXPECT_NOTHING, MX_EXPECT_FASTER, MX_EXPECT_SAME, MX_EXPECT_NOT_SLOWER };
enum mx_met { MX_MET, MX_NOT_MET, MX_MAYBE_MET };

/* Not slower: the interval ends at delta or before. It is not met when the verdict is slower, which
 * is beyond the floor, and the interval begins beyond delta. */
enum mx_met mx_expect(enum mx_expectation expectation, const struct mx_verdict *verdict,
                      double delta);

#endif
