#include "harness/check/sweep.h"

#include <string.h>

#include "harness/check/sweep_internal.h"
#include "harness/process/clock.h"

uint32_t mx_variant_index(const struct mx_problem *problem, const struct mx_variant *variant) {
    uint32_t i = 0;
    while (problem->variants[i] != NULL && problem->variants[i] != variant)
        i++;
    return i;
}

/* What is known while a child runs. */
struct listener {
    struct mx_sweep *sweep;
    uint32_t running; /* index in problem->variants */
    uint64_t board;
    uint64_t unit_boards; /* compared before the unit of that board */
    bool failed;          /* the child said so */
};

static void run_child(void *context, const struct mx_child_line *line) {
    const struct listener *listener = context;
    mx_sweep_units(listener->sweep, line);
}

static void hear_running(struct listener *listener, const struct mx_report *report) {
    if (report->board / MX_PLAN_UNIT != listener->board / MX_PLAN_UNIT)
        listener->unit_boards = listener->sweep->boards;
    listener->running = report->running;
    listener->board = report->board;
}

static void hear(void *context, const void *message) {
    struct listener *listener = context;
    struct mx_sweep *sweep = listener->sweep;
    const struct mx_report *report = message;
    switch (report->kind) {
    case MX_REPORT_ALIVE:
        break;
    case MX_REPORT_RUNNING:
        hear_running(listener, report);
        break;
    case MX_REPORT_AGREED:
        sweep->boards += report->boards;
        sweep->depths |= report->depths;
        break;
    case MX_REPORT_SKIPPED:
        if (sweep->reason[0] == '\0')
            memcpy(sweep->reason, report->text, sizeof sweep->reason);
        break;
    case MX_REPORT_FAILED:
        listener->failed = true;
        listener->board = report->board;
        memcpy(sweep->text, report->text, sizeof sweep->text);
        break;
    }
    if (sweep->progress != NULL)
        sweep->progress(sweep->context, sweep->boards);
}

static void fail(struct mx_sweep *sweep, const struct listener *listener) {
    sweep->outcome = MX_SWEEP_FAILED;
    sweep->board = listener->board;
}

/* True when the sweep should go on with another child, the rival at fault being barred. */
static bool bar_rival(struct mx_sweep *sweep, const struct listener *listener) {
    const struct mx_variant *const *variants = sweep->plan->problem->variants;
    if (variants[listener->running] == NULL || variants[listener->running] == sweep->variant ||
        sweep->barred[listener->running])
        return false;
    sweep->barred[listener->running] = true;
    sweep->boards = listener->unit_boards;
    sweep->first_unit = listener->board / MX_PLAN_UNIT;
    return true;
}

/* What the end of a child means; true when another child should go on. */
static bool goes_on(struct mx_sweep *sweep, const struct listener *listener,
                    struct mx_child_result result) {
    sweep->outcome = MX_SWEEP_ENDED;
    if (listener->failed) {
        fail(sweep, listener);
        return false;
    }
    if (result.end == MX_CHILD_FINISHED)
        return false;
    if (result.end == MX_CHILD_INTERRUPTED) {
        sweep->outcome = MX_SWEEP_INTERRUPTED;
        return false;
    }
    mx_child_end_in_words(result, sweep->silence, sweep->text, sizeof sweep->text);
    if (result.end == MX_CHILD_NOT_STARTED)
        sweep->outcome = MX_SWEEP_ERROR;
    else if (bar_rival(sweep, listener))
        return mx_seconds() < sweep->deadline;
    else
        fail(sweep, listener);
    return false;
}

void mx_sweep_run(struct mx_sweep *sweep) {
    sweep->boards = 0;
    sweep->depths = 0;
    sweep->text[0] = sweep->reason[0] = '\0';
    struct listener listener;
    struct mx_child_result result;
    do {
        listener =
            (struct listener){.sweep = sweep,
                              .running = mx_variant_index(sweep->plan->problem, sweep->variant),
                              .board = sweep->first_unit * MX_PLAN_UNIT,
                              .unit_boards = sweep->boards};
        const struct mx_child_job job = {.run = run_child,
                                         .hear = hear,
                                         .context = &listener,
                                         .message_bytes = sizeof(struct mx_report),
                                         .silence = sweep->silence};
        result = mx_child_run(&job);
    } while (goes_on(sweep, &listener, result));
}
