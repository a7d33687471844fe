#include "measure/verdict.h"

#include <math.h>
#include <string.h>

#define LEVEL (1 - MX_CONFIDENCE)
#define LEAST_PROCESSES 12 /* with fewer, one odd process decides the interval */

unsigned mx_least_processes(unsigned sides) {
    unsigned processes = LEAST_PROCESSES;
    while (ldexp(sides - 1, 1 - (int)processes) > LEVEL)
        processes += 2;
    return processes;
}

static double median_of(const double *values, unsigned count) {
    double sorted[MX_MOST_PROCESSES];
    memcpy(sorted, values, count * sizeof *values);
    mx_sort(sorted, count);
    return mx_median(sorted, count);
}

struct mx_estimate mx_estimate(const double *log_ratios, unsigned processes, double dependence) {
    struct mx_estimate estimate;
    double sorted[MX_MOST_PROCESSES];
    unsigned half = (processes + 1) / 2;
    memcpy(sorted, log_ratios, processes * sizeof *sorted);
    mx_sort(sorted, processes);
    estimate.median = mx_median(sorted, processes);
    mx_sign_interval(sorted, processes, MX_CONFIDENCE, dependence, &estimate.interval);
    estimate.halves[0] = median_of(log_ratios, half);
    estimate.halves[1] = median_of(log_ratios + processes - half, half);
    return estimate;
}

static const double *log_ratios_of(const struct mx_paired *run, unsigned side) {
    return mx_paired_log_ratios(run, run->plan.clock, side);
}

static double farthest(struct mx_interval interval) {
    return fmax(fabs(interval.low), fabs(interval.high));
}

double mx_dependence_of(const struct mx_paired *same, const struct mx_paired *run) {
    struct mx_resemblance resemblance = {.count = 0};
    for (unsigned side = 1; side < run->plan.sides; side++) {
        mx_resemblance_add(&resemblance, log_ratios_of(same, side), same->plan.processes);
        mx_resemblance_add(&resemblance, log_ratios_of(run, side), run->plan.processes);
    }
    return mx_dependence(&resemblance);
}

double mx_noise_floor(const struct mx_paired *same, double dependence) {
    double floor = 0;
    for (unsigned side = 1; side < same->plan.sides; side++) {
        struct mx_estimate e =
            mx_estimate(log_ratios_of(same, side), same->plan.processes, dependence);
        floor = fmax(floor, farthest(e.interval));
    }
    return floor;
}

/* The distance of the interval from 0; negative when it contains 0. */
static double nearest(struct mx_interval interval) {
    return fmax(interval.low, -interval.high);
}

static bool beyond(double value, double median, double floor) {
    return median > 0 ? value > floor : value < -floor;
}

/* All widths shrink with the root of the number of processes. A difference is resolved when the
 * interval excludes 0 and the floor is below the median; sameness is resolved when both are within
 * delta. The nearer of the two gives the factor. */
static double factor_to_resolve(const struct mx_estimate *e, double floor, double delta) {
    double half_width = (e->interval.high - e->interval.low) / 2, median = fabs(e->median);
    double difference = median / fmax(half_width, floor);
    double sameness = fmin((delta - median) / half_width, delta / floor);
    double shrink = fmax(difference, sameness);
    return fmax(2, 1 / (shrink * shrink)); /* at least twice, because chance contributed, too */
}

static enum mx_verdict_word word_for(const struct mx_verdict *v, double floor, double delta) {
    const struct mx_estimate *e = &v->estimate;
    bool enough = e->interval.coverage >= MX_CONFIDENCE;
    if (enough && floor <= delta && farthest(e->interval) <= delta)
        return MX_SAME;
    if (enough && v->halves_agree && v->p <= LEVEL && nearest(e->interval) > 0 &&
        fabs(e->median) > floor)
        return e->median > 0 ? MX_SLOWER : MX_FASTER;
    return MX_UNRESOLVED;
}

void mx_verdicts(const struct mx_paired *run, double floor, double delta, double dependence,
                 bool convincing, struct mx_verdict *verdicts) {
    unsigned count = run->plan.sides - 1;
    double p[MX_MOST_SIDES];
    for (unsigned i = 0; i < count; i++) {
        const double *log_ratios = log_ratios_of(run, i + 1);
        struct mx_estimate e = mx_estimate(log_ratios, run->plan.processes, dependence);
        p[i] = mx_sign_test(log_ratios, run->plan.processes, 0, dependence);
        verdicts[i] = (struct mx_verdict){.estimate = e,
                                          .halves_agree = beyond(e.halves[0], e.median, floor) &&
                                                          beyond(e.halves[1], e.median, floor)};
    }
    mx_holm(p, count);
    for (unsigned i = 0; i < count; i++) {
        verdicts[i].p = p[i];
        verdicts[i].word = convincing ? word_for(&verdicts[i], floor, delta) : MX_UNRESOLVED;
        if (verdicts[i].word == MX_UNRESOLVED)
            verdicts[i].factor = factor_to_resolve(&verdicts[i].estimate, floor, delta);
    }
}

enum mx_met mx_expect(enum mx_expectation expectation, const struct mx_verdict *verdict,
                      double delta) {
    const struct mx_interval *interval = &verdict->estimate.interval;
    if (expectation == MX_EXPECT_NOTHING)
        return MX_MET;
    if (expectation == MX_EXPECT_NOT_SLOWER) {
        if (interval->high <= delta)
            return MX_MET;
        return verdict->word == MX_SLOWER && interval->low > delta ? MX_NOT_MET : MX_MAYBE_MET;
    }
    if (verdict->word == MX_UNRESOLVED)
        return MX_MAYBE_MET;
    bool met = verdict->word == (expectation == MX_EXPECT_FASTER ? MX_FASTER : MX_SAME);
    return met ? MX_MET : MX_NOT_MET;
}
