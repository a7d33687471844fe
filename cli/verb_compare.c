/* mexbench compare: decides which of several variants is faster, or compares one in two builds. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/compare_report.h"
#include "cli/compare_sides.h"
#include "cli/flags.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/input/answers.h"
#include "harness/input/select.h"
#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "measure/comparison.h"
#include "measure/load.h"

#define DEFAULT_BUDGET 10.0
#define LEAST_BUDGET 0.1
#define MOST_BUDGET 86400.0
#define LEAST_PATIENCE 0.1
#define MOST_PATIENCE 3600.0
#define LEAST_DELTA 0.0001
#define MOST_DELTA 0.5
#define STANDARD_INPUT "standard input" /* in messages */
#define MOST_ARGUMENTS (1 + MX_MOST_SIDES + 1)

enum {
    KEY_DELTA = 0x300,
    KEY_BUDGET,
    KEY_EXPECT,
    KEY_AGAINST,
    KEY_WAS,
    KEY_LINKS,
    KEY_PADDINGS,
    KEY_PATIENCE
};

struct options {
    double delta, budget, patience;
    uint64_t paddings;
    struct mx_builds builds;
    bool json;
    enum mx_expectation expectation;
};

/* "2%" or "0.02". */
static bool parse_part(const char *text, double *part) {
    char number[32];
    size_t length = strlen(text);
    if (length == 0 || length >= sizeof number || text[length - 1] != '%')
        return mx_parse_number(text, LEAST_DELTA, MOST_DELTA, "fractions", part);
    snprintf(number, sizeof number, "%.*s", (int)length - 1, text);
    if (!mx_parse_number(number, 100 * LEAST_DELTA, 100 * MOST_DELTA, "percent", part))
        return false;
    *part /= 100;
    return true;
}

static bool parse_expectation(const char *text, enum mx_expectation *expectation) {
    int choice;
    if (!mx_parse_word(text, "faster|same|not-slower", &choice))
        return false;
    *expectation = (enum mx_expectation)(MX_EXPECT_FASTER + choice);
    return true;
}

static bool set_option(int key, const char *value, void *context) {
    struct options *options = context;
    switch (key) {
    case KEY_DELTA:
        return parse_part(value, &options->delta);
    case KEY_BUDGET:
        return mx_parse_number(value, LEAST_BUDGET, MOST_BUDGET, "seconds", &options->budget);
    case KEY_PATIENCE:
        return mx_parse_number(value, LEAST_PATIENCE, MOST_PATIENCE, "seconds", &options->patience);
    case KEY_WAS:
        options->builds.was = value;
        return true;
    case KEY_LINKS:
        options->builds.links = value;
        return true;
    case KEY_PADDINGS:
        return mx_parse_count(value, 0, INT64_MAX, &options->paddings);
    case KEY_EXPECT:
        return parse_expectation(value, &options->expectation);
    default:
        options->builds.against = value;
        return true;
    }
}

/* ---- Progress ---------------------------------------------------------------------------- */

struct watch {
    const char *stage;
    uint64_t done, total;
};

static void enter_stage(void *context, const char *name, uint64_t rows) {
    struct watch *watch = context;
    if (watch->total == 0)
        mx_progress_start("");
    watch->stage = name;
    watch->total = rows;
    mx_progress_update(watch->done, watch->total, watch->stage);
}

static void count_row(void *context) {
    struct watch *watch = context;
    mx_progress_update(++watch->done, watch->total, watch->stage);
}

/* ---- The verb ---------------------------------------------------------------------------- */

/* Uses the user's name of the workload, not that of the copy that the processes read. */
static void complain(const char *error, const char *copy, const char *workload) {
    const char *found = strcmp(copy, workload) == 0 ? NULL : strstr(error, copy);
    if (found == NULL)
        mx_complain("%s", error);
    else
        mx_complain("%.*s%s%s", (int)(found - error), error, STANDARD_INPUT, found + strlen(copy));
}

static int trouble_code(const struct mx_processes *p, const char *workload) {
    if (p->trouble == MX_TROUBLE_INTERRUPTED || mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    complain(p->error, p->workload, workload);
    if (p->trouble == MX_TROUBLE_STARVED)
        return MX_EXIT_UNRESOLVED;
    return p->trouble == MX_TROUBLE_DISAGREE ? MX_EXIT_DISAGREEMENT : MX_EXIT_ERROR;
}

static int expected_code(const struct mx_comparison *c, enum mx_expectation expectation) {
    const bool convincing = c->basis.convincing;
    int code = convincing ? MX_EXIT_OK : MX_EXIT_UNRESOLVED;
    for (unsigned i = 0; convincing && i + 1 < c->sides.plan.sides; i++) {
        enum mx_met met = mx_expect(expectation, &c->verdicts[i], c->basis.delta);
        if (met == MX_NOT_MET)
            return MX_EXIT_REGRESSION;
        if (met == MX_MAYBE_MET)
            code = MX_EXIT_UNRESOLVED;
    }
    return code;
}

static int compare(struct mx_comparison *c, const struct options *options,
                   const struct mx_compared *compared) {
    mx_interrupts_install();
    bool good = mx_compare(c);
    mx_progress_end();
    int code = good ? expected_code(c, options->expectation)
                    : trouble_code(&c->processes, compared->workload);
    if (good && options->json)
        mx_compare_print_json(c, compared);
    else if (good)
        mx_compare_print(c, compared);
    mx_comparison_free(c);
    return mx_finish_output(code);
}

static const struct mx_verb_usage usage = {
    .name = "compare",
    .arguments = "PROBLEM [A B [C...]] [WORKLOAD]",
    .about =
        "Measures whether B (and C, ...) is faster than A, slower, or the same: by interleaved "
        "pairs "
        "in fresh processes, against the noise floor that A/A pairs show.\v--variant selects "
        "variants instead of, or in addition to, the arguments; the first is A. The default "
        "workload is "
        "a load of the quick suite that all can solve, with 64 instances. The answers of every "
        "sample "
        "are compared. Exit codes: 0 for any verdict; with --expect 3 when it is not met and "
        "5 when that is not resolved; 5 also when the answers that agree are worth less than 32 "
        "bits, or when the machine is too busy; 4 when a variant is wrong; 1 when one crashed, "
        "hung or ran out of memory. Without --links a difference must be larger than what another "
        "layout of the same code may cause (info tells how much).",
    .flags = MX_FLAG_VARIANT | MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT |
             MX_FLAG_JSON | MX_FLAG_PLUGIN,
    .least = 1,
    .most = MOST_ARGUMENTS,
    .options =
        (const struct argp_option[]){
            {"delta", KEY_DELTA, "PART", 0,
             "Ignore differences up to this (0.01% to 50%, default 2%)", 0},
            {"budget", KEY_BUDGET, "SECONDS", 0,
             "Approximate time to spend (0.1 to 86400 s, default 10 s)", 0},
            {"expect", KEY_EXPECT, "faster|same|not-slower", 0, "Exit with 3 unless B is this", 0},
            {"against", KEY_AGAINST, "BINARY", 0,
             "Compare one variant in the mexbench BINARY (A) and in this one (B)", 0},
            {"was", KEY_WAS, "NAME", 0, "Name of the variant in BINARY, where it differs", 0},
            {"links", KEY_LINKS, "FOLDER", 0,
             "Time the links of this mexbench in FOLDER, made by scripts/links, instead of this "
             "layout alone; BINARY is then a folder of as many links of A",
             0},
            {"paddings", KEY_PADDINGS, "SEED", 0,
             "Seed for the stack positions of the processes and for which side goes first "
             "(default: "
             "a fresh one, which is printed)",
             0},
            {"patience", KEY_PATIENCE, "SECONDS", 0,
             "Processor time after which a silent process hangs (0.1 to 3600 s, default 10 s)", 0},
            {0}},
    .option = set_option,
};

int mx_verb_compare(int argc, char **argv) {
    struct mx_flags flags;
    struct options options = {.delta = 0.02,
                              .budget = DEFAULT_BUDGET,
                              .patience = MX_PATIENCE,
                              .paddings =
                                  mx_seed_or_fresh(&(struct mx_flags){.seed_given = false})};
    const char *arguments[MOST_ARGUMENTS], *workload = NULL;
    struct watch watch = {"", 0, 0};
    mx_parse(&usage, argc, argv, &flags, &options, arguments);
    const struct mx_problem *problem = mx_require_problem(arguments[0]);
    mx_require_dialect(problem, &flags);
    const struct mx_sides sides = mx_read_sides(problem, &flags, arguments + 1, &workload);
    mx_require_builds(&options.builds, &sides, problem);
    options.json = flags.json;
    mx_note_shadowed_file(problem, workload);
    if (workload == NULL)
        workload = mx_default_workload(problem, &flags, &sides);
    struct mx_compared compared = {
        .problem = problem, .workload = workload, .against = options.builds.against};
    struct mx_comparison c = {
        .processes = {.problem = problem->name,
                      .workload = strcmp(workload, "-") == 0 ? mx_kept_input() : workload,
                      .dialect = flags.dialect,
                      .seed = flags.seed,
                      .isa = flags.isa,
                      .threads = flags.threads,
                      .plugins = &flags.plugins,
                      .patience = options.patience,
                      .progress = count_row,
                      .context = &watch},
        .budget = options.budget,
        .paddings = options.paddings,
        .delta = options.delta,
        .stage = enter_stage};
    mx_name_subjects(&c.processes, &options.builds, &sides);
    for (unsigned i = 0; i < c.processes.count; i++)
        compared.variants[i] = sides.variants[options.builds.against == NULL ? i : 0];
    mx_layout_read(compared.variants, c.processes.count, &compared.layout);
    c.layout = c.processes.links > 0 ? 0 : compared.layout.floor;
    const int code = compare(&c, &options, &compared);
    mx_free_links(&c.processes);
    return code;
}
