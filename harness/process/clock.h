/* Clocks, and when long work stops: at a deadline, or when the user interrupts it. */
#ifndef MX_CLOCK_H
#define MX_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

static inline double mx_seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds on a clock that never jumps, for deadlines. */
static inline double mx_seconds(void) {
    return mx_seconds_of(CLOCK_MONOTONIC);
}

/* Processor seconds of all threads of this process. */
static inline double mx_processor_seconds(void) {
    return mx_seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* From now on the first SIGINT, SIGTERM or SIGHUP sets a flag and interrupts blocking system calls;
 * one that comes more than a second later has its default action. A SIGHUP that is ignored (nohup)
 * stays ignored. For the process that coordinates: children start with the default actions
 * (harness/process/process.h). */
void mx_interrupts_install(void);

/* Whether such a signal has come. Safe from any thread. */
bool mx_interrupted(void);

struct mx_deadline {
    double at; /* on mx_seconds()'s clock */
};

/* A monitor that stops the work at a deadline or at an interrupt, for mx_monitor.stage; `context`
 * is a struct mx_deadline. */
static inline bool mx_before_deadline(void *context, uint64_t done, uint64_t total) {
    const struct mx_deadline *deadline = context;
    (void)done, (void)total;
    return mx_seconds() < deadline->at && !mx_interrupted();
}

#endif
