#include "harness/solve/resuming.h"

enum { MOST_STOPS = 100000 };

struct stopping {
    const struct mx_monitor *inner; /* or NULL */
    uint64_t reached;               /* what was done at the last stop */
    bool stopped;
};

/* Lets the stage pass that the solve was stopped at before, and those without progress. */
static bool stage(void *context, uint64_t done, uint64_t total) {
    struct stopping *stopping = context;
    if (stopping->inner != NULL)
        stopping->inner->stage(stopping->inner->context, done, total);
    if (done <= stopping->reached)
        return true;
    stopping->reached = done;
    stopping->stopped = true;
    return false;
}

enum mx_outcome mx_solve_resuming(const struct mx_variant *variant, const struct mx_run *run) {
    struct stopping stopping = {.inner = run->monitor};
    const struct mx_monitor monitor = {stage, &stopping};
    struct mx_run part = *run;
    part.monitor = &monitor;
    for (int stops = 0; stops < MOST_STOPS; stops++) {
        stopping.stopped = false;
        enum mx_outcome outcome = variant->solve(&part);
        if (outcome != MX_STOPPED || !stopping.stopped)
            return outcome;
        part.resume = true;
    }
    return MX_STOPPED;
}
