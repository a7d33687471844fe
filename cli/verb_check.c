/* mexbench check: checks that the variants agree, on every state of many boards. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/check_report.h"
#include "cli/flags.h"
#include "cli/run_guarded.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/input/optional.h"
#include "harness/input/select.h"
#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "support/arena.h"
#include "support/say.h"

#define DEFAULT_SECONDS 10.0 /* for each problem */
#define SILENCE_SECONDS 10.0 /* a variant without a sign of life for this time hangs */

struct options {
    double seconds; /* 0 = not given */
    uint64_t boards, board;
};

/* One call of the verb. */
struct call {
    const struct mx_flags *flags;
    const struct options *options;
    const char *workload;
    struct mx_check_call report; /* of the current problem */
    bool ok, failed, unresolved; /* some variant is, up to now */
    json_t *problems, *variants; /* with --json: all problems, and the current variants */
};

enum { KEY_SECONDS = 0x300, KEY_BOARDS, KEY_BOARD };

static bool set_option(int key, const char *value, void *context) {
    struct options *options = context;
    if (key == KEY_SECONDS)
        return mx_parse_limit(value, &options->seconds);
    if (key == KEY_BOARDS)
        return mx_parse_count(value, 1, UINT64_MAX / 2, &options->boards);
    return mx_parse_count(value, 0, UINT64_MAX / 2, &options->board);
}

/* ---- Events of a check ------------------------------------------------------------------- */

static void show_progress(void *context, const struct mx_check_progress *progress) {
    const struct call *call = context;
    const char *noun = mx_instance_noun(call->report.problem);
    char boards[MX_THOUSANDS_ROOM], note[600];
    mx_thousands(progress->boards, boards);
    if (progress->shrinking)
        snprintf(note, sizeof note, "%s %ss, shrinking one that %s fails", boards, noun,
                 progress->variant->name);
    else
        snprintf(note, sizeof note, "%s %ss", boards, noun);
    mx_progress_update((uint64_t)(progress->share * 1e6), 1000000, note);
}

static void report(void *context, const struct mx_check_result *result) {
    struct call *call = context;
    call->ok |= result->status == MX_CHECKED_OK;
    call->failed |= result->status == MX_CHECKED_FAILED;
    call->unresolved |= result->status == MX_CHECKED_UNRESOLVED;
    mx_progress_hide();
    if (call->variants != NULL)
        json_array_append_new(call->variants, mx_check_result_as_json(&call->report, result));
    else
        mx_check_print(&call->report, result);
}

/* ---- One problem ------------------------------------------------------------------------- */

/* A number of boards or a workload also limits the check; without them, time does. */
static double seconds_for(const struct call *call, const double left, uint32_t problems_left) {
    const struct options *options = call->options;
    if (options->seconds > 0)
        return left > 0.001 * problems_left ? left / problems_left : 0.001;
    bool bounded =
        options->boards > 0 || options->board != MX_CHECK_ALL_BOARDS || call->workload != NULL;
    return bounded ? 0 : DEFAULT_SECONDS;
}

static struct mx_check_options options_for(struct call *call, double seconds,
                                           const struct mx_variant *const *variants,
                                           uint32_t count) {
    const struct mx_flags *flags = call->flags;
    return (struct mx_check_options){
        .session = {.problem = call->report.problem,
                    .isa = flags->isa,
                    .threads = flags->threads_given ? flags->threads : 0,
                    .silence = SILENCE_SECONDS},
        .variants = variants,
        .count = count,
        .seconds = seconds,
        .boards = call->options->boards,
        .board = call->options->board,
        .workload = call->workload,
        .dialect = call->report.dialect,
        .progress = show_progress,
        .finished = report,
        .context = call};
}

static int check_variants(struct call *call, double seconds,
                          const struct mx_variant *const *variants, uint32_t count) {
    struct mx_arena arena = {0};
    char error[320];
    struct mx_check_result *results = calloc(count, sizeof *results);
    const struct mx_check_options options = options_for(call, seconds, variants, count);
    enum mx_check_end end = MX_CHECK_ERROR;
    snprintf(error, sizeof error, "out of memory");
    if (results != NULL)
        end = mx_check(&options, results, &arena, error, sizeof error);
    free(results);
    mx_arena_free(&arena);
    if (end == MX_CHECK_ERROR && mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    if (end == MX_CHECK_ERROR) {
        mx_progress_hide();
        mx_complain("%s", error);
        return MX_EXIT_ERROR;
    }
    return end == MX_CHECK_INTERRUPTED ? MX_EXIT_INTERRUPTED : MX_EXIT_OK;
}

/* MX_EXIT_OK also when no variant matches. */
static int check_problem(struct call *call, const struct mx_problem *problem, double seconds) {
    struct mx_selection selection; /* includes variants for other processors, reported as skipped */
    int code = MX_EXIT_OK;
    mx_require_pattern(problem, call->flags, &selection);
    call->report.problem = problem;
    call->report.dialect = mx_require_dialect(problem, call->flags);
    if (selection.count > 0 && call->problems != NULL)
        json_array_append_new(call->problems, json_pack("{s:s, s:o}", "problem", problem->name,
                                                        "variants", call->variants = json_array()));
    if (selection.count > 0)
        code = check_variants(call, seconds, selection.variant, selection.count);
    return code;
}

/* ---- All of them ------------------------------------------------------------------------- */

static uint32_t count_problems(const struct mx_problem *only) {
    uint32_t count = 0;
    while (mx_problems[count] != NULL)
        count++;
    return only != NULL ? 1 : count;
}

static int check_all(struct call *call, const struct mx_problem *only) {
    uint32_t left = count_problems(only);
    double end = mx_seconds() + call->options->seconds;
    int code = MX_EXIT_OK;
    for (size_t i = 0; mx_problems[i] != NULL && code == MX_EXIT_OK; i++)
        if (only == NULL || only == mx_problems[i])
            code =
                check_problem(call, mx_problems[i], seconds_for(call, end - mx_seconds(), left--));
    if (code != MX_EXIT_OK)
        return code;
    if (call->failed)
        return MX_EXIT_DISAGREEMENT;
    if (call->unresolved)
        return MX_EXIT_UNRESOLVED;
    if (call->ok)
        return MX_EXIT_OK;
    mx_progress_hide();
    mx_complain("nothing was compared");
    return MX_EXIT_USAGE;
}

/* Exits when no variant of any problem matches. */
static void require_a_match(const struct mx_problem *only, const struct mx_flags *flags) {
    struct mx_selection selection;
    for (size_t i = 0; mx_problems[i] != NULL; i++)
        if (only == NULL || only == mx_problems[i]) {
            mx_require_pattern(mx_problems[i], flags, &selection);
            if (selection.count > 0)
                return;
        }
    if (only != NULL)
        mx_require_variants(only, flags, &selection);
    mx_complain("no variant of any problem matches '%s'", flags->variant);
    mx_exit(MX_EXIT_USAGE);
}

static void say_seed(uint64_t seed) {
    fprintf(stderr, "seed %" PRIu64 "\n", seed);
}

static void print_json(const struct call *call, int code) {
    json_t *all =
        json_pack("{s:o, s:b, s:O}", "seed", mx_check_seed_as_json(call->report.seed), "complete",
                  code == MX_EXIT_OK || code == MX_EXIT_DISAGREEMENT || code == MX_EXIT_UNRESOLVED,
                  "problems", call->problems);
    json_dumpf(all, mx_out, JSON_INDENT(2));
    putc('\n', mx_out);
    json_decref(all);
}

/* The progress line shows the seed; at its end, the seed gets a line of its own. */
static int run(struct call *call, const struct mx_problem *only) {
    bool terminal = isatty(STDERR_FILENO);
    char title[40];
    snprintf(title, sizeof title, "seed %" PRIu64, call->report.seed);
    if (!terminal)
        say_seed(call->report.seed);
    mx_interrupts_install();
    mx_progress_start(title);
    int code = check_all(call, only);
    mx_progress_end();
    if (call->problems != NULL && code != MX_EXIT_ERROR)
        print_json(call, code);
    fflush(mx_out);
    if (terminal)
        say_seed(call->report.seed);
    return code;
}

/* check runs teams of several threads on every machine, and times nothing. */
static void wait_passively(char **argv) {
    char *again[64] = {(char *)"mexbench"};
    for (int i = 0; argv[i] != NULL; i++) {
        if (i + 2 >= (int)(sizeof again / sizeof *again))
            return;
        again[i + 1] = argv[i];
    }
    mx_wait_passively(again);
}

static int check(int argc, char **argv) {
    static const struct argp_option own[] = {
        {"seconds", KEY_SECONDS, "N", 0, "Time for the whole call (default 10 s per problem)", 0},
        {"boards", KEY_BOARDS, "N", 0, "Boards for each variant, in units of 8", 0},
        {"board", KEY_BOARD, "K", 0, "Check only the unit of board K; needs --seed", 0},
        {0},
    };
    static const struct mx_verb_usage usage = {
        .name = "check",
        .arguments = "[PROBLEM [WORKLOAD]]",
        .about =
            "Compares each variant with the reference, or where that cannot with another "
            "variant, on every state of small instances and a digest of larger ones. Without "
            "PROBLEM all problems are checked."
            "\vInstances follow from the seed; with WORKLOAD (a file, - or a generator spec) they "
            "are those. A failing one is shrunk and printed with the command that repeats "
            "it. Exit code 4 when a variant fails, 5 when the machine was too busy to tell.",
        .flags = MX_FLAG_VARIANT | MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT |
                 MX_FLAG_JSON | MX_FLAG_PLUGIN,
        .least = 0,
        .most = 2,
        .options = own,
        .option = set_option,
        .threads = "3",
        .seed = "a fresh one, which is printed",
    };
    struct mx_flags flags;
    struct options options = {0, 0, MX_CHECK_ALL_BOARDS};
    const char *arguments[2];
    mx_parse(&usage, argc, argv, &flags, &options, arguments);
    const struct mx_problem *only = arguments[0] ? mx_require_problem(arguments[0]) : NULL;
    require_a_match(only, &flags);
    if (options.board != MX_CHECK_ALL_BOARDS && !flags.seed_given && arguments[1] == NULL) {
        mx_complain("--board needs the --seed of the run that named it");
        return MX_EXIT_USAGE;
    }
    struct call call = {.flags = &flags, .options = &options, .workload = arguments[1]};
    call.report = (struct mx_check_call){
        .flags = &flags, .seed = mx_seed_or_fresh(&flags), .workload = arguments[1]};
    if (flags.json)
        call.problems = json_array();
    if (only != NULL)
        mx_note_shadowed_file(only, arguments[1]);
    int code = run(&call, only);
    json_decref(call.problems);
    return mx_finish_output(code);
}

int mx_verb_check(int argc, char **argv) {
    wait_passively(argv);
    return mx_run_guarded(argc, argv, check);
}
