/* Clocks, and the end of long work: at a deadline, or when the user interrupts it. */
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

#define MX_INTERRUPTED_EXIT 130
#define MX_OWN_SIGNAL_EXIT 1

/* From now on the first SIGINT, SIGTERM or SIGHUP sets a flag and interrupts blocking system calls.
 * Work that heeds the flag ends in its own way. Two seconds later, or at a second signal, the
 * process removes its temporary files (files.h) and ends at once with MX_INTERRUPTED_EXIT: a kernel
 * owns nothing that must be saved. A signal that the process sends to itself comes from foreign
 * code: the process names the variant and ends with MX_OWN_SIGNAL_EXIT. A SIGHUP that is ignored
 * (nohup) stays ignored. Takes SIGALRM. For the process that coordinates: children start with the
 * default actions (process.h). */
void mx_interrupts_install(void);

/* While on, the end of the two seconds does not end the process, because it is saving. A second
 * signal still does. */
void mx_interrupts_delay(bool on);

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
