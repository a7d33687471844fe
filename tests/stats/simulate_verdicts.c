/* How often the product's own statistics are wrong, on noises of known shape: false verdicts and
 * coverage on identical sides, power on planted differences. No time passes; all draws come from
 * seeds, so that every run gives the same table.
 *
 * usage: simulate_verdicts COMPARISONS [--check]
 *
 * A comparison is two series of log ratios, one for each process: the A/A run's and the run's own,
 * which take turns in time. --check exits with 1 when a figure is beyond what docs/methodology.md
 * promises for it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/verdict.h"
#include "support/rng.h"

enum { SIZES = 3 };
static const unsigned sizes[SIZES] = {12, 20, 74};

/* ---- Noises ------------------------------------------------------------------------------ */

static double uniform(struct mx_rng *rng) {
    return ((double)(mx_rng_next(rng) >> 11) + 0.5) * 0x1p-53;
}

static double normal(struct mx_rng *rng) {
    return sqrt(-2 * log(uniform(rng))) * cos(2 * M_PI * uniform(rng));
}

/* The effect of its memory layout on one side of a process. */
static double luck(struct mx_rng *rng, double scale) {
    return -scale * log(uniform(rng));
}

/* The shape of what differs from process to process, on top of luck. */
struct noise {
    const char *name;
    double luck;        /* scale of each side's */
    double memory;      /* first-order autoregression of the drift from process to process */
    double drift;       /* its standard deviation */
    double sine;        /* height of a slow wave, of 0.4 to 3 runs */
    bool shared;        /* drift and wave are the machine's, and so the same for both sides */
    double odd, oddity; /* part of the processes in which a side is slower by so much */
    double least_coverage, most_false; /* promised, in percent; 0 and 100: nothing is */
};

static const struct noise noises[] = {
    {"quiet", .luck = 0.002, .least_coverage = 94, .most_false = 1},
    {"wide", .luck = 0.02, .least_coverage = 94, .most_false = 1},
    {"two kinds of processes", .luck = 0.002, .odd = 0.2, .oddity = 0.1, .least_coverage = 94,
     .most_false = 1},
    {"AR(1) 0.5, shared", .luck = 0.002, .memory = 0.5, .drift = 0.1, .shared = true,
     .least_coverage = 94, .most_false = 1},
    {"AR(1) 0.9, shared", .luck = 0.002, .memory = 0.9, .drift = 0.1, .shared = true,
     .least_coverage = 94, .most_false = 1},
    {"slow sine, shared", .luck = 0.002, .sine = 0.1, .shared = true, .least_coverage = 94,
     .most_false = 1},
    {"AR(1) 0.5, independent", .luck = 0.002, .memory = 0.5, .drift = 0.02, .most_false = 1},
    {"AR(1) 0.9, independent", .luck = 0.002, .memory = 0.9, .drift = 0.02, .most_false = 1},
    {"slow sine, independent", .luck = 0.002, .sine = 0.03, .most_false = 1},
};
enum { NOISES = sizeof noises / sizeof *noises };

/* ABBA twice: when each sample of a process is taken, and by which side. */
enum { SAMPLES = 8 };
static const bool second_side[SAMPLES] = {false, true, true, false, false, true, true, false};

/* The noise of a machine, sample by sample. */
struct drift {
    const struct noise *noise;
    double state, memory, phase, waves;
};

static struct drift drift_begins(const struct noise *noise, unsigned processes,
                                 struct mx_rng *rng) {
    const double samples = 2.0 * SAMPLES * processes; /* both runs take turns */
    return (struct drift){.noise = noise,
                          .state = normal(rng),
                          .memory = pow(noise->memory, 0.5 / SAMPLES),
                          .phase = 2 * M_PI * uniform(rng),
                          .waves = 2 * M_PI / (0.4 + 2.6 * uniform(rng)) / samples};
}

static double next_drift(struct drift *drift, struct mx_rng *rng) {
    const double now = drift->noise->drift * drift->state + drift->noise->sine * sin(drift->phase);
    drift->phase += drift->waves;
    if (drift->noise->drift > 0)
        drift->state =
            drift->memory * drift->state + sqrt(1 - drift->memory * drift->memory) * normal(rng);
    return now;
}

/* The part of a process's log ratio that drift causes. */
static double drifted(struct drift *one, struct drift *other, struct mx_rng *rng) {
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const double first = next_drift(one, rng);
        const double second = one->noise->shared ? first : next_drift(other, rng);
        sum += second_side[i] ? second : -first;
    }
    return sum / (SAMPLES / 2.0);
}

static double odd(const struct noise *noise, struct mx_rng *rng) {
    return uniform(rng) < noise->odd ? noise->oddity : 0;
}

static void draw(const struct noise *noise, unsigned processes, struct mx_rng *rng, double *same,
                 double *run) {
    struct drift one = drift_begins(noise, processes, rng);
    struct drift other = drift_begins(noise, processes, rng);
    double *const both[] = {same, run};
    for (unsigned i = 0; i < 2 * processes; i++)
        both[i % 2][i / 2] = drifted(&one, &other, rng) + luck(rng, noise->luck) -
                             luck(rng, noise->luck) + odd(noise, rng) - odd(noise, rng);
}

/* ---- Comparisons ------------------------------------------------------------------------- */

struct tally {
    unsigned false_verdicts, covered, found[3], found_today[3], same;
};

static const double planted[3] = {0.01, 0.02, 0.05};

static struct mx_verdict verdict_on(double *same, double *run, unsigned processes, double truth,
                                    bool independent) {
    double planted_run[MX_MOST_PROCESSES];
    struct mx_verdict verdict;
    for (unsigned i = 0; i < processes; i++)
        planted_run[i] = run[i] + truth;
    const struct mx_paired_plan plan = {.sides = 2, .processes = processes};
    const struct mx_paired first = {.plan = plan, .log_ratios = {same, same}};
    const struct mx_paired second = {.plan = plan, .log_ratios = {planted_run, planted_run}};
    const double dependence = independent ? 1 : mx_dependence_of(&first, &second);
    const struct mx_basis basis = {.floor = mx_noise_floor(&first, dependence),
                                   .delta = log(1.005),
                                   .dependence = dependence,
                                   .convincing = true};
    mx_verdicts(&second, &basis, &verdict);
    return verdict;
}

static void compare_once(const struct noise *noise, unsigned processes, struct mx_rng *rng,
                         struct tally *tally) {
    double same[MX_MOST_PROCESSES], run[MX_MOST_PROCESSES];
    draw(noise, processes, rng, same, run);
    const struct mx_verdict none = verdict_on(same, run, processes, 0, false);
    tally->false_verdicts += none.word == MX_FASTER || none.word == MX_SLOWER;
    tally->same += none.word == MX_SAME;
    tally->covered += none.estimate.interval.coverage < MX_CONFIDENCE ||
                      (none.estimate.interval.low <= 0 && none.estimate.interval.high >= 0);
    for (int i = 0; i < 3; i++) {
        const double truth = log1p(planted[i]);
        tally->found[i] += verdict_on(same, run, processes, truth, false).word == MX_SLOWER;
        tally->found_today[i] += verdict_on(same, run, processes, truth, true).word == MX_SLOWER;
    }
}

static double percent(unsigned count, unsigned of) {
    return 100.0 * count / of;
}

/* Whether a promise holds, within three standard deviations for this number of comparisons. */
static bool holds(double found, double promised, unsigned comparisons, int sign) {
    const double deviation = sqrt(promised * (100 - promised) / comparisons);
    return sign * (found - promised) <= 3 * deviation;
}

static bool print_row(const struct noise *noise, unsigned processes, unsigned comparisons) {
    struct tally tally = {.same = 0};
    struct mx_rng rng = mx_rng_start(20261130, (uint64_t)(noise - noises) * 1000 + processes);
    for (unsigned i = 0; i < comparisons; i++)
        compare_once(noise, processes, &rng, &tally);
    const double wrong = percent(tally.false_verdicts, comparisons);
    const double covered = percent(tally.covered, comparisons);
    printf("| %s | %u | %.2f%% | %.1f%% |", noise->name, processes, wrong, covered);
    for (int i = 0; i < 3; i++)
        printf(" %.0f%% (%.0f%%) |", percent(tally.found[i], comparisons),
               percent(tally.found_today[i], comparisons));
    printf("\n");
    bool good = holds(wrong, noise->most_false, comparisons, 1) &&
                holds(covered, noise->least_coverage, comparisons, -1);
    if (!good)
        fprintf(stderr, "beyond what is promised: %s with %u processes\n", noise->name, processes);
    return good;
}

int main(int argc, char **argv) {
    const unsigned comparisons = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    const bool check = argc > 2 && strcmp(argv[2], "--check") == 0;
    bool good = true;
    if (comparisons < 100 || argc > 3 || (argc == 3 && !check)) {
        fprintf(stderr, "usage: simulate_verdicts COMPARISONS [--check]; at least 100\n");
        return 2;
    }
    printf("| noise | processes | false | covers | +1%% found | +2%% found | +5%% found |\n"
           "|---|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < NOISES; i++)
        for (int size = 0; size < SIZES; size++)
            good = print_row(&noises[i], sizes[size], comparisons) && good;
    return check && !good ? 1 : 0;
}
