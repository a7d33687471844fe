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

struct mx_estimate mx_estimate(const double *log_ratios, unsigned units, double dependence) {
    struct mx_estimate estimate;
    double sorted[MX_MOST_PROCESSES];
    unsigned half = (units + 1) / 2;
    memcpy(sorted, log_ratios, units * sizeof *sorted);
    mx_sort(sorted, units);
    estimate.median = mx_median(sorted, units);
    mx_sign_interval(sorted, units, MX_CONFIDENCE, dependence, &estimate.interval);
    estimate.halves[0] = median_of(log_ratios, half);
    estimate.halves[1] = median_of(log_ratios + units - half, half);
    return estimate;
}

static double farthest(struct mx_interval interval) {
    return fmax(fabs(interval.low), fabs(interval.high));
}

double mx_dependence_of(const struct mx_paired *same, const struct mx_paired *run) {
    struct mx_resemblance resemblance = {.count = 0};
    double ratios[MX_MOST_PROCESSES];
    for (unsigned side = 1; side < run->plan.sides; side++) {
        mx_paired_unit_ratios(same, side, ratios);
        mx_resemblance_add(&resemblance, ratios, mx_paired_units(same));
        mx_paired_unit_ratios(run, side, ratios);
        mx_resemblance_add(&resemblance, ratios, mx_paired_units(run));
    }
    return mx_dependence(&resemblance);
}

double mx_noise_floor(const struct mx_paired *same, double dependence) {
    double floor = 0, ratios[MX_MOST_PROCESSES];
    for (unsigned side = 1; side < same->plan.sides; side++) {
        mx_paired_unit_ratios(same, side, ratios);
        struct mx_estimate e = mx_estimate(ratios, mx_paired_units(same), dependence);
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

/* All widths shrink with the root of the number of units; what a layout does, does not. A
 * difference is resolved when the interval excludes 0 and both floors are below the median;
 * sameness is resolved when both are within delta. The nearer of the two gives the factor. */
static double factor_to_resolve(const struct mx_estimate *e, const struct mx_basis *basis) {
    const double half_width = (e->interval.high - e->interval.low) / 2, median = fabs(e->median);
    const double difference = median > basis->layout ? median / fmax(half_width, basis->floor) : 0;
    const double sameness = fmin((basis->delta - median) / half_width, basis->delta / basis->floor);
    const double shrink = fmax(difference, sameness);
    /* At least twice, because chance contributed, too. */
    return shrink > 0 ? fmax(2, 1 / (shrink * shrink)) : INFINITY;
}

static void decide(struct mx_verdict *v, const struct mx_basis *basis) {
    const struct mx_estimate *e = &v->estimate;
    const bool enough = basis->convincing && e->interval.coverage >= MX_CONFIDENCE;
    const bool same =
        enough && basis->floor <= basis->delta && farthest(e->interval) <= basis->delta;
    const bool differs = enough && v->halves_agree && v->p <= LEVEL && nearest(e->interval) > 0 &&
                         fabs(e->median) > basis->floor;
    v->within_layout = differs && !same && fabs(e->median) <= basis->layout;
    if (same)
        v->word = MX_SAME;
    else if (differs && !v->within_layout)
        v->word = e->median > 0 ? MX_SLOWER : MX_FASTER;
    else
        v->word = MX_UNRESOLVED;
    v->factor = v->word == MX_UNRESOLVED ? factor_to_resolve(e, basis) : 0;
}

void mx_verdicts(const struct mx_paired *run, const struct mx_basis *basis,
                 struct mx_verdict *verdicts) {
    const unsigned count = run->plan.sides - 1, units = mx_paired_units(run);
    double p[MX_MOST_SIDES], ratios[MX_MOST_PROCESSES];
    for (unsigned i = 0; i < count; i++) {
        mx_paired_unit_ratios(run, i + 1, ratios);
        struct mx_estimate e = mx_estimate(ratios, units, basis->dependence);
        p[i] = mx_sign_test(ratios, units, 0, basis->dependence);
        verdicts[i] =
            (struct mx_verdict){.estimate = e,
                                .halves_agree = beyond(e.halves[0], e.median, basis->floor) &&
                                                beyond(e.halves[1], e.median, basis->floor)};
    }
    mx_holm(p, count);
    for (unsigned i = 0; i < count; i++) {
        verdicts[i].p = p[i];
        decide(&verdicts[i], basis);
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
