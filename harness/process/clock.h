/* Seconds on a clock that never jumps, for deadlines; and those of processors. */
#ifndef MX_CLOCK_H
#define MX_CLOCK_H

#include <time.h>

static inline double mx_seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline double mx_seconds(void) {
    return mx_seconds_of(CLOCK_MONOTONIC);
}

/* That all threads of the process have had a processor for. */
static inline double mx_processor_seconds(void) {
    return mx_seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
