/* mexbench compare: decides which of several variants is faster, or compares one in two builds. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/compare_report.h"
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
#define DEFAULT_BOARDS 64               /* of the default workload */
#define MOST_OPTIONS 2e6                /* of all its boards; milliseconds in a plain kernel */
#define STANDARD_INPUT "standard input" /* in messages */
#define MOST_ARGUMENTS (1 + MX_MOST_SIDES + 1)

enum {
    KEY_DELTA = 0x300,
    KEY_BUDGET,
    KEY_EXPECT,
    KEY_AGAINST,
    KEY_WAS,
    KEY_PADDINGS,
    KEY_PATIENCE
};

struct options {
    double delta, budget, patience;
    uint64_t paddings;
    const char *against, *was; /* NULL = not given */
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
        options->was = value;
        return true;
    case KEY_PADDINGS:
        return mx_parse_count(value, 0, INT64_MAX, &options->paddings);
    case KEY_EXPECT:
        return parse_expectation(value, &options->expectation);
    default:
        options->against = value;
        return true;
    }
}

/* ---- Sides and workload ------------------------------------------------------------------ */

/* The last word is a workload when it cannot be the name of a variant. */
static bool is_workload(const struct mx_problem *problem, const char *word) {
    return mx_is_spec(problem, word) || strpbrk(word, "-./:") != NULL ||
           (mx_find_variant(problem, word) == NULL && access(word, F_OK) == 0);
}

/* The variants to compare, the first being A. */
struct sides {
    const struct mx_variant *variants[MX_MOST_SIDES];
    unsigned count;
};

static void add_side(struct sides *sides, const struct mx_variant *variant) {
    if (sides->count == MX_MOST_SIDES) {
        mx_complain("too many variants, at most %u are compared", MX_MOST_SIDES);
        mx_exit(MX_EXIT_USAGE);
    }
    sides->variants[sides->count++] = variant;
}

/* The arguments in their order, then the other variants that --variant selects. */
static struct sides read_sides(const struct mx_problem *problem, const struct mx_flags *flags,
                               const char **arguments, const char **workload) {
    struct sides sides = {.count = 0};
    struct mx_flags one = *flags;
    for (unsigned i = 0; i <= MX_MOST_SIDES && arguments[i] != NULL; i++) {
        bool last = i == MX_MOST_SIDES || arguments[i + 1] == NULL;
        one.variant = arguments[i];
        if (last && is_workload(problem, arguments[i]))
            *workload = arguments[i];
        else
            add_side(&sides, mx_require_single_variant(problem, &one));
    }
    struct mx_selection selection = {.count = 0};
    if (flags->variant != NULL)
        mx_require_variants(problem, flags, &selection);
    for (uint32_t i = 0; i < selection.count; i++) {
        bool known = false;
        for (unsigned side = 0; side < sides.count; side++)
            known |= sides.variants[side] == selection.variant[i];
        if (!known)
            add_side(&sides, selection.variant[i]);
    }
    return sides;
}

/* The default workload: many boards, because one board has one answer, which a kernel may give by
 * chance. They come from the generator of one of the suite's loads, in greater number. Returns
 * false when it cannot make more boards. */
static bool with_many_boards(const struct mx_problem *problem, const char *spec, char *text,
                             size_t room) {
    struct mx_spec parsed;
    char why[256];
    const char *cases = strstr(spec, "cases=");
    if (cases == NULL || !mx_spec_parse(&parsed, problem, spec, 0, why, sizeof why) ||
        parsed.generator->count != NULL)
        return false;
    const char *rest = cases + strcspn(cases, ",");
    snprintf(text, room, "%.*scases=%d%s", (int)(cases - spec), spec, DEFAULT_BOARDS, rest);
    return true;
}

/* Whether all variants can solve it; *options is then its exact work. */
static bool suits_all(const struct mx_problem *problem, const struct mx_flags *flags,
                      const char *spec, const struct mx_variant *const *variants, unsigned count,
                      double *options) {
    struct mx_load load;
    char why[400];
    bool suits = mx_load_open(&load, problem, "", spec, 0, flags->seed, why, sizeof why);
    for (unsigned i = 0; suits && i < count; i++)
        suits = mx_load_suits(&load, variants[i], flags->isa, why, sizeof why);
    *options = load.options;
    mx_load_close(&load);
    return suits;
}

/* The costliest of the quick suite's loads that all variants can solve, within MOST_OPTIONS. */
static const char *default_workload(const struct mx_problem *problem, const struct mx_flags *flags,
                                    const struct mx_variant *const *variants, unsigned count) {
    static char best[256];
    char spec[sizeof best];
    double options, most = -1;
    for (const struct mx_bench_load *load = problem->bench_loads; load->label != NULL; load++)
        if (load->quick && with_many_boards(problem, load->spec, spec, sizeof spec) &&
            suits_all(problem, flags, spec, variants, count, &options) && options <= MOST_OPTIONS &&
            options >= most) {
            memcpy(best, spec, sizeof best);
            most = options;
        }
    if (most >= 0)
        return best;
    mx_complain("no workload of the quick suite suits all of these variants; name a workload");
    mx_exit(MX_EXIT_USAGE);
}

/* Keeps standard input in an unnamed file, because every process reads the boards anew. They do not
 * inherit it: the path leads to the descriptor of this process. */
static const char *kept_input(void) {
    static char path[64];
    char block[1 << 16];
    FILE *kept = tmpfile();
    bool good = kept != NULL;
    for (size_t got; good && (got = fread(block, 1, sizeof block, stdin)) > 0;)
        good = fwrite(block, 1, got, kept) == got;
    if (!good || fflush(kept) != 0) {
        mx_complain("cannot keep standard input: %s", strerror(errno));
        mx_exit(MX_EXIT_ERROR);
    }
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), fileno(kept));
    return path;
}

static void name_subjects(struct mx_processes *p, const struct options *options,
                          const struct mx_variant *const *variants, unsigned count) {
    const char *own = mx_own_path();
    if (own == NULL) {
        mx_complain("cannot find this program: %s", strerror(errno));
        mx_exit(MX_EXIT_ERROR);
    }
    p->separate = options->against != NULL;
    if (p->separate)
        p->subjects[p->count++] = (struct mx_subject){
            options->against, options->was != NULL ? options->was : variants[0]->name};
    for (unsigned i = 0; i < count; i++)
        p->subjects[p->count++] = (struct mx_subject){own, variants[i]->name};
}

static void require_count(const struct options *options, unsigned count) {
    if (options->against != NULL ? count == 1 : count >= 2)
        return;
    mx_complain(options->against != NULL ? "--against compares one variant in two builds: name one"
                                         : "a comparison needs two variants");
    mx_exit(MX_EXIT_USAGE);
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
    return p->trouble == MX_TROUBLE_DISAGREE ? MX_EXIT_DISAGREEMENT : MX_EXIT_ERROR;
}

static int expected_code(const struct mx_comparison *c, enum mx_expectation expectation) {
    int code = c->convincing ? MX_EXIT_OK : MX_EXIT_UNRESOLVED;
    for (unsigned i = 0; c->convincing && i + 1 < c->sides.plan.sides; i++) {
        enum mx_met met = mx_expect(expectation, &c->verdicts[i], log1p(c->delta));
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
        "bits; 4 when a variant is wrong; 1 when one crashed, hung or ran out of memory.",
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
    const struct sides sides = read_sides(problem, &flags, arguments + 1, &workload);
    require_count(&options, sides.count);
    if (options.against != NULL && mx_answers_are_rounded(problem)) {
        mx_complain("--against compares the answers of two builds by their bytes, and those of %s "
                    "have a tolerance",
                    problem->name);
        return MX_EXIT_USAGE;
    }
    options.json = flags.json;
    mx_note_shadowed_file(problem, workload);
    if (workload == NULL)
        workload = default_workload(problem, &flags, sides.variants, sides.count);
    struct mx_compared compared = {
        .problem = problem, .workload = workload, .against = options.against};
    struct mx_comparison c = {
        .processes = {.problem = problem->name,
                      .workload = strcmp(workload, "-") == 0 ? kept_input() : workload,
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
    name_subjects(&c.processes, &options, sides.variants, sides.count);
    for (unsigned i = 0; i < c.processes.count; i++)
        compared.variants[i] = sides.variants[options.against == NULL ? i : 0];
    return compare(&c, &options, &compared);
}
