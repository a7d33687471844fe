/* mexbench judge: runs any program that speaks the judge's format, on many boards. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/flags.h"
#include "cli/judge_report.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "harness/process/sandbox.h"
#include "problem.h"
#include "support/arena.h"
#include "support/say.h"

#define DEFAULT_SECONDS 8.0
#define DEFAULT_OUTPUT_MIB 16u
#define MOST_MIB (UINT64_C(1) << 30)
#define MIB_SHIFT 20

enum { MOST_WORDS = 256 };

enum sandbox { SANDBOX_AUTO, SANDBOX_OFF, SANDBOX_REQUIRE };

struct options {
    double seconds, time_limit; /* time_limit 0 = the judge's */
    uint64_t memory_mib;        /* 0 = the judge's */
    uint64_t output_mib, boards, cases;
    char *input_name, *output_name;
    enum sandbox sandbox;
};

enum {
    KEY_SECONDS = 0x300,
    KEY_TIME,
    KEY_MEMORY,
    KEY_OUTPUT,
    KEY_BOARDS,
    KEY_CASES,
    KEY_FILES,
    KEY_SANDBOX
};

static bool parse_sandbox(const char *value, enum sandbox *sandbox) {
    int choice;
    if (!mx_parse_word(value, "auto|off|require", &choice))
        return false;
    *sandbox = (enum sandbox)choice;
    return true;
}

static bool refuse_files(const char *value) {
    return mx_refuse_value("'%.40s' is not IN,OUT: two different file names without a folder",
                           value);
}

/* "game.in,game.out": two different names without a folder. */
static bool parse_files(const char *value, struct options *options) {
    const char *middle = strchr(value, ',');
    if (middle == NULL)
        return refuse_files(value);
    char *names = strdup(value);
    if (names == NULL)
        mx_out_of_memory();
    char *comma = names + (middle - value);
    *comma = '\0';
    options->input_name = names;
    options->output_name = comma + 1;
    const bool good = names[0] != '\0' && comma[1] != '\0' && strpbrk(comma + 1, ",/") == NULL &&
                      strchr(names, '/') == NULL && strcmp(names, comma + 1) != 0;
    return good || refuse_files(value);
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
    case KEY_SANDBOX:
        return parse_sandbox(value, &options->sandbox);
    default:
        return parse_files(value, options);
    }
}

/* The program runs in a folder of its own, so words that name files here become absolute paths. */
static bool make_absolute(char **words) {
    for (size_t i = 0; words[i] != NULL; i++) {
        bool along_path = i == 0 && strchr(words[i], '/') == NULL;
        if (along_path || words[i][0] == '/' || access(words[i], F_OK) != 0)
            continue;
        char *path = realpath(words[i], NULL);
        if (path == NULL)
            return false;
        words[i] = path;
    }
    return true;
}

static void show_progress(void *context, const struct mx_judge_progress *progress) {
    char boards[MX_THOUSANDS_ROOM], failed[MX_THOUSANDS_ROOM], note[160];
    const char *stage = progress->stage;
    (void)context;
    snprintf(note, sizeof note, "%s tried, %s failed%s%s", mx_thousands(progress->boards, boards),
             mx_thousands(progress->failed, failed), stage[0] == '\0' ? "" : ", ", stage);
    mx_progress_update((uint64_t)(1e3 * progress->seconds), (uint64_t)(1e3 * progress->of_seconds),
                       note);
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
        .isa = flags->isa,
        .progress = show_progress};
}

/* Whether judging can begin. If so, sandbox[room] tells the report how this machine is
 * protected. */
static bool choose_sandbox(enum sandbox wish, struct mx_confinement *confinement, char *sandbox,
                           size_t room) {
    char why[200] = "this program's own path is not known";
    const char *keeper = mx_own_path();
    if (wish == SANDBOX_OFF) {
        snprintf(sandbox, room, "without a sandbox");
        return true;
    }
    if (keeper != NULL && mx_confined_sandbox_works(keeper, why, sizeof why)) {
        confinement->sandbox = keeper;
        snprintf(sandbox, room, "in a sandbox");
        return true;
    }
    snprintf(sandbox, room, "without a sandbox (bwrap: %s)", why);
    if (wish == SANDBOX_REQUIRE)
        mx_complain("there is no sandbox (bwrap: %s); the Debian package is bubblewrap", why);
    return wish != SANDBOX_REQUIRE;
}

static int judge(struct mx_judge_options *options, enum sandbox wish, bool json) {
    struct mx_judge_report report;
    struct mx_arena arena = {0};
    char error[320] = "", title[40], sandbox[260];
    snprintf(title, sizeof title, "seed %" PRIu64, options->seed);
    mx_interrupts_install();
    if (!choose_sandbox(wish, &options->confinement, sandbox, sizeof sandbox))
        return MX_EXIT_ERROR;
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
        (json ? mx_judge_print_json : mx_judge_print)(options, &report, sandbox);
    fflush(mx_out);
    fprintf(stderr, "%s\n", title);
    mx_arena_free(&arena);
    return mx_finish_output(code);
}

static const struct argp_option own_options[] = {
    {"time-limit", KEY_TIME, "S", 0,
     "Processor time for one input in seconds (default: the limit of the problem's judges)", 0},
    {"memory-limit", KEY_MEMORY, "MIB", 0,
     "Memory of all its processes together in MiB (default: the limit of the problem's judges)", 0},
    {"output-limit", KEY_OUTPUT, "MIB", 0, "Output of one run in MiB (default 16)", 0},
    {"seconds", KEY_SECONDS, "S", 0, "Time to spend before the largest boards (default 8 s)", 0},
    {"boards", KEY_BOARDS, "N", 0, "Judge on about N boards, ignoring --seconds", 0},
    {"cases", KEY_CASES, "N", 0,
     "Cases in one input (default: as many as the judges give or the program reads)", 0},
    {"files", KEY_FILES, "IN,OUT", 0,
     "Let the program read the file IN and write OUT in a new working folder for each input", 0},
    {"sandbox", KEY_SANDBOX, "auto|off|require", 0,
     "Run the program in a sandbox of bubblewrap (default auto: where that works)", 0},
    {0},
};

static const struct mx_verb_usage usage = {
    .name = "judge",
    .arguments = "PROBLEM -- COMMAND [ARGUMENT...]",
    .about = "Runs a program that reads and prints the judge's format on samples, tiny boards, "
             "boards of all shapes and kinds, and the largest. Shrinks a failure to a smallest "
             "input, with the reason and likely causes."
             "\vIn a sandbox the program has no network, reads files but writes only in its "
             "working folder and a private /tmp, and sees no other processes. Every process that "
             "it leaves is killed. Exit codes: 0 accepted, 1 the program cannot be run, 4 not "
             "accepted.",
    .flags = MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT | MX_FLAG_JSON | MX_FLAG_PLUGIN,
    .least = 2,
    .most = MOST_WORDS,
    .options = own_options,
    .option = set_option,
    .seed = "a fresh one, which is printed",
};

int mx_verb_judge(int argc, char **argv) {
    struct mx_flags flags;
    struct options own = {.seconds = DEFAULT_SECONDS, .output_mib = DEFAULT_OUTPUT_MIB};
    const char *arguments[MOST_WORDS];
    char *words[MOST_WORDS] = {NULL};
    mx_parse(&usage, argc, argv, &flags, &own, arguments);
    const struct mx_problem *problem = mx_require_problem(arguments[0]);
    if (problem->judging == NULL) {
        mx_complain("%s judges no programs (it has no judging)", problem->name);
        return MX_EXIT_USAGE;
    }
    for (size_t i = 1; i < MOST_WORDS; i++)
        words[i - 1] = (char *)(uintptr_t)arguments[i];
    if (own.input_name != NULL && !make_absolute(words)) {
        mx_complain("out of memory");
        return MX_EXIT_ERROR;
    }
    struct mx_judge_options options = options_for(problem, &flags, &own, words);
    return judge(&options, own.sandbox, flags.json);
}

int mx_verb_keeper(int argc, char **argv) {
    if (argc < 2) {
        mx_complain("keeper is for mexbench judge");
        return MX_EXIT_USAGE;
    }
    return mx_sandbox_be_keeper(argv + 1);
}
