/* How far the threads of one solve have come, and whether they are to go on. */
#ifndef MX_SUPPORT_COURSE_H
#define MX_SUPPORT_COURSE_H

#include <stdbool.h>
#include <stdint.h>

#include "variant.h"

struct mx_course {
    uint64_t done, total; /* as mx_stage takes them; `done` is added to atomically */
    int outcome;          /* MX_SOLVED while all is well */
};

static inline void mx_course_end(struct mx_course *course, enum mx_outcome outcome) {
    __atomic_store_n(&course->outcome, (int)outcome, __ATOMIC_RELAXED);
}

/* Whether to go on. `master` is the thread that called solve, which tells the monitor. */
static inline bool mx_course_goes_on(struct mx_course *course, const struct mx_run *run,
                                     bool master) {
    if (master && !mx_stage(run, __atomic_load_n(&course->done, __ATOMIC_RELAXED), course->total))
        mx_course_end(course, MX_STOPPED);
    return __atomic_load_n(&course->outcome, __ATOMIC_RELAXED) == MX_SOLVED;
}

static inline void mx_course_add(struct mx_course *course, uint64_t done) {
    __atomic_fetch_add(&course->done, done, __ATOMIC_RELAXED);
}

#endif
