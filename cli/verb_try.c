/* mexbench try: the inner loop of whoever writes a kernel. Is it right, is it faster, where does
 * the time go: in half a minute. */
#include <stdlib.h>
#include <string.h>

#include "cli/hot_lines.h"
#include "cli/verbs.h"
#include "harness/child.h"
#include "harness/flags.h"
#include "harness/interrupt.h"
#include "harness/race.h"
#include "harness/select.h"
#include "harness/spawn.h"

#define CHECK_SECONDS "8"
#define RACE_SECONDS 0.4 /* for each workload */
#define SOLVE_LIMIT 1.0  /* seconds for one solve; what takes longer is left out */

struct trying {
    const struct mx_problem *problem;
    const struct mx_variant *variant;
    const struct mx_flags *flags;
    const struct mx_bench_load *load; /* that is on */
    bool timed;                       /* some workload was */
    char hottest[256];                /* spec of the workload that took longest, and how long */
    double hottest_seconds;
};

/* What the child says about one workload. */
struct outcome {
    double one_seconds, other_seconds;
    char other[64], text[512];
};

/* The best other variant for these boards: what auto takes, or would take next. */
static const struct mx_variant *best_other(const struct trying *t, const struct mx_window *window) {
    const struct mx_batch *batch = &window->groups.group[0].batch;
    const struct mx_variant *best = NULL;
    for (int attempt = 0;; attempt++) {
        best = t->problem->choose(batch, t->flags->isa, t->flags->threads, attempt);
        if (best != t->variant)
            break;
    }
    return best != NULL || t->problem->variants[0] == t->variant ? best : t->problem->variants[0];
}

static void race(const struct trying *t, struct mx_window *window, struct outcome *outcome) {
    struct mx_race race = {.window = window,
                           .problem = t->problem,
                           .one = t->variant,
                           .other = best_other(t, window),
                           .isa = t->flags->isa,
                           .threads = t->flags->threads,
                           .seconds = RACE_SECONDS,
                           .limit = SOLVE_LIMIT};
    if (race.other == NULL) {
        snprintf(outcome->text, sizeof outcome->text, "no other variant can solve it");
        return;
    }
    mx_race_run(&race);
    outcome->one_seconds = race.one_seconds;
    outcome->other_seconds = race.other_seconds;
    snprintf(outcome->other, sizeof outcome->other, "%s", race.other->name);
    snprintf(outcome->text, sizeof outcome->text, "%s", race.text);
}

/* In a child, because a kernel may start threads, or crash. */
static void run_load(void *context, const struct mx_child_line *line) {
    const struct trying *t = context;
    struct mx_workload workload;
    struct mx_window window = {0};
    struct outcome outcome = {.text = ""};
    if (!mx_workload_open(&workload, t->problem, 0, t->load->spec, t->flags->seed) ||
        mx_window_fill(&window, &workload) != MX_NEXT_END)
        snprintf(outcome.text, sizeof outcome.text, "%s", workload.error);
    else
        race(t, &window, &outcome);
    mx_child_tell(line, &outcome);
}

static void hear_load(void *context, const void *message) {
    struct trying *t = context;
    const struct outcome *o = message;
    printf("  %-12s ", t->load->label);
    if (o->text[0] != '\0') {
        printf("left out: %s\n", o->text);
        return;
    }
    t->timed = true;
    bool faster = o->one_seconds <= o->other_seconds;
    printf("%10.3f ms, %s %.3f ms: %.2fx %s\n", 1e3 * o->one_seconds, o->other,
           1e3 * o->other_seconds,
           faster ? o->other_seconds / o->one_seconds : o->one_seconds / o->other_seconds,
           faster ? "faster" : "slower");
    if (o->one_seconds > t->hottest_seconds) {
        t->hottest_seconds = o->one_seconds;
        snprintf(t->hottest, sizeof t->hottest, "%s", t->load->spec);
    }
}

/* The quick loads; of a family only the largest. False when interrupted. */
static bool time_loads(struct trying *t) {
    printf("time for a solve of all boards, median of interleaved pairs, beside the best other:\n");
    for (t->load = t->problem->bench_loads; t->load->label != NULL; t->load++) {
        const struct mx_bench_load *next = t->load + 1;
        if (!t->load->quick ||
            (next->label != NULL && next->quick && strcmp(next->label, t->load->label) == 0))
            continue;
        const struct mx_child_job job = {run_load, hear_load, t, sizeof(struct outcome), 30};
        struct mx_child_result result = mx_child_run(&job);
        char words[128];
        if (result.end == MX_CHILD_INTERRUPTED)
            return false;
        if (result.end != MX_CHILD_FINISHED)
            printf("  %-12s %s\n", t->load->label,
                   mx_child_end_in_words(result, job.silence, words, sizeof words));
        fflush(stdout);
    }
    return true;
}

/* In a process of its own, which has threads wait passively; what is timed must not. */
static int check(const struct trying *t) {
    char threads[16];
    snprintf(threads, sizeof threads, "%d", t->flags->threads > 2 ? t->flags->threads : 2);
    const char *argv[10 + MX_PLUGIN_WORDS] = {mx_own_path(), "check",          t->problem->name,
                                              "--variant",   t->variant->name, "--seconds",
                                              CHECK_SECONDS, "--threads",      threads};
    mx_plugin_words(t->flags, argv + 9);
    return argv[0] == NULL ? MX_EXIT_ERROR : mx_spawn(argv, -1);
}

int mx_verb_try(int argc, char **argv) {
    static const struct mx_verb_usage usage = {
        .name = "try",
        .arguments = "PROBLEM VARIANT",
        .about = "Checks a variant, times it beside the best other one on the quick workloads, and "
                 "lists its hot lines where perf is there; in about half a minute.",
        .flags = MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_PLUGIN,
        .least = 2,
        .most = 2,
    };
    struct mx_flags flags;
    const char *arguments[2];
    mx_parse(&usage, argc, argv, &flags, NULL, arguments);
    struct trying t = {.problem = mx_require_problem(arguments[0]), .flags = &flags};
    flags.variant = arguments[1];
    t.variant = mx_require_single_variant(t.problem, &flags);
    int code = check(&t);
    if (code != MX_EXIT_OK)
        return code;
    mx_interrupts_install();
    if (!time_loads(&t))
        return MX_EXIT_INTERRUPTED;
    if (t.timed)
        mx_print_hot_lines(t.problem, t.variant, t.hottest, t.hottest_seconds, &flags);
    return mx_finish_output(MX_EXIT_OK);
}
