/* Seconds on a clock that never jumps, for deadlines. */
#ifndef MX_CLOCK_H
#define MX_CLOCK_H

#include <time.h>

static inline double mx_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
