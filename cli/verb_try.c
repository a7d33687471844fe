/* mexbench try: the inner loop of writing a kernel. It tells whether a kernel is right, whether it
 * is faster, and where its time goes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare_report.h"
#include "cli/flags.h"
#include "cli/hot_lines.h"
#include "cli/json_output.h"
#include "cli/verbs.h"
#include "harness/input/optional.h"
#include "harness/input/select.h"
#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "harness/solve/choice.h"
#include "measure/comparison.h"
#include "measure/limits.h"
#include "measure/load.h"
#include "support/say.h"

#define CHECK_SECONDS "8"
#define LOAD_SECONDS 0.8 /* for each workload */
#define CLOCK_SECONDS 0.1
#define SOLVE_LIMIT 1.0 /* seconds for one solve; longer workloads are not timed */

struct trying {
    const struct mx_problem *problem;
    const struct mx_variant *variant;
    const struct mx_flags *flags;
    bool timed;        /* some workload was timed */
    json_t *workloads; /* with --json */
    char hottest[256]; /* spec of the workload that took longest, how long, and the rival there */
    double hottest_seconds;
    const struct mx_variant *rival;
};

/* What the variant's own instructions take at best on the hottest workload. */
struct own_bound {
    const struct mx_code_bound *code; /* NULL = not known */
    double clock, seconds;
};

/* The best other variant for these boards: auto's choice, or its next one; NULL when no other can
 * solve them.
 */
static const struct mx_variant *best_other(const struct trying *t, const struct mx_load *load) {
    const struct mx_batch *batch = &load->window.groups.group[0].batch;
    const struct mx_variant *best = NULL;
    for (int attempt = 0;; attempt++) {
        best = mx_choose(t->problem, batch, t->flags->isa, t->flags->threads, attempt);
        if (best != t->variant)
            break;
    }
    return best != NULL || t->problem->variants[0] == t->variant ? best : t->problem->variants[0];
}

/* The rival on this load. On NULL, why[room] says why the load is not timed. */
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

static json_t *pair_json(const struct mx_bench_load *load, const char *rival, double own,
                         double other, const struct mx_estimate *e) {
    return json_pack("{s:s, s:s, s:f, s:s, s:f, s:f, s:[f, f], s:f}", "label", load->label,
                     "workload", load->spec, "seconds", own, "rival", rival, "rival_seconds", other,
                     "ratio", exp(e->median), "interval", exp(e->interval.low),
                     exp(e->interval.high), "confidence", MX_CONFIDENCE);
}

static void report_pair(struct trying *t, const struct mx_paired *run,
                        const struct mx_variant *rival, const struct mx_bench_load *load) {
    const double other = mx_paired_median(run, 0), own = mx_paired_median(run, 1);
    const struct mx_estimate e =
        mx_estimate(mx_paired_log_ratios(run, run->plan.clock, 1), run->plan.processes, 1);
    if (t->workloads != NULL) {
        json_array_append_new(t->workloads, pair_json(load, rival->name, own, other, &e));
    } else {
        mx_print("%10.3f ms, %s %.3f ms: ", 1e3 * own, rival->name, 1e3 * other);
        mx_print_ratio(&e, rival->name);
    }
    t->timed = true;
    if (own > t->hottest_seconds) {
        t->hottest_seconds = own;
        t->rival = rival;
        snprintf(t->hottest, sizeof t->hottest, "%s", load->spec);
    }
}

static void report_left_out(struct trying *t, const struct mx_bench_load *load, const char *why) {
    if (t->workloads == NULL)
        mx_print("not timed: %s\n", why);
    else
        json_array_append_new(t->workloads,
                              json_pack("{s:s, s:s, s:o}", "label", load->label, "workload",
                                        load->spec, "not_timed", mx_json_text(why)));
}

/* Samples pairs without a noise floor and a verdict, which need more time (compare). */
static bool sample_pairs(struct mx_processes *p, struct mx_paired *run) {
    const struct mx_sampler sampler = mx_processes_sampler(p);
    bool good = mx_processes_calibrate(p, MX_SAMPLE_SECONDS, SOLVE_LIMIT);
    if (good) {
        struct mx_paired_plan plan =
            mx_plan_run(p->count, 0, LOAD_SECONDS, mx_processes_row_seconds(p), p->start_seconds);
        plan.clock = p->clock;
        plan.totals = p->clock == MX_REAL_TIME;
        good = mx_paired_run(run, &plan, &sampler);
    }
    mx_processes_end(p);
    return good;
}

/* Returns false when interrupted. */
static bool time_load(struct trying *t, const struct mx_bench_load *load) {
    char why[400];
    struct mx_paired run = {.processes = NULL};
    const struct mx_variant *rival = rival_on(t, load->spec, why, sizeof why);
    if (t->workloads == NULL)
        mx_print("  %-12s ", load->label);
    if (rival == NULL) {
        report_left_out(t, load, why);
        return true;
    }
    struct mx_processes p = {
        .problem = t->problem->name,
        .workload = load->spec,
        .seed = t->flags->seed,
        .isa = t->flags->isa,
        .threads = t->flags->threads,
        .plugins = &t->flags->plugins,
        .subjects = {{mx_own_path(), rival->name, NULL}, {mx_own_path(), t->variant->name, NULL}},
        .count = 2,
        .patience = MX_PATIENCE,
        .rng = mx_rng_start(t->flags->seed, UINT64_MAX)};
    if (sample_pairs(&p, &run))
        report_pair(t, &run, rival, load);
    else if (!mx_interrupted())
        report_left_out(t, load, p.error);
    mx_paired_free(&run);
    return !mx_interrupted();
}

/* Times the quick loads, and only the largest load of a family. Returns false when interrupted. */
static bool time_loads(struct trying *t) {
    if (t->workloads == NULL)
        mx_print("time to solve all %ss, and the best other variant:\n",
                 mx_instance_noun(t->problem));
    for (const struct mx_bench_load *load = t->problem->bench_loads; load->label != NULL; load++) {
        const struct mx_bench_load *next = load + 1;
        if (!load->quick ||
            (next->label != NULL && next->quick && strcmp(next->label, load->label) == 0))
            continue;
        if (!time_load(t, load))
            return false;
        fflush(mx_out);
    }
    return true;
}

/* Runs check in a process of its own, because its threads wait passively and those of a timed solve
 * must not. With `document`, runs check --json and returns its output there. */
static int check(const struct trying *t, json_t **document) {
    char threads[16];
    FILE *output = document == NULL ? NULL : tmpfile();
    snprintf(threads, sizeof threads, "%d", t->flags->threads > 2 ? t->flags->threads : 2);
    const char *argv[11 + MX_PLUGIN_WORDS] = {mx_own_path(), "check",          t->problem->name,
                                              "--variant",   t->variant->name, "--seconds",
                                              CHECK_SECONDS, "--threads",      threads};
    size_t used = 9 + mx_plugin_words(&t->flags->plugins, argv + 9);
    if (argv[0] == NULL || (document != NULL && output == NULL))
        return MX_EXIT_ERROR;
    if (output == NULL)
        return mx_process_run(argv, fileno(mx_out), MX_OWN_FILE);
    argv[used] = "--json";
    int code = mx_process_run(argv, fileno(output), MX_OWN_FILE);
    rewind(output);
    *document = json_loadf(output, 0, NULL); /* NULL when check printed none */
    fclose(output);
    return code;
}

/* ---- The bound --------------------------------------------------------------------------- */

/* The work of one solve of the hottest workload; 0 if it is not counted. */
static double count_work(const struct trying *t) {
    FILE *output = tmpfile();
    const char *argv[9 + MX_PLUGIN_WORDS] = {mx_own_path(), "solve",     t->problem->name,
                                             t->hottest,    "--variant", t->variant->name,
                                             "--json",      "--count"};
    mx_plugin_words(&t->flags->plugins, argv + 8);
    if (output == NULL)
        return 0;
    json_t *found = NULL;
    if (argv[0] != NULL && mx_process_run(argv, fileno(output), MX_OWN_FILE) == MX_EXIT_OK) {
        rewind(output);
        found = json_loadf(output, 0, NULL);
    }
    double work = json_number_value(json_object_get(found, "work"));
    json_decref(found);
    fclose(output);
    return work;
}

/* Bounds are those of one core. */
static struct own_bound bound_of(const struct trying *t) {
    struct own_bound bound = {mx_code_bound_of(t->variant->name), 0, 0};
    const double work = bound.code != NULL && t->flags->threads == 1 ? count_work(t) : 0;
    if (work > 0) {
        bound.clock = mx_measure_clock(CLOCK_SECONDS);
        bound.seconds = work * bound.code->cycles / bound.clock;
    } else {
        bound.code = NULL;
    }
    return bound;
}

static json_t *bound_json(const struct trying *t, const struct own_bound *bound) {
    if (bound->code == NULL)
        return json_null();
    return json_pack("{s:f, s:f, s:s, s:f, s:f}", "seconds", bound->seconds, "share",
                     bound->seconds / t->hottest_seconds, "model", bound->code->model,
                     "cycles_per_work", bound->code->cycles, "clock_hz", bound->clock);
}

static void print_plugins(const struct trying *t) {
    const char *words[MX_PLUGIN_WORDS];
    const size_t count = mx_plugin_words(&t->flags->plugins, words);
    for (size_t i = 0; i < count; i++)
        mx_print(" %s", words[i]);
    mx_print("\n");
}

/* The distance to the bound, and two commands to go on with. */
static void print_end(const struct trying *t, const struct own_bound *bound) {
    if (bound->code == NULL)
        mx_print("bound: not known; scripts/bound counts it, with valgrind and llvm-mca\n");
    else
        mx_print("bound: of these %.3f ms its instructions take %.3f ms at best (%.0f%%), by "
                 "llvm-mca's model %s at %.2f GHz; %s\n",
                 1e3 * t->hottest_seconds, 1e3 * bound->seconds,
                 100 * bound->seconds / t->hottest_seconds, bound->code->model, 1e-9 * bound->clock,
                 bound->seconds < t->hottest_seconds ? "misses, latency and loops take the rest"
                                                     : "this processor is better than the model");
    mx_print("next: scripts/profile %s %s %s --asm", t->problem->name, t->variant->name,
             t->hottest);
    print_plugins(t);
    mx_print("      mexbench compare %s %s %s %s", t->problem->name, t->rival->name,
             t->variant->name, t->hottest);
    print_plugins(t);
}

/* ---- The verb ---------------------------------------------------------------------------- */

static void print_hot_lines(const struct trying *t, const struct mx_hot_line *lines, int count) {
    if (count > 0)
        mx_print("hot lines on %s:\n", t->hottest);
    else
        mx_print("no hot lines: perf is not installed, or may not sample here\n");
    for (int i = 0; i < count; i++)
        mx_print("  %5.1f%%  %s\n", lines[i].percent, lines[i].place);
}

static void print_json(struct trying *t, json_t *checked, const struct mx_hot_line *lines,
                       int count, const struct own_bound *bound) {
    json_t *hot = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(hot, json_pack("{s:o, s:f}", "place", mx_json_text(lines[i].place),
                                             "percent", lines[i].percent));
    mx_json_print(json_pack(
        "{s:s, s:s, s:s, s:i, s:I, s:o, s:o, s:s?, s:o, s:o}", "problem", t->problem->name,
        "variant", t->variant->name, "isa", mx_isa_name(t->flags->isa), "threads",
        t->flags->threads, "seed", (json_int_t)t->flags->seed, "check",
        checked != NULL ? checked : json_null(), "workloads", t->workloads, "hot_workload",
        t->timed ? t->hottest : NULL, "hot_lines", hot, "bound", bound_json(t, bound)));
}

static int try_variant(struct trying *t) {
    struct mx_hot_line lines[MX_HOT_LINES];
    json_t *checked = NULL;
    int count = 0, code = check(t, t->flags->json ? &checked : NULL);
    struct own_bound bound = {.code = NULL};
    bool whole = code == MX_EXIT_OK && time_loads(t);
    if (whole && t->timed) {
        count =
            mx_hot_lines(t->problem, t->variant, t->hottest, t->hottest_seconds, t->flags, lines);
        bound = bound_of(t);
    }
    if (t->flags->json) {
        print_json(t, checked, lines, count, &bound);
    } else if (whole && t->timed) {
        print_hot_lines(t, lines, count);
        print_end(t, &bound);
    }
    return mx_interrupted() ? MX_EXIT_INTERRUPTED : code;
}

static const struct mx_verb_usage usage = {
    .name = "try",
    .arguments = "PROBLEM [VARIANT]",
    .about = "Checks a variant, times it and the best other one on the quick workloads, and lists "
             "its hot lines where perf is installed; takes about half a minute.\vName the variant "
             "as an argument or by --variant.",
    .flags = MX_FLAG_VARIANT | MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_JSON |
             MX_FLAG_PLUGIN,
    .least = 1,
    .most = 2,
};

int mx_verb_try(int argc, char **argv) {
    struct mx_flags flags;
    const char *arguments[2];
    mx_parse(&usage, argc, argv, &flags, NULL, arguments);
    struct trying t = {.problem = mx_require_problem(arguments[0]), .flags = &flags};
    if ((arguments[1] == NULL) == (flags.variant == NULL)) {
        mx_complain("name one variant, as an argument or by --variant");
        return MX_EXIT_USAGE;
    }
    if (arguments[1] != NULL)
        flags.variant = arguments[1];
    t.variant = mx_require_single_variant(t.problem, &flags);
    if (flags.json)
        t.workloads = json_array();
    mx_interrupts_install();
    return mx_finish_output(try_variant(&t));
}
