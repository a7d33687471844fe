/* mexbench try: the inner loop of whoever writes a kernel. Is it right, is it faster, where does
 * the time go: in half a minute. */
#include <string.h>

#include "cli/compare_report.h"
#include "cli/flags.h"
#include "cli/hot_lines.h"
#include "cli/verbs.h"
#include "harness/input/select.h"
#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "measure/comparison.h"
#include "measure/load.h"
#include "support/say.h"

#define CHECK_SECONDS "8"
#define LOAD_SECONDS 0.8 /* for each workload */
#define SOLVE_LIMIT 1.0  /* seconds for one solve; what takes longer is left out */

struct trying {
    const struct mx_problem *problem;
    const struct mx_variant *variant;
    const struct mx_flags *flags;
    bool timed;        /* some workload was */
    char hottest[256]; /* spec of the workload that took longest, and how long */
    double hottest_seconds;
};

/* The best other variant for these boards: what auto takes, or would take next; NULL when there is
 * none. */
static const struct mx_variant *best_other(const struct trying *t, const struct mx_load *load) {
    const struct mx_batch *batch = &load->window.groups.group[0].batch;
    const struct mx_variant *best = NULL;
    for (int attempt = 0;; attempt++) {
        best = t->problem->choose(batch, t->flags->isa, t->flags->threads, attempt);
        if (best != t->variant)
            break;
    }
    return best != NULL || t->problem->variants[0] == t->variant ? best : t->problem->variants[0];
}

/* The rival on this load; NULL: why[room] says why it is left out. */
static const struct mx_variant *rival_on(const struct trying *t, const char *spec, char *why,
                                         size_t room) {
    struct mx_load load;
    const struct mx_variant *rival = NULL;
    if (mx_load_open(&load, t->problem, "", spec, 0, t->flags->seed, why, room) &&
        mx_load_suits(&load, t->variant, t->flags->isa, why, room)) {
        rival = best_other(t, &load);
        if (rival == NULL)
            mx_say(why, room, "no other variant can solve it");
    }
    mx_load_close(&load);
    return rival;
}

static void print_pair(struct trying *t, const struct mx_paired *run, const char *rival,
                       const char *spec) {
    const double other = mx_paired_median(run, 0), own = mx_paired_median(run, 1);
    const struct mx_estimate e =
        mx_estimate(mx_paired_log_ratios(run, run->plan.clock, 1), run->plan.processes);
    printf("%10.3f ms beside %.3f ms, ", 1e3 * own, 1e3 * other);
    mx_print_ratio(&e, rival);
    t->timed = true;
    if (own > t->hottest_seconds) {
        t->hottest_seconds = own;
        snprintf(t->hottest, sizeof t->hottest, "%s", spec);
    }
}

/* Pairs without a noise floor and its verdict, which compare takes its time for. */
static bool sample_pairs(struct mx_processes *p, struct mx_paired *run) {
    const struct mx_sampler sampler = mx_processes_sampler(p);
    bool good = mx_processes_calibrate(p, MX_SAMPLE_SECONDS, SOLVE_LIMIT);
    if (good) {
        struct mx_paired_plan plan =
            mx_plan_run(p->count, LOAD_SECONDS, mx_processes_row_seconds(p), p->start_seconds);
        plan.clock = p->clock;
        plan.totals = p->clock == MX_REAL_TIME;
        good = mx_paired_run(run, &plan, &sampler);
    }
    mx_processes_end(p);
    return good;
}

/* False when interrupted. */
static bool time_load(struct trying *t, const struct mx_bench_load *load) {
    char why[400];
    struct mx_paired run = {.processes = NULL};
    const struct mx_variant *rival = rival_on(t, load->spec, why, sizeof why);
    printf("  %-12s ", load->label);
    if (rival == NULL) {
        printf("left out: %s\n", why);
        return true;
    }
    struct mx_processes p = {
        .problem = t->problem->name,
        .workload = load->spec,
        .seed = t->flags->seed,
        .isa = t->flags->isa,
        .threads = t->flags->threads,
        .plugins = &t->flags->plugins,
        .subjects = {{mx_own_path(), rival->name}, {mx_own_path(), t->variant->name}},
        .count = 2,
        .patience = MX_PATIENCE,
        .rng = mx_rng_start(t->flags->seed, UINT64_MAX)};
    if (sample_pairs(&p, &run))
        print_pair(t, &run, rival->name, load->spec);
    else if (!mx_interrupted())
        printf("left out: %s\n", p.error);
    mx_paired_free(&run);
    return !mx_interrupted();
}

/* The quick loads; of a family only the largest. False when interrupted. */
static bool time_loads(struct trying *t) {
    printf("time for a solve of all boards, beside the best other:\n");
    for (const struct mx_bench_load *load = t->problem->bench_loads; load->label != NULL; load++) {
        const struct mx_bench_load *next = load + 1;
        if (!load->quick ||
            (next->label != NULL && next->quick && strcmp(next->label, load->label) == 0))
            continue;
        if (!time_load(t, load))
            return false;
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
    mx_plugin_words(&t->flags->plugins, argv + 9);
    return argv[0] == NULL ? MX_EXIT_ERROR : mx_process_run(argv, -1);
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
    mx_interrupts_install();
    int code = check(&t);
    if (code != MX_EXIT_OK)
        return mx_interrupted() ? MX_EXIT_INTERRUPTED : code;
    if (!time_loads(&t))
        return MX_EXIT_INTERRUPTED;
    if (t.timed)
        mx_print_hot_lines(t.problem, t.variant, t.hottest, t.hottest_seconds, &flags);
    return mx_finish_output(mx_interrupted() ? MX_EXIT_INTERRUPTED : MX_EXIT_OK);
}
