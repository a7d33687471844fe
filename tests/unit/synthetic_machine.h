/* A simulated machine: samples for mx_paired_run whose noise has a known shape, so that the results
 * of the statistics can be compared with the truth. Needs cmocka.h before it.
 */
#ifndef MX_SYNTHETIC_MACHINE_H
#define MX_SYNTHETIC_MACHINE_H

#include <math.h>
#include <string.h>

#include "measure/paired.h"
#include "support/rng.h"

enum { PROCESSES = 20, ROUNDS = 15 }; /* of a run */

/* A machine whose noise has a shape; times are multiples of 1 ms. All draws are from rng. */
struct machine {
    struct mx_rng rng;
    double truth[MX_MOST_SIDES]; /* log of what a subject takes */
    double layout;               /* spread of what a process does to each side of its own */
    double code;                 /* spread of what a link does to each subject */
    double skew;                 /* spread of what is only ever added to a sample */
    double outliers;             /* part of the samples that take 2 to 6 times as long */
    double drift;                /* log, from the first sample of a process to the hundredth */
    double wave;                 /* log, a swing that goes on through all processes */
    double memory, shock;        /* first-order autoregression of a sample's log */

    /* Of the process that runs. */
    unsigned subjects[MX_MOST_SIDES];
    double luck[MX_MOST_SIDES], level, slope, state;
    unsigned sampled;
    uint64_t ever;
    uint64_t code_seed;
};

static double uniform(struct machine *m) {
    return ((double)(mx_rng_next(&m->rng) >> 11) + 0.5) * 0x1p-53;
}

static double normal(struct machine *m) {
    return sqrt(-2 * log(uniform(m))) * cos(2 * M_PI * uniform(m));
}

/* Exponential, shifted to median 0: bad luck goes farther than good luck. */
static double skewed(struct machine *m) {
    return -log(uniform(m)) - M_LN2;
}

/* The same in every process. */
static double luck_of_code(const struct machine *m, unsigned subject, unsigned link) {
    struct mx_rng rng = mx_rng_start(m->code_seed, subject * 1000 + link);
    return m->code * ((double)(mx_rng_next(&rng) >> 11) * 0x1p-52 - 1);
}

static bool start(void *context, const unsigned *sides, const unsigned *links, unsigned count) {
    struct machine *m = context;
    memcpy(m->subjects, sides, count * sizeof *sides);
    for (unsigned i = 0; i < count; i++)
        m->luck[i] = m->layout * skewed(m) + luck_of_code(m, sides[i], links[i]);
    m->level = 0.1 * normal(m);
    m->slope = m->drift * normal(m) / 100;
    m->state = m->shock * normal(m);
    m->sampled = 0;
    return true;
}

static double sample(struct machine *m, unsigned side) {
    if (m->shock > 0)
        m->state = m->memory * m->state + m->shock * normal(m);
    double logarithm = m->truth[m->subjects[side]] + m->luck[side] + m->level + m->state +
                       m->slope * m->sampled++ + m->wave * sin((double)m->ever++ / 500);
    double added = m->skew > 0 ? -m->skew * log(uniform(m)) : 0;
    double times = m->outliers > 0 && uniform(m) < m->outliers ? 2 + 4 * uniform(m) : 1;
    return 1e-3 * exp(logarithm) * (1 + added) * times;
}

static bool row(void *context, unsigned round, const unsigned *order, unsigned count,
                struct mx_time *times) {
    (void)round;
    for (unsigned i = 0; i < count; i++) {
        const double seconds = sample(context, order[i]);
        times[i] = (struct mx_time){{seconds, seconds}};
    }
    return true;
}

static bool finish(void *context, struct mx_disturbance *disturbance) {
    (void)context;
    *disturbance = (struct mx_disturbance){.steal = -1};
    return true;
}

static const struct {
    const char *name;
    struct machine machine;
} machines[] = {
    {"quiet", {.layout = 0.002, .skew = 0.005}},
    {"skewed", {.layout = 0.01, .skew = 0.10, .outliers = 0.05}},
    {"drifting", {.layout = 0.01, .skew = 0.02, .drift = 0.5, .wave = 0.3}},
    {"autocorrelated", {.layout = 0.01, .skew = 0.02, .memory = 0.95, .shock = 0.03}},
    {"all of it",
     {.layout = 0.01,
      .skew = 0.05,
      .outliers = 0.05,
      .drift = 0.3,
      .wave = 0.3,
      .memory = 0.9,
      .shock = 0.02}},
};
enum { MACHINES = sizeof machines / sizeof *machines };

static void sample_as(struct machine *m, unsigned sides, unsigned links, bool same,
                      struct mx_paired *run) {
    const struct mx_sampler sampler = {m, start, row, finish};
    const struct mx_paired_plan plan = {.sides = sides,
                                        .links = links,
                                        .processes = PROCESSES,
                                        .rounds = ROUNDS,
                                        .same = same,
                                        .seed = mx_rng_next(&m->rng)};
    assert_true(mx_paired_run(run, &plan, &sampler));
}

static void sample_on(struct machine *m, unsigned sides, bool same, struct mx_paired *run) {
    sample_as(m, sides, 0, same, run);
}

static struct machine machine_of(size_t which, uint64_t seed, double truth) {
    struct machine machine = machines[which].machine;
    machine.rng = mx_rng_start(seed, which);
    for (unsigned i = 1; i < MX_MOST_SIDES; i++)
        machine.truth[i] = truth;
    return machine;
}

#endif
