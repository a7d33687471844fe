#include "measure/counters.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 1024u

static const struct {
    const char *name;
    bool hardware;
} counters_known[MX_COUNTER_COUNT] = {
    [MX_CYCLES] = {"cycles", true},
    [MX_INSTRUCTIONS] = {"instructions", true},
    [MX_BRANCH_MISSES] = {"branch_misses", true},
    [MX_CACHE_MISSES] = {"cache_misses", true},
    [MX_TASK_CLOCK] = {"task_clock_ns", false},
    [MX_CONTEXT_SWITCHES] = {"context_switches", false},
    [MX_CPU_MIGRATIONS] = {"cpu_migrations", false},
    [MX_PAGE_FAULTS] = {"page_faults", false},
};

const char *mx_counter_name(enum mx_counter which) {
    return counters_known[which].name;
}

const char *mx_counter_source(enum mx_counter which) {
    return counters_known[which].hardware ? "hardware event" : "software event";
}

/* ---- Opening ----------------------------------------------------------------------------- */

static void close_event(struct mx_counters *counters, int which) {
    for (size_t i = 0; i < counters->threads; i++) {
        int *descriptor = &counters->descriptor[i * MX_COUNTER_COUNT + (size_t)which];
        if (*descriptor >= 0)
            counters->system.close(counters->system.context, *descriptor);
        *descriptor = -1;
    }
}

/* Opens the event in all threads or in none, because a count of some of them would be wrong. A
 * thread that has ended since the listing does not matter. */
static void open_event(struct mx_counters *counters, int which, const int *threads) {
    bool any = false;
    for (size_t i = 0; i < counters->threads && counters->error[which] == 0; i++) {
        int got =
            counters->system.open(counters->system.context, (enum mx_counter)which, threads[i]);
        any |= got >= 0;
        if (got >= 0)
            counters->descriptor[i * MX_COUNTER_COUNT + (size_t)which] = got;
        else if (got != -ESRCH)
            counters->error[which] = -got;
    }
    if (!any && counters->error[which] == 0)
        counters->error[which] = ESRCH;
    if (counters->error[which] != 0)
        close_event(counters, which);
}

static void give_up(struct mx_counters *counters, int error) {
    counters->threads = 0;
    for (int which = 0; which < MX_COUNTER_COUNT; which++)
        counters->error[which] = error;
}

void mx_counters_open(struct mx_counters *counters, const struct mx_counter_system *system) {
    int threads[MOST_THREADS];
    *counters = (struct mx_counters){.system = system == NULL ? mx_perf_events : *system};
    counters->threads = counters->system.threads(counters->system.context, threads, MOST_THREADS);
    const size_t events = counters->threads * MX_COUNTER_COUNT;
    counters->descriptor = malloc(events * sizeof *counters->descriptor);
    counters->began = calloc(events, sizeof *counters->began);
    if (events == 0 || counters->descriptor == NULL || counters->began == NULL) {
        give_up(counters, events == 0 ? ESRCH : ENOMEM);
        return;
    }
    for (size_t i = 0; i < events; i++)
        counters->descriptor[i] = -1;
    for (int which = 0; which < MX_COUNTER_COUNT; which++)
        open_event(counters, which, threads);
}

void mx_counters_close(struct mx_counters *counters) {
    for (int which = 0; which < MX_COUNTER_COUNT; which++)
        close_event(counters, which);
    free(counters->descriptor);
    free(counters->began);
    give_up(counters, ESRCH);
    counters->descriptor = NULL;
    counters->began = NULL;
}

/* ---- Counting ---------------------------------------------------------------------------- */

static bool read_event(const struct mx_counters *counters, size_t i,
                       struct mx_counter_reading *reading) {
    return counters->descriptor[i] >= 0 &&
           counters->system.read(counters->system.context, counters->descriptor[i], reading);
}

void mx_counters_start(struct mx_counters *counters) {
    for (size_t i = 0; i < counters->threads * MX_COUNTER_COUNT; i++) {
        const int which = (int)(i % MX_COUNTER_COUNT);
        if (counters->descriptor[i] >= 0 && !read_event(counters, i, &counters->began[i])) {
            counters->error[which] = EIO;
            close_event(counters, which);
        }
    }
}

double mx_counter_scaled(struct mx_counter_reading began, struct mx_counter_reading ended) {
    const double value = (double)(ended.value - began.value);
    const double enabled = (double)(ended.enabled - began.enabled);
    const double running = (double)(ended.running - began.running);
    if (enabled <= 0)
        return 0;
    return running > 0 ? value * (enabled / running) : NAN;
}

/* The count of all threads together; NAN when a thread was not counted, or when there was no thread
 * to count. Lowers *share to the least share of the time in which a thread was counted. */
static double total(const struct mx_counters *counters, size_t which, double *share) {
    double sum = 0;
    bool any = false;
    for (size_t i = which; i < counters->threads * MX_COUNTER_COUNT; i += MX_COUNTER_COUNT) {
        const struct mx_counter_reading *began = &counters->began[i];
        struct mx_counter_reading ended;
        if (counters->descriptor[i] < 0)
            continue;
        if (!read_event(counters, i, &ended))
            return NAN;
        sum += mx_counter_scaled(*began, ended);
        if (ended.enabled > began->enabled) {
            any = true;
            *share = fmin(*share, (double)(ended.running - began->running) /
                                      (double)(ended.enabled - began->enabled));
        }
    }
    return any ? sum : NAN;
}

struct mx_counts mx_counters_stop(const struct mx_counters *counters) {
    struct mx_counts counts = {.share = NAN};
    for (size_t which = 0; which < MX_COUNTER_COUNT; which++) {
        double share = 1;
        counts.value[which] = total(counters, which, &share);
        if (!isnan(counts.value[which]))
            counts.share = fmin(counts.share, share);
    }
    return counts;
}

bool mx_counted(const struct mx_counts *counts, enum mx_counter which) {
    return !isnan(counts->value[which]);
}

static double per_cycle(const struct mx_counts *counts, enum mx_counter which) {
    if (!mx_counted(counts, which) || !mx_counted(counts, MX_CYCLES) ||
        counts->value[MX_CYCLES] <= 0)
        return NAN;
    return counts->value[which] / counts->value[MX_CYCLES];
}

double mx_counts_ipc(const struct mx_counts *counts) {
    return per_cycle(counts, MX_INSTRUCTIONS);
}

double mx_counts_bytes_per_cycle(const struct mx_counts *counts, long line) {
    return line > 0 ? per_cycle(counts, MX_CACHE_MISSES) * (double)line : NAN;
}

/* ---- In words ---------------------------------------------------------------------------- */

/* The kernel itself answers EACCES to a process that may not count. Containers and security modules
 * answer EPERM, or ENOSYS although the kernel has the call. */
static void not_permitted(const struct mx_counters *counters, int error, char *text, size_t room) {
    int paranoid = counters->system.paranoid(counters->system.context);
    if (error == EPERM)
        snprintf(text, room,
                 "not permitted: a container's seccomp filter or a security module "
                 "refuses perf_event_open");
    else if (paranoid == INT_MIN)
        snprintf(text, room, "not permitted: see kernel.perf_event_paranoid");
    else
        snprintf(text, room, "not permitted: kernel.perf_event_paranoid is %d", paranoid);
}

const char *mx_counter_state(const struct mx_counters *counters, enum mx_counter which, char *text,
                             size_t room) {
    const int error = counters->error[which];
    if (error == 0)
        snprintf(text, room, "available");
    else if (error == ENOENT || error == EOPNOTSUPP || error == ENODEV || error == ENXIO)
        snprintf(text, room, "not available: this machine has no %s (virtual machine)",
                 counters_known[which].hardware ? "counters" : "such event");
    else if (error == EACCES || error == EPERM)
        not_permitted(counters, error, text, room);
    else if (error == ENOSYS)
        snprintf(text, room,
                 "not available: the system, or the container that this runs in, has "
                 "no perf_event_open");
    else
        snprintf(text, room, "not available: %s", strerror(error));
    return text;
}

const char *mx_counters_rung(const struct mx_counters *counters) {
    bool software = false;
    for (int which = 0; which < MX_COUNTER_COUNT; which++) {
        if (counters->error[which] == 0 && counters_known[which].hardware)
            return "hardware events";
        software |= counters->error[which] == 0;
    }
    return software ? "software events" : "counted work";
}

/* ---- Words of a line --------------------------------------------------------------------- */

const char *mx_counts_write(const struct mx_counters *counters, const struct mx_counts *counts,
                            double solves, char text[MX_COUNTS_WORDS]) {
    char why[MX_COUNTS_WHY];
    size_t used = 0;
    for (int i = 0; i < MX_COUNTER_COUNT; i++)
        used += (size_t)snprintf(text + used, MX_COUNTS_WORDS - used, " %.9g",
                                 counts->value[i] / solves);
    snprintf(text + used, MX_COUNTS_WORDS - used, " %.6g %s", counts->share,
             mx_counter_state(counters, MX_CYCLES, why, sizeof why));
    return text;
}

static bool read_number(const char **text, double *number) {
    char *end;
    *number = strtod(*text, &end);
    bool read = end != *text;
    *text = end;
    return read;
}

struct mx_counts_told mx_counts_read(const char *text) {
    struct mx_counts_told told;
    bool good = true;
    for (int i = 0; i < MX_COUNTER_COUNT && good; i++)
        good = read_number(&text, &told.counts.value[i]);
    good = good && read_number(&text, &told.counts.share);
    for (int i = 0; i < MX_COUNTER_COUNT && !good; i++)
        told.counts.value[i] = NAN;
    snprintf(told.cycles, sizeof told.cycles, "%s",
             good ? text + strspn(text, " ")
                  : "not available: the other build does not count events");
    return told;
}
