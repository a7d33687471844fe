#include "harness/solver.h"

#include <stdarg.h>

#include "choose.h"
#include "harness/batches.h"
#include "harness/clock.h"

static enum mx_solved fail(struct mx_solver *solver, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum mx_solved fail(struct mx_solver *solver, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(solver->error, sizeof solver->error, format, arguments);
    va_end(arguments);
    return MX_SOLVE_FAILED;
}

/* Says that the variant is not for this instance; returns false. */
static bool cannot(struct mx_solver *solver, const struct mx_variant *variant, const void *instance,
                   const char *why) {
    char shape[64];
    solver->problem->describe(instance, shape, sizeof shape);
    fail(solver, "%s cannot solve %s: %s", variant->name, shape, why);
    return false;
}

/* The workspace for the largest part of a batch. */
static bool reserve(struct mx_solver *solver, const struct mx_variant *variant,
                    const struct mx_batch *batch, int threads) {
    struct mx_batch part = mx_batch_part(batch, 0, variant->max_batch);
    size_t bytes = variant->workspace_bytes(&part, threads);
    char why[128];
    bool grows = bytes > solver->workspace.bytes;
    if (!mx_memory_reserve(&solver->workspace, bytes, why, sizeof why))
        return cannot(solver, variant, batch->instances, why);
    if (grows)
        mx_memory_touch(&solver->workspace, bytes);
    return true;
}

/* Solves a whole batch with one variant, max_batch instances at a time. */
static enum mx_outcome solve_with(struct mx_solver *solver, const struct mx_variant *variant,
                                  const struct mx_batch *batch, uint64_t *answers, uint64_t *work) {
    struct mx_run run = {.workspace = solver->workspace.base,
                         .threads = variant->threaded ? solver->threads : 1,
                         .monitor = solver->monitor};
    enum mx_outcome outcome = MX_SOLVED;
    double start = mx_seconds();
    for (uint32_t first = 0; first < batch->count && outcome == MX_SOLVED;
         first += run.batch.count) {
        run.batch = mx_batch_part(batch, first, variant->max_batch);
        run.answers = answers + first;
        run.work = work == NULL ? NULL : work + first;
        outcome = variant->solve(&run);
    }
    solver->seconds += mx_seconds() - start;
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

/* One variant's try; *gave_up when another should have a go. */
static enum mx_solved attempt(struct mx_solver *solver, const struct mx_variant *variant,
                              const struct mx_batch *batch, uint64_t *answers, uint64_t *work,
                              bool *gave_up) {
    int threads = variant->threaded ? solver->threads : 1;
    *gave_up = true;
    if (!supported(solver, variant, batch) || !reserve(solver, variant, batch, threads))
        return MX_SOLVE_FAILED;
    enum mx_outcome outcome = solve_with(solver, variant, batch, answers, work);
    *gave_up = outcome == MX_GAVE_UP;
    if (outcome == MX_GAVE_UP) {
        cannot(solver, variant, batch->instances, "a value or a budget went beyond its range");
        return MX_SOLVE_FAILED;
    }
    return outcome == MX_STOPPED ? MX_SOLVE_STOPPED : MX_SOLVE_DONE;
}

enum mx_solved mx_solver_solve(struct mx_solver *solver, const struct mx_batch *batch,
                               uint64_t *answers, uint64_t *work) {
    bool gave_up;
    if (solver->variant != NULL)
        return attempt(solver, solver->variant, batch, answers, work, &gave_up);
    enum mx_solved result =
        fail(solver, "no variant of %s can solve this board", solver->problem->name);
    for (int number = 0;; number++) {
        const struct mx_variant *variant =
            solver->problem->choose(batch, solver->isa, solver->threads, number);
        if (variant == NULL)
            return result;
        result = attempt(solver, variant, batch, answers, work, &gave_up);
        if (!gave_up)
            return result;
    }
}

void mx_solver_free(struct mx_solver *solver) {
    mx_memory_free(&solver->workspace);
}
