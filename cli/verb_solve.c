/* mexbench solve: reads the judge's format and prints the answers. */
#include <stdlib.h>

#include "cli/flags.h"
#include "cli/solve_report.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/input/optional.h"
#include "harness/process/clock.h"
#include "harness/solve/window.h"
#include "support/digest.h"

#define ENOUGH_BOARDS 1024u /* of one shape, for each thread: two of the largest batches */

struct options {
    bool time, count, digest, json, why, values;
    uint64_t repeat, seed;
    const char *workload;
    struct mx_checkpoint checkpoint; /* path NULL = none */
    size_t memory;                   /* 0 = no limit */
    const char *scratch;
};

enum {
    KEY_TIME = 0x300,
    KEY_REPEAT,
    KEY_COUNT,
    KEY_DIGEST,
    KEY_CHECKPOINT,
    KEY_EVERY,
    KEY_WHY,
    KEY_MEMORY,
    KEY_SCRATCH,
    KEY_VALUES
};

static bool set_option(int key, const char *value, void *context) {
    struct options *options = context;
    switch (key) {
    case KEY_REPEAT:
        return mx_parse_count(value, 1, UINT64_MAX, &options->repeat);
    case KEY_EVERY:
        return mx_parse_seconds(value, &options->checkpoint.every);
    case KEY_CHECKPOINT:
        options->checkpoint.path = value;
        return value[0] != '\0';
    case KEY_MEMORY:
        return mx_parse_bytes(value, &options->memory);
    case KEY_SCRATCH:
        options->scratch = value;
        return value[0] != '\0';
    case KEY_COUNT:
        return options->count = true;
    case KEY_WHY:
        return options->why = true;
    case KEY_VALUES:
        return options->values = true;
    case KEY_DIGEST:
        return options->digest = true;
    default:
        return options->time = true;
    }
}

/* For the monitor, which reports once what a store will hold, and that the solve resumes from a
 * checkpoint. */
struct watch {
    const struct mx_checkpoint *checkpoint; /* NULL = none */
    const struct mx_solver *solver;
    bool told, told_store;
};

static void tell_resumed(struct watch *watch, uint64_t done, uint64_t total) {
    if (watch->told || watch->checkpoint == NULL || !watch->checkpoint->resumed)
        return;
    watch->told = true;
    fprintf(stderr, "resumes from %s, %.1f%% done\n", watch->checkpoint->path,
            100 * (double)done / (double)total);
}

static void tell_store(struct watch *watch) {
    if (watch->told_store || !watch->solver->stores || watch->solver->store.state == NULL)
        return;
    watch->told_store = true;
    mx_report_store_plan(&watch->solver->store);
}

static bool stage(void *context, uint64_t done, uint64_t total) {
    tell_store(context);
    tell_resumed(context, done, total);
    mx_progress_update(done, total, "");
    return !mx_interrupted();
}

static void print_answers(const struct mx_window *window, const struct mx_problem *problem,
                          uint32_t count, uint64_t before) {
    for (uint32_t i = 0; i < count; i++)
        mx_write_answer(problem, mx_out, before + i + 1, window->boards[i], window->answers[i],
                        window->long_answers == NULL ? NULL : window->long_answers[i]);
}

/* Solves the window --repeat times, the last time with digests. The first *solved answers are
 * valid. */
static enum mx_solved solve_window(struct mx_window *window, struct mx_solver *solver,
                                   const struct options *options, uint32_t *solved) {
    enum mx_solved result = MX_SOLVE_DONE;
    *solved = 0;
    for (uint64_t i = 1; i <= options->repeat && result == MX_SOLVE_DONE && window->count > 0;
         i++) {
        solver->digests = options->digest && i == options->repeat;
        result = mx_interrupted() ? MX_SOLVE_STOPPED : mx_window_solve(window, solver, solved);
    }
    return result;
}

/* A checkpoint is for one board. If the workload, as far as it is read, has another number of
 * boards, returns that number in words; else NULL. */
static const char *not_one_board(uint64_t before, const struct mx_window *window,
                                 enum mx_next next) {
    if (before + window->count > 1)
        return "more";
    return before + window->count == 0 && next == MX_NEXT_END ? "none" : NULL;
}

/* Reads and solves the next window; `before` boards came before it. */
static enum mx_solved next_window(struct mx_window *window, struct mx_workload *workload,
                                  struct mx_solver *solver, const struct options *options,
                                  uint64_t before, enum mx_next *next, uint32_t *solved) {
    *solved = 0;
    *next = mx_window_fill(window, workload);
    const char *wrong = solver->checkpoint == NULL ? NULL : not_one_board(before, window, *next);
    if (wrong == NULL)
        return solve_window(window, solver, options, solved);
    snprintf(solver->error, sizeof solver->error,
             "--checkpoint is for one %s, this workload has %s", mx_instance_noun(solver->problem),
             wrong);
    return MX_SOLVE_FAILED;
}

/* NULL after a success or an interrupt. */
static const char *error_of(enum mx_solved result, enum mx_next next,
                            const struct mx_solver *solver, const struct mx_workload *workload) {
    if (result == MX_SOLVE_STOPPED || mx_interrupted())
        return NULL;
    if (result == MX_SOLVE_FAILED)
        return solver->error;
    return next == MX_NEXT_ERROR ? workload->error : NULL;
}

static int exit_code(enum mx_solved result, const char *error) {
    if (error != NULL) {
        mx_complain("%s", error);
        return MX_EXIT_ERROR;
    }
    return result == MX_SOLVE_STOPPED || mx_interrupted() ? MX_EXIT_INTERRUPTED : MX_EXIT_OK;
}

static int solve_all(struct mx_workload *workload, struct mx_solver *solver,
                     const struct options *options) {
    struct mx_window window = {.enough = ENOUGH_BOARDS * (uint32_t)solver->threads};
    struct mx_tally tally = MX_TALLY_START;
    struct mx_solve_json json = {.workload = options->workload,
                                 .opened = workload,
                                 .seed = options->seed,
                                 .why = options->why};
    uint32_t solved;
    enum mx_next next;
    enum mx_solved result;
    do {
        mx_progress_start("");
        result = next_window(&window, workload, solver, options, tally.boards, &next, &solved);
        mx_progress_end();
        if (options->json)
            mx_report_json_answers(&json, solver, &window, solved);
        else
            print_answers(&window, workload->problem, solved, tally.boards);
        mx_tally_window(&tally, &window, workload->problem, solved);
        if (next == MX_NEXT_ERROR)
            fflush(mx_out);
    } while (next == MX_NEXT_BOARD && result == MX_SOLVE_DONE && !ferror(mx_out));
    const char *error = error_of(result, next, solver, workload);
    if (options->time)
        mx_report_time(solver, &tally, options->repeat);
    if (options->json)
        mx_report_json_end(&json, solver, &tally, options->repeat,
                           error == NULL && result == MX_SOLVE_STOPPED ? "interrupted" : error);
    else if (options->digest && error == NULL)
        mx_report_digest(solver, &tally);
    if (options->why && !options->json)
        mx_report_why(solver);
    int code = exit_code(result, error);
    mx_window_free(&window);
    return code;
}

/* Exits when the solve cannot be saved and resumed. */
static void require_resuming(const struct mx_problem *problem, const struct mx_variant *variant,
                             const struct options *options) {
    if (options->repeat > 1) {
        mx_complain("--checkpoint and --repeat exclude each other");
        mx_exit(MX_EXIT_USAGE);
    }
    mx_require_resuming(problem, variant);
}

static const struct argp_option own_options[] = {
    {"time", KEY_TIME, NULL, 0, "Print the time of all solves on stderr", 0},
    {"count", KEY_COUNT, NULL, 0, "Count the work done, for --time and --json; costs time", 0},
    {"repeat", KEY_REPEAT, "N", 0, "Solve N times without reading again, for profilers (default 1)",
     0},
    {"digest", KEY_DIGEST, NULL, 0,
     "Print the digest of all tables on stderr or in --json; costs time if the variant keeps none",
     0},
    {"why", KEY_WHY, NULL, 0,
     "Print the candidates of auto with predicted and measured times, on stderr or in --json", 0},
    {"values", KEY_VALUES, NULL, 0,
     "Print each board's value (nimber), its winning first moves, and its P-positions counted", 0},
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0,
     "Save a long solve of one instance to FILE now and then, and resume from it", 0},
    {"checkpoint-seconds", KEY_EVERY, "N", 0,
     "Time between saves (default 30 s; 0: whenever possible)", 0},
    {"memory", KEY_MEMORY, "LIMIT", 0,
     "Take at most this much memory, such as 256M or 6G; layers that do not fit go to a file", 0},
    {"scratch", KEY_SCRATCH, "DIR", 0,
     "Folder for that file (default: that of --checkpoint, else TMPDIR or /var/tmp)", 0},
    {0},
};
static const struct mx_verb_usage usage = {
    .name = "solve",
    .arguments = "PROBLEM [WORKLOAD]",
    .about =
        "Reads instances in the judge's format and prints the answers in the judge's format."
        "\vWithout --variant, the fastest variant is chosen for them. WORKLOAD is a "
        "file, - for standard input (the default), or a generator spec. --json prints the "
        "answers as numbers, then a summary. With --checkpoint, the same command resumes after "
        "the process was killed; FILE is removed once the answer is printed.",
    .flags = MX_FLAG_VARIANT | MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT |
             MX_FLAG_JSON | MX_FLAG_PLUGIN | MX_FLAG_SETTINGS,
    .least = 1,
    .most = 2,
    .options = own_options,
    .option = set_option,
};

/* Whether an option is given that --values has no use for. */
static bool has_more_than_values(const struct options *options) {
    return options->time || options->count || options->why || options->repeat != 1 ||
           options->checkpoint.path != NULL || options->memory != 0 || options->scratch != NULL;
}

/* Exits when the options do not go together, or the problem has no use for one. */
static void require_sense(const struct options *options, const struct mx_problem *problem,
                          const struct mx_variant *variant) {
    if (options->scratch != NULL && options->memory == 0)
        mx_complain("--scratch is the folder of the files that --memory needs");
    else if (options->count && !mx_counts_work(problem))
        mx_complain("%s does not count work (it has no work_noun)", problem->name);
    else if (options->digest && !mx_has_states(problem))
        mx_complain("%s has no states, and so no table to digest", problem->name);
    else if (options->values && has_more_than_values(options))
        mx_complain("--values takes no --time, --count, --repeat, --why, --checkpoint or --memory");
    else if (options->why && variant != NULL)
        mx_complain("--why shows how auto chooses; leave out --variant");
    else
        return;
    mx_exit(MX_EXIT_USAGE);
}

int mx_verb_solve(int argc, char **argv) {
    struct mx_flags flags;
    struct options options = {.repeat = 1, .checkpoint.every = 30};
    const char *arguments[2];
    mx_parse(&usage, argc, argv, &flags, &options, arguments);
    const struct mx_problem *problem = mx_require_problem(arguments[0]);
    options.json = flags.json;
    options.seed = flags.seed;
    options.workload = arguments[1] != NULL ? arguments[1] : "-";
    struct mx_checkpoint *checkpoint = options.checkpoint.path ? &options.checkpoint : NULL;
    struct watch watch = {.checkpoint = checkpoint};
    const struct mx_monitor monitor = {stage, &watch};
    struct mx_solver solver = {.problem = problem,
                               .variant = mx_require_single_variant(problem, &flags),
                               .isa = flags.isa,
                               .threads = flags.threads,
                               .timed = options.time || options.json,
                               .counts = options.count,
                               .checkpoint = checkpoint,
                               .memory = options.memory,
                               .scratch = options.scratch,
                               .monitor = &monitor};
    watch.solver = &solver;
    require_sense(&options, problem, solver.variant);
    if (solver.variant == NULL)
        mx_warn_of_rates();
    if (checkpoint != NULL)
        require_resuming(problem, solver.variant, &options);
    struct mx_workload workload;
    mx_note_shadowed_file(problem, arguments[1]);
    int dialect = mx_require_dialect(problem, &flags);
    if (!mx_workload_open(&workload, problem, dialect, options.workload, flags.seed)) {
        mx_complain("%s", workload.error);
        return MX_EXIT_ERROR;
    }
    mx_require_one_seed(&flags, &workload);
    mx_require_settings(problem, &flags, &workload);
    mx_interrupts_install();
    int code = options.values ? mx_solve_values(&workload, options.workload, &flags, solver.variant,
                                                options.digest)
                              : solve_all(&workload, &solver, &options);
    mx_workload_close(&workload);
    mx_solver_free(&solver);
    code = mx_finish_output(code);
    if (checkpoint != NULL && code == MX_EXIT_OK)
        mx_checkpoint_remove(checkpoint);
    return code;
}
