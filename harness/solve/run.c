#include "harness/solve/run.h"

#include "harness/process/guard.h"
#include "support/say.h"

/* Asks the monitor of the run, and notes when it stops the solve. */
struct listening {
    const struct mx_monitor *monitor;
    bool stopped;
};

static bool stage(void *context, uint64_t done, uint64_t total) {
    struct listening *listening = context;
    const bool goes_on = listening->monitor->stage(listening->monitor->context, done, total);
    listening->stopped |= !goes_on;
    return goes_on;
}

enum mx_outcome mx_run_variant(const struct mx_variant *variant, const struct mx_run *run,
                               char *why, size_t room) {
    struct listening listening = {run->monitor, false};
    const struct mx_monitor monitor = {stage, &listening};
    struct mx_run own = *run;
    if (run->monitor != NULL)
        own.monitor = &monitor;
    mx_guard_enter(variant->name);
    const enum mx_outcome outcome = variant->solve(&own);
    mx_guard_leave();
    if (outcome == MX_SOLVED || outcome == MX_GAVE_UP ||
        (outcome == MX_STOPPED && listening.stopped))
        return outcome;
    if (outcome == MX_STOPPED)
        mx_say(why, room, "%s stopped without being told to", variant->name);
    else
        mx_say(why, room, "%s: solve returned an invalid outcome, %d", variant->name, (int)outcome);
    return MX_BROKE_CONTRACT;
}
