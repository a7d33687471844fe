/* Both distributions in a few lines of plain characters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

#include "cli/compare_report.h"

enum { COLUMNS = 56 };

static const char densities[] = " .:-=+*#@";

struct axis {
    double low, high; /* logs of seconds */
};

static unsigned column_of(const struct axis *axis, double seconds) {
    double at = (log(seconds) - axis->low) / (axis->high - axis->low) * COLUMNS;
    return at < 0 ? 0 : at >= COLUMNS ? COLUMNS - 1 : (unsigned)at;
}

/* The samples of a run are contiguous in memory. */
static struct axis axis_of(const struct mx_paired *run) {
    size_t count = (size_t)run->plan.processes * run->plan.sides * run->samples;
    double *sorted = malloc(count * sizeof *sorted);
    struct axis axis = {0, 0};
    if (sorted != NULL) {
        memcpy(sorted, run->seconds[run->plan.clock], count * sizeof *sorted);
        mx_sort(sorted, count);
        axis = (struct axis){log(sorted[0]), log(sorted[count - 1 - count / 100])};
    }
    if (axis.high - axis.low < 0.01)
        axis.high = axis.low + 0.01;
    free(sorted);
    return axis;
}

const char *mx_time_in_words(double seconds, char text[32]) {
    static const char *const units[] = {"s", "ms", "us", "ns"};
    unsigned unit = 0;
    for (; seconds < 1 && unit < 3; unit++)
        seconds *= 1000;
    snprintf(text, 32, "%.4g %s", seconds, units[unit]);
    return text;
}

static void print_side(const struct mx_paired *run, const struct axis *axis, unsigned side,
                       int width, const char *name) {
    unsigned counts[COLUMNS] = {0}, most = 1;
    char line[COLUMNS + 1] = "", text[32];
    for (unsigned process = 0; process < run->plan.processes; process++)
        for (unsigned i = 0; i < run->samples; i++) {
            unsigned column = column_of(axis, mx_paired_samples(run, process, side)[i]);
            counts[column]++;
            most = counts[column] > most ? counts[column] : most;
        }
    const unsigned levels = sizeof densities - 2;
    for (unsigned i = 0; i < COLUMNS; i++)
        line[i] = densities[(counts[i] * levels + most - 1) / most];
    mx_print("%-*s |%s| %s\n", width, name, line,
             mx_time_in_words(mx_paired_median(run, side), text));
}

void mx_print_times(const struct mx_paired *run, const char *const *names) {
    struct axis axis = axis_of(run);
    char low[32], high[32];
    int width = 0;
    for (unsigned side = 0; side < run->plan.sides; side++)
        width = (int)strlen(names[side]) > width ? (int)strlen(names[side]) : width;
    for (unsigned side = 0; side < run->plan.sides; side++)
        print_side(run, &axis, side, width, names[side]);
    mx_time_in_words(exp(axis.low), low);
    mx_time_in_words(exp(axis.high), high);
    mx_print("%*s  %s%*s\n", width, "", low, COLUMNS - (int)strlen(low), high);
}
