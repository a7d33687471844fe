#include "harness/judge/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "harness/process/descendants.h"
#include "harness/process/process.h"

const char *mx_judged_in_words(enum mx_judged verdict) {
    static const char *const words[] = {
        [MX_JUDGED_ACCEPTED] = "accepted",   [MX_JUDGED_PRESENTATION] = "presentation error",
        [MX_JUDGED_WRONG] = "wrong answer",  [MX_JUDGED_RUNTIME] = "runtime error",
        [MX_JUDGED_TIME] = "time limit",     [MX_JUDGED_MEMORY] = "memory limit",
        [MX_JUDGED_OUTPUT] = "output limit",
    };
    return words[verdict];
}

enum { BEST_ROUNDS = 3 };

/* ---- The time of the best variant -------------------------------------------------------- */

/* Runs `mexbench solve` on the input for which the program needed most time. */
static bool time_best(struct mx_judge *judge) {
    const struct mx_judge_options *options = judge->options;
    const struct mx_problem *problem = options->problem;
    const char *own = mx_own_path();
    const char *const argv[] = {own,
                                "solve",
                                problem->name,
                                problem->dialects == NULL ? NULL : "--dialect",
                                problem->dialects == NULL ? NULL
                                                          : problem->dialects[options->dialect],
                                NULL};
    const struct mx_confinement how = {.argv = (char *const *)(uintptr_t)argv,
                                       .seconds = fmax(options->confinement.seconds, 60),
                                       .memory_bytes = UINT64_MAX,
                                       .output_bytes = UINT64_C(1) << 30};
    double best = INFINITY;
    for (int round = 0; round < BEST_ROUNDS && own != NULL && judge->slowest_text != NULL;
         round++) {
        struct mx_confined run;
        if (!mx_confined_run(&how, judge->slowest_text, strlen(judge->slowest_text), &run))
            return mx_judge_fail(judge, "%s", run.complaint);
        free(run.output);
        if (run.end == MX_CONFINED_INTERRUPTED)
            judge->end = MX_JUDGE_INTERRUPTED;
        if (run.end != MX_CONFINED_EXITED || run.detail != 0)
            return judge->end == MX_JUDGE_DONE;
        best = fmin(best, run.seconds);
    }
    judge->report->best_seconds = isinf(best) ? 0 : best;
    return true;
}

/* ---- All together ------------------------------------------------------------------------ */

static void judge_all(struct mx_judge *judge) {
    struct mx_judge_report *report = judge->report;
    if (!mx_judge_samples(judge) || !mx_judge_loads(judge) || !mx_judge_largest(judge))
        return;
    if (report->verdict == MX_JUDGED_ACCEPTED) {
        mx_judge_find_strength(judge);
        time_best(judge);
        return;
    }
    if (mx_judge_reduce(judge)) {
        mx_judge_find_common(judge);
        mx_judge_find_causes(judge);
    }
}

enum mx_judge_end mx_judge(const struct mx_judge_options *options, struct mx_judge_report *report,
                           struct mx_arena *arena, char *error, size_t room) {
    struct mx_deadline never = {INFINITY};
    const struct mx_monitor monitor = {mx_before_deadline, &never};
    struct mx_judge judge = {.options = options, .report = report, .arena = arena};
    judge.solver = (struct mx_solver){
        .problem = options->problem, .isa = options->isa, .threads = 1, .monitor = &monitor};
    judge.error = error;
    judge.error_room = room;
    judge.started = mx_seconds();
    *report = (struct mx_judge_report){.verdict = MX_JUDGED_ACCEPTED};
    mx_descendants_adopt();
    if (mx_confined_prepare(&options->confinement, error, room))
        judge_all(&judge);
    else
        judge.end = MX_JUDGE_ERROR;
    if (mx_interrupted())
        judge.end = MX_JUDGE_INTERRUPTED;
    mx_solver_free(&judge.solver);
    free(judge.records);
    free(judge.slowest_text);
    return judge.end;
}
