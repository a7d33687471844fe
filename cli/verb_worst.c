/* mexbench worst: searches for the board that costs a variant most. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/flags.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/input/optional.h"
#include "harness/input/workload.h"
#include "harness/process/clock.h"
#include "harness/solve/worst.h"
#include "support/digest.h"
#include "support/say.h"

struct options {
    double seconds;
    uint64_t steps;
    enum mx_worst_score by;
    bool by_given;
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
    options->by = by == 1 ? MX_WORST_TIME : MX_WORST_WORK;
    return options->by_given = true;
}

static void show_progress(uint64_t steps, double share, double score) {
    char note[96], steps_text[MX_THOUSANDS_ROOM], score_text[MX_THOUSANDS_ROOM];
    snprintf(note, sizeof note, "%s tried, worst %s", mx_thousands(steps, steps_text),
             mx_thousands((uint64_t)score, score_text));
    mx_progress_update((uint64_t)(1000 * share), 1000, note);
}

/* The first board of the workload, in the arena; exits when there is none. */
static const void *first_board(const struct mx_problem *problem, int dialect, const char *text,
                               uint64_t seed, struct mx_arena *arena, struct mx_origin *origin) {
    struct mx_workload workload;
    const void *board;
    if (!mx_workload_open(&workload, problem, dialect, text, seed)) {
        mx_complain("%s", workload.error);
        mx_exit(MX_EXIT_ERROR);
    }
    enum mx_next next = mx_workload_next(&workload, arena, &board);
    if (next != MX_NEXT_BOARD) {
        mx_complain("%s", next == MX_NEXT_ERROR ? workload.error : "the workload is empty");
        mx_exit(MX_EXIT_ERROR);
    }
    *origin = (struct mx_origin){.index = 0};
    if (workload.generated)
        origin->spec = workload.spec;
    mx_workload_close(&workload);
    return board;
}

/* The board on mx_out, in the judge's format or as the spec that makes it; a record of the search
 * on stderr. */
static void print_found(const struct mx_worst *worst, const void *board, int dialect) {
    const struct mx_problem *problem = worst->solver->problem;
    char shape[64], spec[MX_ORIGIN_ROOM];
    mx_describe(problem, board, shape, sizeof shape);
    if (problem->write != NULL) {
        problem->write_header(mx_out, 1);
        problem->write(mx_out, board, dialect);
    } else {
        mx_print("%s\n", mx_origin_text(&worst->origin, spec));
    }
    fflush(mx_out);
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
    {"steps", KEY_STEPS, "N", 0, "Instances to try instead, with the same result on every machine",
     0},
    {"by", KEY_BY, "work|time", 0,
     "The cost to search for: counted work (default) or measured time", 0},
    {0},
};

/* Time is the score where work is not counted. Exits when counted work is asked for there. */
static void choose_score(const struct mx_problem *problem, struct options *options) {
    if (mx_counts_work(problem))
        return;
    if (options->by_given && options->by == MX_WORST_WORK) {
        mx_complain("%s does not count work (it has no work_noun); search --by time",
                    problem->name);
        mx_exit(MX_EXIT_USAGE);
    }
    options->by = MX_WORST_TIME;
}

/* The generator 'worst', or the first. */
static const char *default_start(const struct mx_problem *problem) {
    return mx_is_spec(problem, "worst") ? "worst" : problem->generators[0].name;
}

int mx_verb_worst(int argc, char **argv) {
    static const struct mx_verb_usage usage = {
        .name = "worst",
        .arguments = "PROBLEM [WORKLOAD]",
        .about =
            "Searches by simulated annealing for the instance that costs a variant most, from the "
            "first of the workload (default: the generator 'worst', or the first) over its "
            "neighbours. A problem without neighbours is searched over seeds. Prints the instance, "
            "or the spec that makes it; score, seed and hash go to stderr.",
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
    choose_score(problem, &options);
    struct mx_solver solver = {.problem = problem,
                               .variant = mx_require_single_variant(problem, &flags),
                               .isa = flags.isa,
                               .threads = flags.threads,
                               .timed = options.by == MX_WORST_TIME};
    if (solver.variant == NULL) {
        mx_complain("--variant is required");
        return MX_EXIT_USAGE;
    }
    struct mx_worst worst = {.solver = &solver,
                             .by = options.by,
                             .seed = flags.seed,
                             .seconds = options.steps > 0     ? options.seconds
                                        : options.seconds > 0 ? options.seconds
                                                              : 10,
                             .steps = options.steps,
                             .progress = show_progress};
    struct mx_arena arena = {0};
    int dialect = mx_require_dialect(problem, &flags);
    mx_note_shadowed_file(problem, arguments[1]);
    const char *from = arguments[1] != NULL ? arguments[1] : default_start(problem);
    const void *start = first_board(problem, dialect, from, flags.seed, &arena, &worst.origin);
    if (problem->mutate == NULL && worst.origin.spec.generator == NULL) {
        mx_complain(
            "%s has no neighbours to search (no mutate): name a generator spec, whose seeds "
            "are searched",
            problem->name);
        return MX_EXIT_USAGE;
    }
    int code = search(&worst, start, dialect);
    mx_arena_free(&arena);
    mx_solver_free(&solver);
    return mx_finish_output(code);
}
