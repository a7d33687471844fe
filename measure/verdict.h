/* Turns the log ratios of processes, or of links, into verdicts. All functions are pure. A ratio is
 * the natural log of the time of a side over that of side 0, so above 0 is slower. */
#ifndef MX_VERDICT_H
#define MX_VERDICT_H

#include <stdbool.h>

#include "measure/paired.h"
#include "measure/stats.h"

#define MX_CONFIDENCE 0.95

/* The least number of processes for a verdict on this many sides: enough for the sign test after
 * Holm's correction, and even, for two halves. */
unsigned mx_least_processes(unsigned sides);

/* The estimates of a paired run for one side. */
struct mx_estimate {
    double median;               /* of the units (measure/paired.h) */
    struct mx_interval interval; /* of that median */
    double halves[2];            /* medians of the first and of the second half of the units */
};

/* `dependence` as in measure/stats.h. */
struct mx_estimate mx_estimate(const double *log_ratios, unsigned units, double dependence);

/* The number of units equivalent to one independent unit, at least 1, from the log ratios of both
 * runs: noise that lasts from one process to the next makes their values similar. */
double mx_dependence_of(const struct mx_paired *same, const struct mx_paired *run);

/* The noise floor, from an A/A run: the farthest end of an interval from 0. A difference below it
 * does not count. With links it includes the effect of the layout. */
double mx_noise_floor(const struct mx_paired *same, double dependence);

enum mx_verdict_word { MX_FASTER, MX_SLOWER, MX_SAME, MX_UNRESOLVED };

struct mx_verdict {
    struct mx_estimate estimate;
    double p;          /* sign test that the median is 0, by Holm's adjustment */
    bool halves_agree; /* both lie beyond the floor, on the side of the median */
    enum mx_verdict_word word;
    bool within_layout; /* unresolved only because another layout of the code may do the same */
    double factor;      /* when unresolved: more units by this factor would probably resolve it;
                           INFINITY = more units would not */
};

/* The grounds of a verdict, next to the run. All but the last two are logs. */
struct mx_basis {
    double floor;      /* of the noise */
    double layout;     /* the most that another layout does; 0 = the run's own links show it */
    double delta;      /* the largest difference that counts as the same */
    double dependence; /* at least 1 */
    bool convincing;   /* the sides' agreement is enough for a verdict */
};

/* One verdict for each side but side 0: verdicts[sides - 1].
 *
 * Same: the interval lies within +-delta, and the floor is no more than delta. Else faster or
 * slower: p is at most 5% and the interval leaves out 0, the median lies beyond the floor and the
 * layout's, and both halves lie beyond the floor. Else unresolved, and always so unless the sides'
 * agreement is convincing. */
void mx_verdicts(const struct mx_paired *run, const struct mx_basis *basis,
                 struct mx_verdict *verdicts);

enum mx_expectation { MX_EXPECT_NOTHING, MX_EXPECT_FASTER, MX_EXPECT_SAME, MX_EXPECT_NOT_SLOWER };
enum mx_met { MX_MET, MX_NOT_MET, MX_MAYBE_MET };

/* "Not slower" is met when the interval ends at delta or below. It is failed when the verdict is
 * slower, which is beyond the floor, and the interval begins beyond delta. */
enum mx_met mx_expect(enum mx_expectation expectation, const struct mx_verdict *verdict,
                      double delta);

#endif
