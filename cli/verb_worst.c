/* mexbench worst: searches for the board that costs a variant most. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/flags.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/input/workload.h"
#include "harness/process/clock.h"
#include "harness/solve/worst.h"
#include "support/digest.h"
#include "support/say.h"

struct options {
    double seconds;
    uint64_t steps;
    bool by_time;
};

enum { KEY_SECONDS = 0x300, KEY_STEPS, KEY_BY };

static bool set_option(int key, const char *value, void *context) {
    struct options *options = context;
    if (key == KEY_SECONDS)
        return mx_parse_seconds(value, &options->seconds);
    if (key == KEY_STEPS)
        return mx_parse_count(value, 1, UINT64_MAX, &options->steps);
    int by;
    if (!mx_parse_word(value, "work|time", &by))
        return false;
    options->by_time = by == 1;
    return true;
}

static void show_progress(uint64_t steps, double share, double score) {
    char note[96], steps_text[MX_THOUSANDS_ROOM], score_text[MX_THOUSANDS_ROOM];
    snprintf(note, sizeof note, "%s boards, worst %s", mx_thousands(steps, steps_text),
             mx_thousands((uint64_t)score, score_text));
    mx_progress_update((uint64_t)(1000 * share), 1000, note);
}

/* The first board of the workload, in the arena; exits when there is none. */
static const void *first_board(const struct mx_problem *problem, int dialect, const char *text,
                               uint64_t seed, struct mx_arena *arena) {
    struct mx_workload workload;
    const void *board;
    if (!mx_workload_open(&workload, problem, dialect, text, seed)) {
        mx_complain("%s", workload.error);
        exit(MX_EXIT_ERROR);
    }
    enum mx_next next = mx_workload_next(&workload, arena, &board);
    if (next != MX_NEXT_BOARD) {
        mx_complain("%s", next == MX_NEXT_ERROR ? workload.error : "the workload has no boards");
        exit(MX_EXIT_ERROR);
    }
    mx_workload_close(&workload);
    return board;
}

/* The board in the judge's format on stdout, a record of the search on stderr. */
static void print_found(const struct mx_worst *worst, const void *board, int dialect) {
    const struct mx_problem *problem = worst->solver->problem;
    char shape[64];
    problem->describe(board, shape, sizeof shape);
    problem->write_header(stdout, 1);
    problem->write(stdout, board, dialect);
    fflush(stdout);
    fprintf(stderr,
            "%s\t%s\t%s%s\t%.0f\t(at first %.0f)\tseed %" PRIu64 "\tsteps %" PRIu64
            "\thash %016" PRIx64 "\n",
            worst->solver->variant->name, shape,
            worst->by == MX_WORST_WORK ? problem->work_noun : "nanoseconds",
            worst->by == MX_WORST_WORK ? " evaluated" : "", worst->score, worst->first_score,
            worst->seed, worst->steps_done, mx_hash(MX_HASH_START, board, problem->bytes(board)));
}

static int search(struct mx_worst *worst, const void *start, int dialect) {
    struct mx_arena found = {0};
    mx_interrupts_install();
    mx_progress_start("");
    const void *board = mx_worst_search(worst, start, &found);
    mx_progress_end();
    if (board == NULL && mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    if (board == NULL)
        mx_complain("%s", worst->solver->error[0] ? worst->solver->error : "out of memory");
    else
        print_found(worst, board, dialect);
    mx_arena_free(&found);
    if (board == NULL)
        return MX_EXIT_ERROR;
    return mx_interrupted() ? MX_EXIT_INTERRUPTED : MX_EXIT_OK;
}

static const struct argp_option own_options[] = {
    {"seconds", KEY_SECONDS, "N", 0, "Time to search (default 10 s)", 0},
    {"steps", KEY_STEPS, "N", 0, "Boards to try instead, with the same result on every machine", 0},
    {"by", KEY_BY, "work|time", 0,
     "The cost to search for: counted work (default) or measured time", 0},
    {0},
};

int mx_verb_worst(int argc, char **argv) {
    static const struct mx_verb_usage usage = {
        .name = "worst",
        .arguments = "PROBLEM [WORKLOAD]",
        .about =
            "Searches by simulated annealing for the board that costs a variant most, from the "
            "first board of the workload (default: the generator 'worst') over boards of its "
            "size. Prints the board; score, seed and hash go to stderr.",
        .flags = MX_FLAG_VARIANT | MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT |
                 MX_FLAG_PLUGIN,
        .least = 1,
        .most = 2,
        .options = own_options,
        .option = set_option,
    };
    struct mx_flags flags;
    struct options options = {.seconds = 0};
    const char *arguments[2];
    mx_parse(&usage, argc, argv, &flags, &options, arguments);
    const struct mx_problem *problem = mx_require_problem(arguments[0]);
    struct mx_solver solver = {.problem = problem,
                               .variant = mx_require_single_variant(problem, &flags),
                               .isa = flags.isa,
                               .threads = flags.threads,
                               .timed = options.by_time};
    if (solver.variant == NULL) {
        mx_complain("--variant is required");
        return MX_EXIT_USAGE;
    }
    struct mx_worst worst = {.solver = &solver,
                             .by = options.by_time ? MX_WORST_TIME : MX_WORST_WORK,
                             .seed = flags.seed,
                             .seconds = options.steps > 0     ? options.seconds
                                        : options.seconds > 0 ? options.seconds
                                                              : 10,
                             .steps = options.steps,
                             .progress = show_progress};
    struct mx_arena arena = {0};
    int dialect = mx_require_dialect(problem, &flags);
    mx_note_shadowed_file(problem, arguments[1]);
    const void *start =
        first_board(problem, dialect, arguments[1] ? arguments[1] : "worst", flags.seed, &arena);
    int code = search(&worst, start, dialect);
    mx_arena_free(&arena);
    mx_solver_free(&solver);
    return mx_finish_output(code);
}
