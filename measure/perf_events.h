/* The events that a counter can count, and the functions that read them: Linux's
 * perf_event_open. */
#ifndef MX_PERF_EVENTS_H
#define MX_PERF_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mx_counter {
    MX_CYCLES,
    MX_INSTRUCTIONS,
    MX_BRANCH_MISSES,
    MX_CACHE_MISSES, /* of the last level */
    MX_TASK_CLOCK,   /* processor time of all threads, ns */
    MX_CONTEXT_SWITCHES,
    MX_CPU_MIGRATIONS,
    MX_PAGE_FAULTS,
    MX_COUNTER_COUNT
};

/* The content of a descriptor: `value` was counted while the event ran, for `running` of `enabled`
 * ns. */
struct mx_counter_reading {
    uint64_t value, enabled, running;
};

/* The functions that open and read counters: the operating system's, or a substitute in tests. */
struct mx_counter_system {
    void *context;
    /* Starts counting in the thread with that id and in all threads that it starts. Returns a
     * descriptor, or -errno.
     */
    int (*open)(void *context, enum mx_counter which, int thread);
    bool (*read)(void *context, int descriptor, struct mx_counter_reading *reading);
    void (*close)(void *context, int descriptor);
    /* Writes the ids of this process's threads, at most `room`; returns how many. */
    size_t (*threads)(void *context, int *ids, size_t room);
    int (*paranoid)(void *context); /* kernel.perf_event_paranoid; INT_MIN = not known */
};

extern const struct mx_counter_system mx_perf_events;

#endif
