#include "measure/remarks.h"

#include <math.h>
#include <stdlib.h>

#include "measure/stats.h"
#include "measure/verdict.h"

/* More switches of one kind than this, per sample of a process, are a likely reason. Each sample
 * may cost one voluntary switch, to wait for the request. */
#define MANY_WAITS 1.2
#define MANY_SWITCHES 0.5

static struct mx_estimate difference_of_clocks(const struct mx_paired *run, unsigned side) {
    double differences[MX_MOST_PROCESSES];
    const double *real = mx_paired_log_ratios(run, MX_REAL_TIME, side);
    const double *processor = mx_paired_log_ratios(run, MX_PROCESSOR_TIME, side);
    for (unsigned i = 0; i < run->plan.processes; i++)
        differences[i] = real[i] - processor[i];
    return mx_estimate(differences, run->plan.processes, 1);
}

static double farthest(struct mx_interval interval) {
    return fmax(fabs(interval.low), fabs(interval.high));
}

static enum mx_reason likely_reason(const struct mx_paired *run) {
    const double samples = (double)run->samples * run->plan.sides * run->plan.processes;
    double waits = 0, switches = 0;
    for (unsigned i = 0; i < run->plan.processes; i++) {
        waits += (double)run->processes[i].waits;
        switches += (double)run->processes[i].switches;
    }
    if (waits > MANY_WAITS * samples)
        return MX_WAITS;
    return switches > MANY_SWITCHES * samples ? MX_SWITCHED_OUT : MX_NO_REASON;
}

struct mx_clock_remark mx_remark_on_clocks(const struct mx_paired *run,
                                           const struct mx_paired *same, unsigned side,
                                           double floor) {
    const struct mx_estimate here = difference_of_clocks(run, side);
    double noise = floor;
    for (unsigned other = 1; other < same->plan.sides; other++)
        noise = fmax(noise, farthest(difference_of_clocks(same, other).interval));
    const struct mx_estimate real =
        mx_estimate(mx_paired_log_ratios(run, MX_REAL_TIME, side), run->plan.processes, 1);
    return (struct mx_clock_remark){.diverges =
                                        run->plan.clock == MX_PROCESSOR_TIME &&
                                        fmax(here.interval.low, -here.interval.high) > noise,
                                    .log_ratio = real.median,
                                    .reason = likely_reason(run)};
}

double mx_log_ratio_of_means(const struct mx_paired *run, unsigned side) {
    return log(mx_paired_mean(run, run->plan.clock, side) /
               mx_paired_mean(run, run->plan.clock, 0));
}

bool mx_lasting_differs(const struct mx_paired *run, const struct mx_paired *lasting, unsigned side,
                        double floor) {
    const double *ratios = mx_paired_log_ratios(run, run->plan.clock, side);
    const double long_ratio = mx_log_ratio_of_means(lasting, side);
    double low = ratios[0], high = ratios[0];
    for (unsigned i = 1; i < run->plan.processes; i++) {
        low = fmin(low, ratios[i]);
        high = fmax(high, ratios[i]);
    }
    return long_ratio < low - floor || long_ratio > high + floor;
}

/* The split of sorted values that leaves the most variance between its parts (k-means with two
 * centres, exact in one dimension). Returns the size of the lower part. */
static size_t best_split(const double *sorted, size_t count, double sum) {
    double below = 0, most = -1;
    size_t best = 1;
    for (size_t i = 1; i < count; i++) {
        below += sorted[i - 1];
        const double apart = (sum - below) / (double)(count - i) - below / (double)i;
        const double between = apart * apart * (double)i * (double)(count - i);
        if (between > most) {
            most = between;
            best = i;
        }
    }
    return best;
}

bool mx_find_humps(const struct mx_paired *run, unsigned side, struct mx_humps *humps) {
    const size_t count = (size_t)run->plan.processes * run->samples;
    double *logs = malloc(count * sizeof *logs), sum = 0, below = 0;
    if (logs == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const unsigned process = (unsigned)(i / run->samples);
        logs[i] = log(mx_paired_samples(run, process, side)[i % run->samples]);
        sum += logs[i];
    }
    mx_sort(logs, count);
    const size_t split = best_split(logs, count, sum);
    for (size_t i = 0; i < split; i++)
        below += logs[i];
    *humps = (struct mx_humps){.low = exp(below / (double)split),
                               .high = exp((sum - below) / (double)(count - split)),
                               .upper = (double)(count - split) / (double)count};
    free(logs);
    return true;
}
