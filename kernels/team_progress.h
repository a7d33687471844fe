/* The progress of the threads that share one solve, and whether they continue. */
#ifndef MX_TEAM_PROGRESS_H
#define MX_TEAM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "variant.h"

struct mx_team_progress {
    uint64_t done, total; /* as for mx_stage; `done` is added to atomically */
    int outcome;          /* enum mx_outcome: MX_SOLVED until a thread ends the solve */
};

static inline void mx_team_end(struct mx_team_progress *progress, enum mx_outcome outcome) {
    __atomic_store_n(&progress->outcome, (int)outcome, __ATOMIC_RELAXED);
}

/* Whether to continue. `master` is the thread that called solve; only this thread calls the
 * monitor.
 */
static inline bool mx_team_continues(struct mx_team_progress *progress, const struct mx_run *run,
                                     bool master) {
    if (master &&
        !mx_stage(run, __atomic_load_n(&progress->done, __ATOMIC_RELAXED), progress->total))
        mx_team_end(progress, MX_STOPPED);
    return __atomic_load_n(&progress->outcome, __ATOMIC_RELAXED) == MX_SOLVED;
}

static inline void mx_team_add(struct mx_team_progress *progress, uint64_t done) {
    __atomic_fetch_add(&progress->done, done, __ATOMIC_RELAXED);
}

#endif
