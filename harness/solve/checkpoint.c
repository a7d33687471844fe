#include "harness/solve/checkpoint.h"

#include <signal.h>
#include <unistd.h>

#include "harness/process/clock.h"

static bool write_file(struct mx_checkpoint *checkpoint) {
    return mx_checkpoint_write(checkpoint->path, &checkpoint->header, checkpoint->data,
                               checkpoint->error);
}

/* Keeps the store's reason; returns false. */
static bool store_failed(struct mx_checkpoint *checkpoint) {
    snprintf(checkpoint->error, sizeof checkpoint->error, "%s", checkpoint->store->error);
    return false;
}

/* A file that names the store's is there before the store's has that name, so a kill leaves no file
 * that nothing names. */
static bool save_with_store(struct mx_checkpoint *checkpoint) {
    struct mx_store *store = checkpoint->store;
    if (!mx_store_settle(store))
        return store_failed(checkpoint);
    if (!write_file(checkpoint))
        return false;
    if (!store->state->named) {
        if (!mx_store_name(store))
            return store_failed(checkpoint);
        if (!write_file(checkpoint))
            return false;
    }
    snprintf(checkpoint->store_path, sizeof checkpoint->store_path, "%s", store->state->path);
    mx_store_note_saved(store);
    return true;
}

static bool save(struct mx_checkpoint *checkpoint, uint64_t done, uint64_t total) {
    double start = mx_seconds();
    checkpoint->header.done = done;
    checkpoint->header.total = total;
    mx_interrupts_delay(true);
    bool good = checkpoint->store != NULL ? save_with_store(checkpoint) : write_file(checkpoint);
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
    bool due = !go_on || mx_seconds() - checkpoint->saved >= checkpoint->every ||
               (checkpoint->store != NULL && mx_store_is_due(checkpoint->store));
    if (due && done != checkpoint->header.done && !save(checkpoint, done, total))
        return false;
    return go_on;
}

/* Opens the store: with what was loaded, or anew. */
static bool open_store(struct mx_checkpoint *checkpoint, struct mx_store_state *state) {
    if (checkpoint->resumed && mx_store_is_unnamed(state))
        checkpoint->resumed = false;
    if (!mx_store_open(checkpoint->store, state, checkpoint->resumed))
        return store_failed(checkpoint);
    if (checkpoint->resumed)
        snprintf(checkpoint->store_path, sizeof checkpoint->store_path, "%s", state->path);
    return true;
}

bool mx_checkpoint_start(struct mx_checkpoint *checkpoint, const struct mx_problem *problem,
                         const struct mx_variant *variant, struct mx_run *run,
                         const struct mx_saved *saved) {
    signal(SIGXFSZ, SIG_IGN); /* so that a limit is an error of write */
    checkpoint->spent = 0;
    checkpoint->header = mx_checkpoint_of(problem, variant, run, saved->bytes);
    checkpoint->header.memory_mib = saved->memory_mib;
    if (!mx_checkpoint_prepare(checkpoint->path, checkpoint->error))
        return false;
    enum mx_checkpoint_found found =
        mx_checkpoint_read(checkpoint->path, &checkpoint->header, saved->data, checkpoint->error);
    if (found == MX_CHECKPOINT_REFUSED)
        return false;
    checkpoint->resumed = found == MX_CHECKPOINT_LOADED;
    checkpoint->store = saved->store;
    if (saved->store != NULL && !open_store(checkpoint, saved->data))
        return false;
    run->resume = checkpoint->resumed;
    checkpoint->outer = run->monitor == NULL ? (struct mx_monitor){0} : *run->monitor;
    checkpoint->monitor = (struct mx_monitor){stage, checkpoint};
    checkpoint->data = saved->data;
    run->monitor = &checkpoint->monitor;
    checkpoint->saved = mx_seconds();
    return true;
}

void mx_checkpoint_remove(const struct mx_checkpoint *checkpoint) {
    if (checkpoint->store_path[0] != '\0')
        unlink(checkpoint->store_path);
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
