#include "harness/solve/checkpoint.h"

#include <signal.h>
#include <unistd.h>

#include "harness/process/clock.h"

static bool save(struct mx_checkpoint *checkpoint, uint64_t done, uint64_t total) {
    double start = mx_seconds();
    checkpoint->header.done = done;
    checkpoint->header.total = total;
    mx_interrupts_delay(true);
    bool good = mx_checkpoint_write(checkpoint->path, &checkpoint->header,
                                    checkpoint->run->workspace, checkpoint->error);
    mx_interrupts_delay(false);
    checkpoint->saved = mx_seconds();
    checkpoint->spent += checkpoint->saved - start;
    checkpoint->failed = !good;
    return good;
}

/* Saves when the interval is over, and once more when the solve is stopped. */
static bool stage(void *context, uint64_t done, uint64_t total) {
    struct mx_checkpoint *checkpoint = context;
    const struct mx_monitor *outer = &checkpoint->outer;
    bool go_on = outer->stage == NULL || outer->stage(outer->context, done, total);
    bool due = !go_on || mx_seconds() - checkpoint->saved >= checkpoint->every;
    if (due && done != checkpoint->header.done && !save(checkpoint, done, total))
        return false;
    return go_on;
}

bool mx_checkpoint_start(struct mx_checkpoint *checkpoint, const struct mx_problem *problem,
                         const struct mx_variant *variant, struct mx_run *run, uint64_t bytes) {
    signal(SIGXFSZ, SIG_IGN); /* so that a limit is an error of write */
    checkpoint->spent = 0;
    checkpoint->header = mx_checkpoint_of(problem, variant, run, bytes);
    if (!mx_checkpoint_prepare(checkpoint->path, checkpoint->error))
        return false;
    enum mx_checkpoint_found found = mx_checkpoint_read(checkpoint->path, &checkpoint->header,
                                                        run->workspace, checkpoint->error);
    if (found == MX_CHECKPOINT_REFUSED)
        return false;
    run->resume = checkpoint->resumed = found == MX_CHECKPOINT_LOADED;
    checkpoint->outer = run->monitor == NULL ? (struct mx_monitor){0} : *run->monitor;
    checkpoint->monitor = (struct mx_monitor){stage, checkpoint};
    checkpoint->run = run;
    run->monitor = &checkpoint->monitor;
    checkpoint->saved = mx_seconds();
    return true;
}

void mx_checkpoint_remove(const struct mx_checkpoint *checkpoint) {
    unlink(checkpoint->path);
}

/* ---- Stopping and resuming at every stage ------------------------------------------------ */

enum { MOST_STOPS = 100000 };

struct stopping {
    const struct mx_monitor *inner; /* or NULL */
    uint64_t reached;               /* progress at the last stop */
    bool stopped;
};

/* Continues at the stage of the last stop, and at stages without progress. */
static bool stop_once(void *context, uint64_t done, uint64_t total) {
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
    const struct mx_monitor monitor = {stop_once, &stopping};
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
