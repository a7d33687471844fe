/* mexbench solve: the judge's format in, the judge's output out. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#include "cli/verbs.h"
#include "harness/flags.h"
#include "harness/interrupt.h"
#include "harness/progress.h"
#include "harness/window.h"
#include "support/digest.h"

struct options {
    bool time, count;
    uint64_t repeat;
};

enum { KEY_TIME = 0x300, KEY_REPEAT, KEY_COUNT };

static bool set_option(int key, const char *value, void *context) {
    struct options *options = context;
    if (key == KEY_REPEAT)
        return mx_parse_count(value, 1, UINT64_MAX, &options->repeat);
    if (key == KEY_COUNT)
        return options->count = true;
    return options->time = true;
}

static bool stage(void *context, uint64_t done, uint64_t total) {
    (void)context;
    mx_progress_update(done, total, "");
    return !mx_interrupted();
}

static void print_answers(const struct mx_window *window, const struct mx_problem *problem,
                          uint32_t count, uint64_t before) {
    for (uint32_t i = 0; i < count; i++)
        problem->write_answer(stdout, before + i + 1, window->answers[i]);
}

/* Solves the window `repeat` times; *solved answers at its front are good. */
static enum mx_solved solve_window(struct mx_window *window, struct mx_solver *solver,
                                   uint64_t repeat, uint32_t *solved) {
    enum mx_solved result = MX_SOLVE_DONE;
    *solved = 0;
    for (uint64_t i = 0; i < repeat && result == MX_SOLVE_DONE && window->count > 0; i++)
        result = mx_interrupted() ? MX_SOLVE_STOPPED : mx_window_solve(window, solver, solved);
    return result;
}

static int exit_code(enum mx_solved result, enum mx_next next, const struct mx_solver *solver,
                     const struct mx_workload *workload) {
    if (result == MX_SOLVE_STOPPED || mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    if (result == MX_SOLVE_FAILED)
        mx_complain("%s", solver->error);
    else if (next == MX_NEXT_ERROR)
        mx_complain("%s", workload->error);
    else
        return MX_EXIT_OK;
    return MX_EXIT_ERROR;
}

/* What was solved so far. */
struct tally {
    uint64_t boards, states; /* states: of all boards together, UINT64_MAX when that is too many */
    uint64_t answers_hash;   /* of the answers in order, to compare runs */
};

static void count_window(struct tally *tally, const struct mx_window *window,
                         const struct mx_problem *problem, uint32_t solved) {
    for (uint32_t i = 0; i < solved; i++)
        if (__builtin_add_overflow(tally->states, problem->states(window->boards[i]),
                                   &tally->states))
            tally->states = UINT64_MAX;
    tally->answers_hash =
        mx_hash(tally->answers_hash, window->answers, solved * sizeof *window->answers);
    tally->boards += solved;
}

static void print_time(const struct mx_solver *solver, const struct tally *tally, uint64_t repeat) {
    if (solver->used == NULL)
        return;
    fflush(stdout);
    double runs = (double)tally->boards * (double)repeat;
    fprintf(stderr, "%s: %" PRIu64 " board%s", solver->used->name, tally->boards,
            tally->boards == 1 ? "" : "s");
    if (repeat > 1)
        fprintf(stderr, ", %" PRIu64 " times", repeat);
    if (solver->counts)
        fprintf(stderr, ", %" PRIu64 " options evaluated", solver->work);
    fprintf(stderr, ", %.6f s in solve, %.3f us a board\n", solver->seconds,
            1e6 * solver->seconds / runs);
}

static void print_json(const struct mx_solver *solver, const struct tally *tally, uint64_t repeat) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, tally->answers_hash);
    json_t *all =
        json_pack("{s:s, s:s?, s:I, s:f, s:I, s:f, s:s, s:o}", "problem", solver->problem->name,
                  "variant", solver->used == NULL ? NULL : solver->used->name, "boards",
                  (json_int_t)tally->boards, "states", (double)tally->states, "repeat",
                  (json_int_t)repeat, "seconds", solver->seconds, "answers_hash", hash, "work",
                  solver->counts ? json_integer((json_int_t)solver->work) : json_null());
    json_dumpf(all, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(all);
}

static int solve_all(struct mx_workload *workload, struct mx_solver *solver,
                     const struct options *options, bool json) {
    struct mx_window window = {0};
    struct tally tally = {0, 0, MX_HASH_START};
    uint32_t solved;
    enum mx_next next;
    enum mx_solved result;
    do {
        mx_progress_start("");
        next = mx_window_fill(&window, workload);
        result = solve_window(&window, solver, options->repeat, &solved);
        mx_progress_end();
        if (!json)
            print_answers(&window, workload->problem, solved, tally.boards);
        count_window(&tally, &window, workload->problem, solved);
        if (next == MX_NEXT_ERROR)
            fflush(stdout);
    } while (next == MX_NEXT_BOARD && result == MX_SOLVE_DONE && !ferror(stdout));
    if (options->time)
        print_time(solver, &tally, options->repeat);
    if (json)
        print_json(solver, &tally, options->repeat);
    mx_window_free(&window);
    return exit_code(result, next, solver, workload);
}

int mx_verb_solve(int argc, char **argv) {
    static const struct argp_option own[] = {
        {"time", KEY_TIME, NULL, 0, "Print the time spent in solve on stderr", 0},
        {"count", KEY_COUNT, NULL, 0, "Count options evaluated, for --time and --json; costs time",
         0},
        {"repeat", KEY_REPEAT, "N", 0, "Solve N times without reading again, for profilers", 0},
        {0},
    };
    static const struct mx_verb_usage usage = {
        .name = "solve",
        .arguments = "PROBLEM [WORKLOAD]",
        .about = "Reads boards in the judge's format and prints the answers in the judge's format."
                 "\vWithout --variant the best one is chosen. WORKLOAD is a file, - (standard "
                 "input, also when it is missing) or a generator spec. --json prints a summary "
                 "(variant, boards, states, seconds, a hash of the answers) instead of answers.",
        .flags = MX_FLAG_VARIANT | MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT |
                 MX_FLAG_JSON,
        .least = 1,
        .most = 2,
        .options = own,
        .option = set_option,
    };
    struct mx_flags flags;
    struct options options = {.repeat = 1};
    const char *arguments[2];
    mx_parse(&usage, argc, argv, &flags, &options, arguments);
    const struct mx_problem *problem = mx_require_problem(arguments[0]);
    const struct mx_monitor monitor = {stage, NULL};
    struct mx_solver solver = {.problem = problem,
                               .variant = mx_require_single_variant(problem, &flags),
                               .isa = flags.isa,
                               .threads = flags.threads,
                               .counts = options.count,
                               .monitor = &monitor};
    struct mx_workload workload;
    int dialect = mx_require_dialect(problem, &flags);
    if (!mx_workload_open(&workload, problem, dialect, arguments[1] ? arguments[1] : "-",
                          flags.seed)) {
        mx_complain("%s", workload.error);
        return MX_EXIT_ERROR;
    }
    mx_interrupts_install();
    int code = solve_all(&workload, &solver, &options, flags.json);
    mx_workload_close(&workload);
    mx_solver_free(&solver);
    return mx_finish_output(code);
}
