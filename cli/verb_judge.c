/* mexbench judge: any program that speaks the judge's format, on many boards. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/flags.h"
#include "cli/judge_report.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/process/clock.h"
#include "problem.h"
#include "support/arena.h"

#define STANDARD_SECONDS 8.0
#define STANDARD_OUTPUT_MIB 16u
#define MOST_MIB (UINT64_C(1) << 30)
#define MIB_SHIFT 20

enum { MOST_WORDS = 256 };

struct options {
    double seconds, time_limit; /* time_limit 0 = the judge's */
    uint64_t memory_mib;        /* 0 = the judge's */
    uint64_t output_mib, boards, cases;
    char *input_name, *output_name;
};

enum { KEY_SECONDS = 0x300, KEY_TIME, KEY_MEMORY, KEY_OUTPUT, KEY_BOARDS, KEY_CASES, KEY_FILES };

/* "game.in,game.out": two different names without a folder. */
static bool parse_files(const char *value, struct options *options) {
    const char *middle = strchr(value, ',');
    if (middle == NULL)
        return false;
    char *names = strdup(value);
    if (names == NULL)
        mx_out_of_memory();
    char *comma = names + (middle - value);
    *comma = '\0';
    options->input_name = names;
    options->output_name = comma + 1;
    return names[0] != '\0' && comma[1] != '\0' && strpbrk(comma + 1, ",/") == NULL &&
           strchr(names, '/') == NULL && strcmp(names, comma + 1) != 0;
}

static bool set_option(int key, const char *value, void *context) {
    struct options *options = context;
    switch (key) {
    case KEY_SECONDS:
        return mx_parse_limit(value, &options->seconds);
    case KEY_TIME:
        return mx_parse_limit(value, &options->time_limit);
    case KEY_MEMORY:
        return mx_parse_count(value, 1, MOST_MIB, &options->memory_mib);
    case KEY_OUTPUT:
        return mx_parse_count(value, 1, MOST_MIB, &options->output_mib);
    case KEY_BOARDS:
        return mx_parse_count(value, 1, UINT64_MAX / 2, &options->boards);
    case KEY_CASES:
        return mx_parse_count(value, 1, 10000, &options->cases);
    default:
        return parse_files(value, options);
    }
}

/* The program runs in a folder of its own: words that are files here are made to be found there. */
static bool find_files(char **words) {
    for (size_t i = 0; words[i] != NULL; i++) {
        bool looked_for = i == 0 && strchr(words[i], '/') == NULL;
        if (looked_for || words[i][0] == '/' || access(words[i], F_OK) != 0)
            continue;
        char *path = realpath(words[i], NULL);
        if (path == NULL)
            return false;
        words[i] = path;
    }
    return true;
}

static struct mx_judge_options options_for(const struct mx_problem *problem,
                                           const struct mx_flags *flags, const struct options *own,
                                           char *const *words) {
    const struct mx_judging *judging = problem->judging;
    return (struct mx_judge_options){
        .problem = problem,
        .dialect = mx_require_dialect(problem, flags),
        .confinement = {.argv = words,
                        .input_name = own->input_name,
                        .output_name = own->output_name,
                        .seconds = own->time_limit > 0 ? own->time_limit : judging->seconds,
                        .memory_bytes = own->memory_mib > 0 ? own->memory_mib << MIB_SHIFT
                                                            : judging->memory_bytes,
                        .output_bytes = own->output_mib << MIB_SHIFT},
        .seconds = own->seconds,
        .boards = own->boards,
        .cases = (uint32_t)own->cases,
        .seed = mx_seed_or_fresh(flags),
        .isa = flags->isa};
}

static int judge(const struct mx_judge_options *options, bool json) {
    struct mx_judge_report report;
    struct mx_arena arena = {0};
    char error[320] = "", title[40];
    snprintf(title, sizeof title, "seed %" PRIu64, options->seed);
    mx_interrupts_install();
    mx_progress_start(title);
    enum mx_judge_end end = mx_judge(options, &report, &arena, error, sizeof error);
    mx_progress_end();
    int code = end == MX_JUDGE_INTERRUPTED            ? MX_EXIT_INTERRUPTED
               : end == MX_JUDGE_ERROR                ? MX_EXIT_ERROR
               : report.verdict == MX_JUDGED_ACCEPTED ? MX_EXIT_OK
                                                      : MX_EXIT_DISAGREEMENT;
    if (end == MX_JUDGE_ERROR)
        mx_complain("%s", error);
    if (end == MX_JUDGE_DONE)
        (json ? mx_judge_print_json : mx_judge_print)(options, &report);
    fflush(stdout);
    fprintf(stderr, "%s\n", title);
    mx_arena_free(&arena);
    return mx_finish_output(code);
}

static const struct argp_option own_options[] = {
    {"time-limit", KEY_TIME, "S", 0, "Seconds of processor time for one input", 0},
    {"memory-limit", KEY_MEMORY, "MIB", 0, "Resident memory of all its processes", 0},
    {"output-limit", KEY_OUTPUT, "MIB", 0, "What it may print (16)", 0},
    {"seconds", KEY_SECONDS, "N", 0, "About so long, before the largest boards (8)", 0},
    {"boards", KEY_BOARDS, "N", 0, "So many boards instead, about, however long that takes", 0},
    {"cases", KEY_CASES, "N", 0, "Cases in an input, instead of what the program can take", 0},
    {"files", KEY_FILES, "IN,OUT", 0,
     "The program reads IN and writes OUT in its working folder, a new one for each input", 0},
    {0},
};

static const struct mx_verb_usage usage = {
    .name = "judge",
    .arguments = "PROBLEM -- COMMAND [ARGUMENT...]",
    .about = "Runs a program that reads and prints the judge's format on samples, all tiny boards, "
             "boards of all shapes and kinds, and the largest. A wrong answer is shrunk to a "
             "smallest board that still fails, with the reason and likely causes."
             "\vTime and memory are limited as the problem's judges do unless given; every "
             "process that the program leaves is killed. Exit code 4 when the program is not "
             "accepted.",
    .flags = MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT | MX_FLAG_JSON,
    .least = 2,
    .most = MOST_WORDS,
    .options = own_options,
    .option = set_option,
    .seed = "a fresh one, which is printed",
};

int mx_verb_judge(int argc, char **argv) {
    struct mx_flags flags;
    struct options own = {.seconds = STANDARD_SECONDS, .output_mib = STANDARD_OUTPUT_MIB};
    const char *arguments[MOST_WORDS];
    char *words[MOST_WORDS] = {NULL};
    mx_parse(&usage, argc, argv, &flags, &own, arguments);
    const struct mx_problem *problem = mx_require_problem(arguments[0]);
    for (size_t i = 1; i < MOST_WORDS; i++)
        words[i - 1] = (char *)(uintptr_t)arguments[i];
    if (own.input_name != NULL && !find_files(words)) {
        mx_complain("out of memory");
        return MX_EXIT_ERROR;
    }
    const struct mx_judge_options options = options_for(problem, &flags, &own, words);
    return judge(&options, flags.json);
}
