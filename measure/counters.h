/* The cost of a piece of code, by the best counters available. The counters form a ladder.
 *
 *     hardware events   cycles, instructions, branch misses, cache misses; of user code only
 *     software events   the kernel's own: task clock, context switches, migrations, page faults
 *     counted work      work (variant.h), which no machine and no container withholds
 *
 * Both kinds of events come from perf_event_open, one call for each event. The events that open are
 * counted; the others are missing, with a reason. The events cover every thread that the process
 * has when they are opened, and every thread that those start later (OpenMP's). When more events
 * are wanted than the processor has counters, the kernel lets them take turns; counts are then
 * scaled up by time enabled over time running.
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
    int error[MX_COUNTER_COUNT];      /* errno of the failed open, 0 = counts */
};

/* `system` NULL = the operating system. An event that cannot be opened is missing; the call itself
 * never fails. Close with mx_counters_close. */
void mx_counters_open(struct mx_counters *counters, const struct mx_counter_system *system);
void mx_counters_close(struct mx_counters *counters);

struct mx_counts {
    double value[MX_COUNTER_COUNT]; /* scaled; NAN = missing */
    double share; /* least counted share of the time, 1 = none was scaled; NAN = no value */
};

/* The counts from start to stop. Starts do not nest. */
void mx_counters_start(struct mx_counters *counters);
struct mx_counts mx_counters_stop(const struct mx_counters *counters);

/* Whether the count has a value. An open event may still lack one: its counters were taken. */
bool mx_counted(const struct mx_counts *counts, enum mx_counter which);

/* Instructions for each cycle; NAN when either is missing. */
double mx_counts_ipc(const struct mx_counts *counts);

/* Bytes from memory for each cycle: last-level cache misses, of one line each. NAN when a count is
 * missing, or when `line` is not positive (unknown). */
double mx_counts_bytes_per_cycle(const struct mx_counts *counts, long line);

/* "cycles", "task_clock_ns": as in JSON. */
const char *mx_counter_name(enum mx_counter which);

/* The source of the figure: "hardware event" or "software event". */
const char *mx_counter_source(enum mx_counter which);

/* "available", or the reason why the count is missing, in one line. Returns text. */
const char *mx_counter_state(const struct mx_counters *counters, enum mx_counter which, char *text,
                             size_t room);

/* The best rung of the ladder that this process can use: "hardware events", "software events",
 * "counted work". */
const char *mx_counters_rung(const struct mx_counters *counters);

/* The scaled count between a pair of readings. NAN when the event was enabled but never ran; 0 when
 * it was not enabled, for example in a thread that slept all the time. */
double mx_counter_scaled(struct mx_counter_reading began, struct mx_counter_reading ended);

/* ---- Counts as words of a line, for processes that talk to each other (measure/serve.h) ---- */

#define MX_COUNTS_WORDS 512
#define MX_COUNTS_WHY 160

/* The counts of one solve, and the reason if hardware events are not available. */
struct mx_counts_told {
    struct mx_counts counts;
    char cycles[MX_COUNTS_WHY]; /* mx_counter_state of cycles */
};

/* " VALUE... SHARE STATE": every counter in its order, nan where it is missing. Returns text. */
const char *mx_counts_write(const struct mx_counters *counters, const struct mx_counts *counts,
                            double solves, char text[MX_COUNTS_WORDS]);

/* Parses the line of the other process. A build that reports less gives no counts, and the state
 * says so. */
struct mx_counts_told mx_counts_read(const char *text);

#endif
