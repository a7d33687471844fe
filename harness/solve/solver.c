#include "harness/solve/solver.h"

#include <math.h>
#include <stdarg.h>

#include "harness/input/answers.h"
#include "harness/input/batches.h"
#include "harness/input/optional.h"
#include "harness/process/clock.h"
#include "harness/process/guard.h"
#include "harness/solve/run.h"
#include "harness/solve/values.h"
#include "support/say.h"

#define MIB ((size_t)1 << 20)

static enum mx_solved fail(struct mx_solver *solver, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum mx_solved fail(struct mx_solver *solver, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(solver->error, sizeof solver->error, format, arguments);
    va_end(arguments);
    return MX_SOLVE_FAILED;
}

/* Sets the error that the variant does not support this instance; returns false. */
static bool cannot(struct mx_solver *solver, const struct mx_variant *variant, const void *instance,
                   const char *why) {
    char shape[64];
    mx_describe(solver->problem, instance, shape, sizeof shape);
    fail(solver, "%s cannot solve %s: %s", variant->name, shape, why);
    return false;
}

static bool writes_digests(const struct mx_solver *solver, const struct mx_variant *variant) {
    return solver->digests && variant->digests;
}

/* Plans a store if the workspace exceeds the limit; *bytes then has room for its state, too. */
static bool fits_limit(struct mx_solver *solver, const struct mx_variant *variant,
                       const struct mx_batch *part, int threads, size_t *bytes) {
    char need[32], have[32], why[160];
    solver->stores = solver->memory > 0 && (solver->memory < MX_STORE_PROGRAM_BYTES ||
                                            *bytes > solver->memory - MX_STORE_PROGRAM_BYTES);
    if (!solver->stores)
        return true;
    if (variant->storage_plan == NULL) {
        mx_say(why, sizeof why, "needs %s of memory, the limit is %s",
               mx_bytes_in_words(*bytes, need, sizeof need),
               mx_bytes_in_words(solver->memory, have, sizeof have));
        return cannot(solver, variant, part->instances, why);
    }
    solver->store = (struct mx_store){.saved = solver->checkpoint != NULL};
    mx_store_choose_folder(&solver->store, solver->scratch,
                           solver->checkpoint == NULL ? NULL : solver->checkpoint->path);
    if (!mx_store_plan(&solver->store, variant, part, threads, solver->memory, why, sizeof why))
        return cannot(solver, variant, part->instances, why);
    *bytes = solver->store.plan.workspace_bytes + mx_store_state_bytes(&solver->store);
    return true;
}

/* The workspace for the largest part of a batch, and room for its digests and unwanted answers. */
static enum mx_solved reserve(struct mx_solver *solver, const struct mx_variant *variant,
                              const struct mx_batch *batch, int threads, size_t *bytes) {
    struct mx_batch part = mx_batch_part(batch, 0, variant->max_batch);
    size_t digests = writes_digests(solver, variant) ? part.count * sizeof(uint64_t) : 0;
    mx_guard_enter(variant->name);
    *bytes = variant->workspace_bytes(&part, threads);
    bool fits = fits_limit(solver, variant, &part, threads, bytes);
    mx_guard_leave();
    if (!fits)
        return MX_SOLVE_FAILED;
    size_t stride = mx_answer_stride(solver->problem, batch->instances);
    size_t answers = solver->long_answers == NULL ? part.count * stride : 0;
    char why[128];
    bool grows = *bytes > solver->workspace.bytes;
    if (!mx_memory_reserve(&solver->workspace, *bytes, why, sizeof why) ||
        !mx_memory_reserve(&solver->digest_room, digests, why, sizeof why) ||
        (answers > 0 && !mx_memory_reserve(&solver->answer_room, answers, why, sizeof why)))
        return cannot(solver, variant, batch->instances, why), MX_SOLVE_FAILED;
    if (solver->timed && grows && !mx_memory_touch(&solver->workspace, *bytes, solver->monitor))
        return MX_SOLVE_STOPPED;
    return MX_SOLVE_DONE;
}

/* Adds the table digests of a solved run. Returns the seconds that this took. */
static double digest(struct mx_solver *solver, const struct mx_variant *variant,
                     const struct mx_run *run, enum mx_outcome *outcome) {
    if (!solver->digests || !mx_can_digest(variant))
        return 0;
    double start = mx_seconds();
    struct mx_run probed = *run;
    probed.monitor = solver->monitor; /* no further checkpoints */
    if (!mx_add_digests(solver->problem, variant, &probed, &solver->digest))
        *outcome = MX_STOPPED;
    solver->digested += run->batch.count;
    return mx_seconds() - start;
}

/* Solves a whole batch with one variant, max_batch instances at a time. */
static enum mx_outcome solve_with(struct mx_solver *solver, const struct mx_variant *variant,
                                  struct mx_run *run, const struct mx_batch *batch,
                                  uint64_t *answers, uint64_t *work) {
    enum mx_outcome outcome = MX_SOLVED;
    double start = mx_seconds(), busy = mx_processor_seconds(), untimed = 0;
    for (uint32_t first = 0; first < batch->count && outcome == MX_SOLVED;
         first += run->batch.count) {
        run->batch = mx_batch_part(batch, first, variant->max_batch);
        if (solver->stores && first > 0)
            mx_store_empty(&solver->store);
        run->answers = answers + first;
        run->work = work == NULL ? NULL : work + first;
        if (solver->long_answers != NULL)
            run->long_answers = (char *)solver->long_answers + first * run->answer_stride;
        outcome = mx_run_variant(variant, run, solver->error, sizeof solver->error);
        if (outcome == MX_SOLVED)
            untimed += digest(solver, variant, run, &outcome);
    }
    if (solver->checkpoint != NULL)
        untimed += solver->checkpoint->spent;
    solver->seconds += mx_seconds() - start - untimed;
    solver->processor_seconds += mx_processor_seconds() - busy;
    solver->used = variant;
    return outcome;
}

/* Whether the variant can do every instance; solver->error says why not. */
static bool supported(struct mx_solver *solver, const struct mx_variant *variant,
                      const struct mx_batch *batch) {
    char text[256];
    if (variant->isa > solver->isa) {
        snprintf(text, sizeof text, "needs %s", mx_isa_name(variant->isa));
        return cannot(solver, variant, batch->instances, text);
    }
    for (uint32_t i = 0; i < batch->count && variant->unsupported != NULL; i++) {
        const char *why = variant->unsupported(mx_instance(batch, i), text, sizeof text);
        if (why != NULL)
            return cannot(solver, variant, mx_instance(batch, i), why);
    }
    return true;
}

static enum mx_solved end(struct mx_solver *solver, const struct mx_variant *variant,
                          const struct mx_batch *batch, enum mx_outcome outcome) {
    if (solver->stores && mx_store_failed(&solver->store)) {
        solver->broke_contract = solver->store.broke_contract;
        return fail(solver, "%s: %s", variant->name, solver->store.error);
    }
    if (outcome == MX_SOLVED)
        return MX_SOLVE_DONE;
    if (outcome == MX_STOPPED && solver->checkpoint != NULL && solver->checkpoint->failed)
        return fail(solver, "%s", solver->checkpoint->error);
    if (outcome == MX_STOPPED)
        return MX_SOLVE_STOPPED;
    solver->broke_contract = outcome == MX_BROKE_CONTRACT;
    if (solver->broke_contract)
        return MX_SOLVE_FAILED;
    cannot(solver, variant, batch->instances, "a value or a budget exceeded its range");
    return MX_SOLVE_FAILED;
}

/* Opens the checkpoint and the store that the run needs. `bytes` of memory hold the store's state
 * and the workspace. */
static bool prepare_files(struct mx_solver *solver, const struct mx_variant *variant,
                          struct mx_run *run, size_t bytes) {
    struct mx_store *store = solver->stores ? &solver->store : NULL;
    struct mx_saved saved = {run->workspace, bytes, store, 0};
    if (store != NULL) {
        const size_t state = mx_store_state_bytes(store);
        run->workspace = (char *)run->workspace + state;
        saved.bytes = state + store->plan.kept_bytes;
        saved.memory_mib = (uint32_t)((solver->memory - 1) / MIB + 1);
    }
    if (solver->checkpoint != NULL) {
        if (!mx_checkpoint_start(solver->checkpoint, solver->problem, variant, run, &saved))
            return fail(solver, "%s", solver->checkpoint->error), false;
    } else if (store != NULL && !mx_store_open(store, saved.data, false))
        return cannot(solver, variant, mx_instance(&run->batch, 0), store->error);
    if (store != NULL)
        mx_store_serve(store, run);
    return true;
}

/* Tries one variant; sets *gave_up when another should be tried. */
static enum mx_solved attempt(struct mx_solver *solver, const struct mx_variant *variant,
                              int threads, const struct mx_batch *batch, uint64_t *answers,
                              uint64_t *work, bool *gave_up) {
    size_t bytes;
    *gave_up = true;
    if (!supported(solver, variant, batch))
        return MX_SOLVE_FAILED;
    enum mx_solved reserved = reserve(solver, variant, batch, threads, &bytes);
    *gave_up = reserved == MX_SOLVE_FAILED;
    if (reserved != MX_SOLVE_DONE)
        return reserved;
    struct mx_run run = {.batch = mx_batch_part(batch, 0, variant->max_batch),
                         .workspace = solver->workspace.base,
                         .threads = threads,
                         .monitor = solver->monitor};
    run.answer_stride = mx_answer_stride(solver->problem, batch->instances);
    if (run.answer_stride > 0)
        run.long_answers = solver->answer_room.base;
    if (writes_digests(solver, variant))
        run.digests = solver->digest_room.base;
    if (!prepare_files(solver, variant, &run, bytes))
        return MX_SOLVE_FAILED;
    enum mx_outcome outcome = solve_with(solver, variant, &run, batch, answers, work);
    *gave_up = outcome == MX_GAVE_UP;
    if (solver->stores)
        mx_store_close(&solver->store);
    return end(solver, variant, batch, outcome);
}

/* ---- auto ---------------------------------------------------------------------------------- */

/* Whether a variant supports the checkpoint and the digests that the caller wants. */
static bool serves(const void *context, const struct mx_variant *variant) {
    const struct mx_solver *solver = context;
    return (solver->checkpoint == NULL || variant->resumes) &&
           (!solver->digests || mx_can_digest(variant));
}

static enum mx_solved none_chosen(struct mx_solver *solver) {
    return fail(solver, "no variant of %s is chosen for this %s%s", solver->problem->name,
                mx_instance_noun(solver->problem),
                solver->checkpoint != NULL ? " that can resume; name one"
                : solver->digests          ? " that has a digest; name one"
                                           : "");
}

/* The threads of a candidate. A checkpoint is for one number of threads: the one that the user has
 * given. */
static int threads_of(const struct mx_solver *solver, const struct mx_candidate *candidate) {
    return solver->checkpoint != NULL && candidate->variant->threaded ? solver->threads
                                                                      : candidate->threads;
}

/* A monitor that stops a solve at a time, and asks the user's monitor before. */
struct deadline {
    const struct mx_monitor *monitor;
    double end; /* by mx_seconds */
    bool over;
};

static bool stage_before_deadline(void *context, uint64_t done, uint64_t total) {
    struct deadline *deadline = context;
    const struct mx_monitor *monitor = deadline->monitor;
    if (monitor != NULL && !monitor->stage(monitor->context, done, total))
        return false;
    deadline->over = mx_seconds() >= deadline->end;
    return !deadline->over;
}

/* Lets an entrant solve a batch. After so many seconds it gives up, and *out_of_time is set. */
static enum mx_solved solve_with_entrant(struct mx_solver *solver,
                                         const struct mx_candidate *candidate, double seconds,
                                         const struct mx_batch *batch, uint64_t *answers,
                                         uint64_t *work, bool *gave_up, bool *out_of_time) {
    struct deadline deadline = {.monitor = solver->monitor, .end = mx_seconds() + seconds};
    const struct mx_monitor monitor = {stage_before_deadline, &deadline};
    if (isfinite(seconds))
        solver->monitor = &monitor;
    enum mx_solved result = attempt(solver, candidate->variant, threads_of(solver, candidate),
                                    batch, answers, work, gave_up);
    solver->monitor = deadline.monitor;
    *out_of_time = result == MX_SOLVE_STOPPED && deadline.over;
    *gave_up |= *out_of_time;
    return result;
}

/* The entrants in the order in which they should try: a hope if there is one, the one that was
 * picked, and the others. Returns their number. */
static uint32_t in_order(const struct mx_contest *contest, uint32_t hope, uint32_t picked,
                         uint32_t order[MX_ENTRANTS]) {
    uint32_t count = 0;
    if (hope < contest->count)
        order[count++] = hope;
    order[count++] = picked;
    for (uint32_t i = 0; i < contest->count; i++)
        if (i != hope && i != picked)
            order[count++] = i;
    return count;
}

/* Solves a batch with the first entrant that does not give up. If all do, those that ran out of
 * time try again without a limit: the others may lack memory. */
static enum mx_solved solve_with_entrants(struct mx_solver *solver, struct mx_contest *contest,
                                          uint32_t picked, const struct mx_batch *batch,
                                          uint64_t *answers, uint64_t *work) {
    const bool hurry = solver->checkpoint == NULL;
    const uint32_t hope = hurry ? mx_contest_hope(contest, picked) : contest->count;
    const double part = (double)batch->count / contest->boards;
    uint32_t order[MX_ENTRANTS];
    bool gave_up = true, picked_gave_up = false, late[MX_ENTRANTS] = {false};
    enum mx_solved result = none_chosen(solver);
    double start = solver->seconds;
    const uint32_t count = in_order(contest, hope, picked, order);
    for (uint32_t i = 0; i < 2 * count && gave_up; i++) {
        const uint32_t which = order[i % count];
        if (i >= count && !late[which])
            continue;
        const double patience =
            i < count && hurry ? mx_contest_patience(contest, picked, which) * part : INFINITY;
        result = solve_with_entrant(solver, &contest->entrant[which].candidate, patience, batch,
                                    answers, work, &gave_up, &late[which]);
        if (which == hope && i < count) {
            mx_contest_enter(contest, hope, gave_up ? 0 : batch->count,
                             gave_up ? 0 : solver->seconds - start, gave_up);
            if (!gave_up)
                return result;
            start = solver->seconds;
        }
        picked_gave_up |= which == picked && gave_up;
    }
    mx_contest_enter(contest, picked, batch->count, solver->seconds - start, picked_gave_up);
    return result;
}

static enum mx_solved solve_chosen(struct mx_solver *solver, const struct mx_batch *batch,
                                   uint64_t *answers, uint64_t *work) {
    const struct mx_request request = {solver->problem, mx_rates(), solver->isa, solver->threads,
                                       -1};
    enum mx_solved result = MX_SOLVE_DONE;
    struct mx_contest *contest =
        mx_contest_for(&solver->contests, &request, batch, solver->digests, serves, solver);
    if (contest->count == 0)
        return none_chosen(solver);
    for (uint32_t done = 0, piece; done < batch->count && result == MX_SOLVE_DONE; done += piece) {
        const uint32_t picked = mx_contest_pick(contest, batch->count - done, &piece);
        if (solver->long_answers != NULL)
            piece = batch->count; /* they are written from the first instance of the call on */
        const struct mx_batch part = mx_batch_part(batch, done, piece);
        result = solve_with_entrants(solver, contest, picked, &part, answers + done,
                                     work == NULL ? NULL : work + done);
    }
    return result;
}

enum mx_solved mx_solver_solve(struct mx_solver *solver, const struct mx_batch *batch,
                               uint64_t *answers, uint64_t *work) {
    bool gave_up;
    if (solver->variant == NULL)
        return solve_chosen(solver, batch, answers, work);
    return attempt(solver, solver->variant, solver->variant->threaded ? solver->threads : 1, batch,
                   answers, work, &gave_up);
}

enum mx_solved mx_solver_reserve(struct mx_solver *solver, const struct mx_groups *groups) {
    const struct mx_variant *variant = solver->variant;
    enum mx_solved result = MX_SOLVE_DONE;
    size_t bytes;
    for (uint32_t i = 0; i < groups->count && result == MX_SOLVE_DONE; i++) {
        const struct mx_batch *batch = &groups->group[i].batch;
        result =
            !supported(solver, variant, batch)
                ? MX_SOLVE_FAILED
                : reserve(solver, variant, batch, variant->threaded ? solver->threads : 1, &bytes);
    }
    return result;
}

void mx_solver_free(struct mx_solver *solver) {
    mx_memory_free(&solver->workspace);
    mx_memory_free(&solver->digest_room);
    mx_memory_free(&solver->answer_room);
}
