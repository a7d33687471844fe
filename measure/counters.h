/* What a stretch of code costs, by the best counters that can be had: a ladder.
 *
 *     hardware events   cycles, instructions, branch misses, cache misses; of user code only
 *     software events   the kernel's own: task clock, context switches, migrations, page faults
 *     counted work      work (variant.h), which no machine and no container withholds
 *
 * Both kinds of events come from perf_event_open, each by itself: those that open are counted, the
 * others are missing and can say why. They cover every thread of the process that there is when
 * they are opened and every one that these start later (OpenMP's), wherever it ends. When more
 * events are wanted than the processor has counters, the kernel lets them take turns; counts are
 * then scaled up by time enabled over time running.
 *
 *     struct mx_counters counters;
 *     mx_counters_open(&counters, NULL);          once, early
 *     mx_counters_start(&counters);
 *     work();
 *     struct mx_counts counts = mx_counters_stop(&counters);
 *     if (mx_counted(&counts, MX_CYCLES)) ... counts.value[MX_CYCLES]
 *
 * Source: perf_event_open(2), "Reading results" for the scaling; a group cannot be read as one when
 * it is inherited, so every event has a descriptor of its own.
 */
#ifndef MX_COUNTERS_H
#define MX_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/perf_events.h"

struct mx_counters {
    struct mx_counter_system system;
    size_t threads;
    int *descriptor;                  /* [threads][MX_COUNTER_COUNT], -1 = none */
    struct mx_counter_reading *began; /* the same */
    int error[MX_COUNTER_COUNT];      /* errno of the open that failed, 0 = counts */
};

/* `system` NULL = the operating system. What cannot be opened is missing; never fails otherwise. To
 * be closed by mx_counters_close. */
void mx_counters_open(struct mx_counters *counters, const struct mx_counter_system *system);
void mx_counters_close(struct mx_counters *counters);

struct mx_counts {
    double value[MX_COUNTER_COUNT]; /* scaled; NAN = missing */
    double share; /* least part of the time that an event was counted, 1 = none was scaled; NAN = no
                     event has a value */
};

/* What was counted from start to stop. Starts do not nest. */
void mx_counters_start(struct mx_counters *counters);
struct mx_counts mx_counters_stop(const struct mx_counters *counters);

/* Whether there is a value. An event that opened may still have none: its counters were taken. */
bool mx_counted(const struct mx_counts *counts, enum mx_counter which);

/* Instructions for each cycle; NAN when either is missing. */
double mx_counts_ipc(const struct mx_counts *counts);

/* Bytes that came from memory for each cycle: last-level cache misses, a line each. NAN when a
 * count is missing, or `line` is not positive: not known. */
double mx_counts_bytes_per_cycle(const struct mx_counts *counts, long line);

/* "cycles", "task_clock_ns": as in JSON. */
const char *mx_counter_name(enum mx_counter which);

/* Where the figure comes from, "hardware event" or "software event". */
const char *mx_counter_source(enum mx_counter which);

/* "available", or why there is no such count here, in one line. Returns text. */
const char *mx_counter_state(const struct mx_counters *counters, enum mx_counter which, char *text,
                             size_t room);

/* The rung that this process stands on, in words: "hardware events", "software events", "counted
 * work". */
const char *mx_counters_rung(const struct mx_counters *counters);

/* One reading: from a pair, what was counted in between, scaled. NAN when it never ran though it
 * was enabled; 0 when it was not enabled, as that of a thread that slept all the time. */
double mx_counter_scaled(struct mx_counter_reading began, struct mx_counter_reading ended);

#endif
