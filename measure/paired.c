#include "measure/paired.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/stats.h"
#include "support/rng.h"

/* ---- Order ------------------------------------------------------------------------------- */

unsigned mx_paired_rows(unsigned sides) {
    return sides % 2 == 0 ? sides : 2 * sides;
}

/* The first row is 0, 1, n-1, 2, n-2, ...; the others add a constant, modulo n. With an odd number
 * of sides, the mirror image of the square follows. */
void mx_paired_order(unsigned sides, unsigned row, unsigned *order) {
    for (unsigned place = 0; place < sides; place++) {
        unsigned step = (place + 1) / 2;
        unsigned first = place % 2 == 1 ? step : (sides - step) % sides;
        unsigned at = row < sides ? place : sides - 1 - place;
        order[at] = (first + row) % sides;
    }
}

/* A random relabelling, so that no side is always first. */
static void shuffle(unsigned *labels, unsigned count, struct mx_rng *rng) {
    for (unsigned i = 0; i < count; i++)
        labels[i] = i;
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)mx_rng_below(rng, i), kept = labels[i - 1];
        labels[i - 1] = labels[j];
        labels[j] = kept;
    }
}

/* ---- Sampling ---------------------------------------------------------------------------- */

static double *samples_of(const struct mx_paired *run, enum mx_clock clock, unsigned process,
                          unsigned side) {
    return run->seconds[clock] + ((size_t)process * run->plan.sides + side) * run->samples;
}

const double *mx_paired_samples_by(const struct mx_paired *run, enum mx_clock clock,
                                   unsigned process, unsigned side) {
    return samples_of(run, clock, process, side);
}

const double *mx_paired_samples(const struct mx_paired *run, unsigned process, unsigned side) {
    return samples_of(run, run->plan.clock, process, side);
}

const double *mx_paired_log_ratios(const struct mx_paired *run, enum mx_clock clock,
                                   unsigned side) {
    return run->log_ratios[clock] + (size_t)(side - 1) * run->plan.processes;
}

static bool sample_row(struct mx_paired *run, const struct mx_sampler *sampler, unsigned process,
                       unsigned number, const unsigned *labels) {
    unsigned sides = run->plan.sides, rows = mx_paired_rows(sides), order[MX_MOST_SIDES];
    struct mx_time times[MX_MOST_SIDES];
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there are at least two sides */
    mx_paired_order(sides, number % rows, order);
    for (unsigned i = 0; i < sides; i++)
        order[i] = labels[order[i]];
    if (!sampler->row(sampler->context, number / rows, order, sides, times))
        return false;
    for (unsigned i = 0; i < sides; i++)
        for (int clock = 0; clock < MX_CLOCKS; clock++)
            samples_of(run, (enum mx_clock)clock, process, order[i])[number] = times[i].by[clock];
    return true;
}

/* In an A/A run, each subject pairs its links 0 and 1, then 2 and 3, and so on: no link is in two
 * pairs, so the pairs are independent. */
static void choose_sides(const struct mx_paired_plan *plan, unsigned process, unsigned *sides,
                         unsigned *links) {
    for (unsigned i = 0; i < plan->sides; i++) {
        const unsigned link = plan->same ? process / plan->sides * plan->sides + i : process;
        sides[i] = plan->same ? process % plan->sides : i;
        links[i] = plan->links == 0 ? 0 : link % plan->links;
    }
}

static bool sample_process(struct mx_paired *run, const struct mx_sampler *sampler,
                           unsigned process) {
    struct mx_rng rng = mx_rng_start(run->plan.seed, process);
    unsigned labels[MX_MOST_SIDES], sides[MX_MOST_SIDES], links[MX_MOST_SIDES];
    shuffle(labels, run->plan.sides, &rng);
    choose_sides(&run->plan, process, sides, links);
    if (!sampler->start(sampler->context, sides, links, run->plan.sides))
        return false;
    for (unsigned number = 0; number < run->samples; number++)
        if (!sample_row(run, sampler, process, number, labels))
            return false;
    return sampler->finish(sampler->context, &run->processes[process]);
}

/* ---- The ratio of a process -------------------------------------------------------------- */

static double mean_log(const double *seconds, unsigned count) {
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += log(seconds[i]);
    return sum / count;
}

static double total(const double *seconds, unsigned count) {
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += seconds[i];
    return sum;
}

/* All sides solve equally often in a sample, so totals are over equally many solves. */
static double log_ratio(const struct mx_paired *run, enum mx_clock clock, unsigned process,
                        unsigned side) {
    const double *base = samples_of(run, clock, process, 0);
    const double *other = samples_of(run, clock, process, side);
    unsigned rows = mx_paired_rows(run->plan.sides);
    double rounds[MX_MOST_ROUNDS];
    if (run->plan.totals)
        return log(total(other, run->samples) / total(base, run->samples));
    for (unsigned i = 0; i < run->plan.rounds; i++)
        rounds[i] =
            mean_log(other + (size_t)i * rows, rows) - mean_log(base + (size_t)i * rows, rows);
    mx_sort(rounds, run->plan.rounds);
    return mx_median(rounds, run->plan.rounds);
}

bool mx_paired_begin(struct mx_paired *run, const struct mx_paired_plan *plan) {
    bool good = true;
    mx_paired_free(run);
    run->plan = *plan;
    run->samples = plan->rounds * mx_paired_rows(plan->sides);
    for (int clock = 0; clock < MX_CLOCKS; clock++) {
        run->seconds[clock] =
            calloc((size_t)plan->processes * plan->sides * run->samples, sizeof(double));
        run->log_ratios[clock] = calloc((size_t)plan->processes * plan->sides, sizeof(double));
        good = good && run->seconds[clock] != NULL && run->log_ratios[clock] != NULL;
    }
    run->processes = calloc(plan->processes, sizeof *run->processes);
    if (good && run->processes != NULL)
        return true;
    mx_paired_free(run);
    return false;
}

bool mx_paired_add(struct mx_paired *run, const struct mx_sampler *sampler) {
    const unsigned process = run->done;
    if (!sample_process(run, sampler, process))
        return false;
    for (unsigned side = 1; side < run->plan.sides; side++)
        for (int clock = 0; clock < MX_CLOCKS; clock++)
            run->log_ratios[clock][(size_t)(side - 1) * run->plan.processes + process] =
                log_ratio(run, (enum mx_clock)clock, process, side);
    run->done++;
    return true;
}

bool mx_paired_run(struct mx_paired *run, const struct mx_paired_plan *plan,
                   const struct mx_sampler *sampler) {
    if (!mx_paired_begin(run, plan))
        return false;
    while (run->done < plan->processes)
        if (!mx_paired_add(run, sampler))
            return false;
    return true;
}

/* ---- Units ------------------------------------------------------------------------------- */

unsigned mx_paired_units(const struct mx_paired *run) {
    return run->plan.links > 0 ? run->plan.links : run->plan.processes;
}

void mx_paired_unit_ratios(const struct mx_paired *run, unsigned side, double *ratios) {
    const double *all = mx_paired_log_ratios(run, run->plan.clock, side);
    const unsigned units = mx_paired_units(run);
    double one[MX_MOST_PROCESSES];
    for (unsigned unit = 0; unit < units; unit++) {
        unsigned count = 0;
        for (unsigned process = unit; process < run->plan.processes; process += units)
            one[count++] = all[process];
        mx_sort(one, count);
        ratios[unit] = mx_median(one, count);
    }
}

/* ---- All samples ------------------------------------------------------------------------- */

/* Sorted copy of the samples of processes first .. first + count - 1; NULL when memory is short. */
static double *sorted_samples(const struct mx_paired *run, unsigned first, unsigned count,
                              unsigned side) {
    double *copy = malloc((size_t)count * run->samples * sizeof *copy);
    if (copy == NULL)
        return NULL;
    for (unsigned i = 0; i < count; i++)
        memcpy(copy + (size_t)i * run->samples, mx_paired_samples(run, first + i, side),
               run->samples * sizeof *copy);
    mx_sort(copy, (size_t)count * run->samples);
    return copy;
}

unsigned mx_paired_disturbed(const struct mx_paired *run, unsigned process, unsigned side) {
    double *sorted = sorted_samples(run, process, 1, side);
    unsigned disturbed = 0;
    for (unsigned i = 0; sorted != NULL && i < run->samples; i++)
        disturbed += sorted[i] > MX_DISTURBED * mx_median(sorted, run->samples);
    free(sorted);
    return disturbed;
}

double mx_paired_median(const struct mx_paired *run, unsigned side) {
    size_t count = (size_t)run->plan.processes * run->samples;
    double *sorted = sorted_samples(run, 0, run->plan.processes, side);
    double median = sorted == NULL ? NAN : mx_median(sorted, count);
    free(sorted);
    return median;
}

double mx_paired_mean(const struct mx_paired *run, enum mx_clock clock, unsigned side) {
    double sum = 0;
    for (unsigned process = 0; process < run->plan.processes; process++)
        sum += total(samples_of(run, clock, process, side), run->samples);
    return sum / run->samples / run->plan.processes;
}

void mx_paired_free(struct mx_paired *run) {
    for (int clock = 0; clock < MX_CLOCKS; clock++) {
        free(run->seconds[clock]);
        free(run->log_ratios[clock]);
    }
    free(run->processes);
    *run = (struct mx_paired){.processes = NULL};
}
