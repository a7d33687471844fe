#include "bench/console.h"

#include <stdlib.h>
#include <string.h>

#include "build_version.h"
#include "measure/machine.h"
#include "measure/stats.h"

#define CONFIDENCE 0.95
#define ROW "%-28s %10s  %-24s %8s  %-9s  %s\n"

/* The first time on a load. */
struct first {
    char *load;
    double seconds;
    struct first *next;
};

static struct {
    FILE *output;
    bool has_head;
    struct first *firsts;
} console;

void mx_console_begin(FILE *output, const struct mx_suite_options *options,
                      const struct mx_counters *counters) {
    struct mx_machine machine;
    mx_read_machine(&machine);
    console.output = output;
    fprintf(stderr, "cpu: %s, %d cores, %s; %s %s, commit %s%s; counts: %s\n", machine.cpu,
            machine.cores, mx_isa_name(options->isa), MX_COMPILER, MX_FLAGS, MX_COMMIT,
            MX_DIRTY ? " with changes" : "", mx_counters_rung(counters));
}

/* Before the first row only: a run that matches nothing prints nothing. */
static void print_head(void) {
    if (!console.has_head)
        fprintf(console.output, ROW, "variant, threads", "median", "interval at 95%", "x first",
                "agreement", "load");
    console.has_head = true;
}

/* ---- A name: PROBLEM/VARIANT/LABEL/threads:T[/SIDE]/... ------------------------------------- */

struct parts {
    int problem, variant, label; /* lengths */
    const char *name, *variant_at, *label_at;
    long threads;
    char side[24]; /* "" = none */
};

static bool split(const char *name, struct parts *parts) {
    const char *first = strchr(name, '/');
    const char *second = first == NULL ? NULL : strchr(first + 1, '/');
    const char *threads = NULL, *next = second;
    while (next != NULL && (next = strstr(next + 1, "/threads:")) != NULL)
        threads = next;
    if (threads == NULL)
        return false;
    char *rest;
    *parts = (struct parts){.name = name,
                            .problem = (int)(first - name),
                            .variant_at = first + 1,
                            .variant = (int)(second - first - 1),
                            .label_at = second + 1,
                            .label = (int)(threads - second - 1),
                            .threads = strtol(threads + strlen("/threads:"), &rest, 10)};
    const size_t digits = *rest == '/' ? strspn(rest + 1, "0123456789") : 0;
    if (digits < sizeof parts->side)
        memcpy(parts->side, rest + 1, digits);
    return true;
}

/* ---- A row ------------------------------------------------------------------------------- */

/* The time as four digits in the unit that fits `like`. */
static const char *time_text(double seconds, double like, bool unit, char *text, size_t room) {
    static const char *const names[] = {" s", " ms", " us", " ns"};
    double scale = 1;
    int i = 0;
    for (; i < 3 && like * scale < 1; i++)
        scale *= 1000;
    snprintf(text, room, "%.4g%s", seconds * scale, unit ? names[i] : "");
    return text;
}

/* The first time on the load, which is this one when there was none; 0 = memory is short. */
static double first_on(const char *load, double seconds) {
    for (const struct first *first = console.firsts; first != NULL; first = first->next)
        if (strcmp(first->load, load) == 0)
            return first->seconds;
    struct first *made = malloc(sizeof *made);
    char *copy = made == NULL ? NULL : strdup(load);
    if (copy == NULL) {
        free(made);
        return 0;
    }
    *made = (struct first){copy, seconds, console.firsts};
    console.firsts = made;
    return seconds;
}

static void print_times(const struct gb_row *row, double *seconds, const char *variant,
                        const char *load) {
    struct mx_interval interval;
    char median[24], low[24], high[24], between[64] = "", ratio[24] = "";
    mx_sort(seconds, row->count);
    const double middle = mx_median(seconds, row->count);
    if (row->count <= MX_STATS_MOST &&
        mx_sign_interval(seconds, row->count, CONFIDENCE, 1, &interval))
        snprintf(between, sizeof between, "[%s, %s]",
                 time_text(interval.low, middle, false, low, sizeof low),
                 time_text(interval.high, middle, false, high, sizeof high));
    const double first = first_on(load, middle);
    if (first > 0)
        snprintf(ratio, sizeof ratio, "%.3gx", first / middle);
    fprintf(console.output, ROW, variant, time_text(middle, middle, true, median, sizeof median),
            between, ratio, row->label[0] == '\0' ? "agrees" : row->label, load);
}

void mx_console_row(const struct gb_row *row) {
    struct parts parts;
    char variant[160], load[4500];
    print_head();
    if (!split(row->name, &parts)) {
        fprintf(console.output, "%s\n", row->name);
        return;
    }
    snprintf(variant, sizeof variant, "%.*s, %ld", parts.variant, parts.variant_at, parts.threads);
    snprintf(load, sizeof load, "%.*s %.*s%s%s", parts.problem, parts.name, parts.label,
             parts.label_at, parts.side[0] == '\0' ? "" : " ", parts.side);
    double *seconds = row->count == 0 ? NULL : malloc(row->count * sizeof *seconds);
    if (seconds != NULL) {
        memcpy(seconds, row->seconds, row->count * sizeof *seconds);
        print_times(row, seconds, variant, load);
    } else {
        fprintf(console.output, "%-28s %s: %s\n", variant, load, row->error);
    }
    free(seconds);
    fflush(console.output);
}

void mx_console_end(void) {
    while (console.firsts != NULL) {
        struct first *first = console.firsts;
        console.firsts = first->next;
        free(first->load);
        free(first);
    }
}
