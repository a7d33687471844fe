/* mexbench-bench: the benchmark driver. 'mexbench bench' executes it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/context.h"
#include "bench/gbench.h"
#include "bench/results_file.h"
#include "bench/suite.h"
#include "cli/terminal.h"
#include "harness/process/clock.h"
#include "measure/steal.h"

enum { KEY_SUITE = 0x300, KEY_CORPUS };

#define SUITE_FLAGS 2 /* of the library, that a suite sets */

static bool set_option(int key, const char *value, void *context) {
    struct mx_suite_options *options = context;
    if (key == KEY_CORPUS) {
        options->corpus = value;
        return true;
    }
    options->full = strcmp(value, "full") == 0;
    return options->full || strcmp(value, "quick") == 0;
}

static uint64_t expected; /* runs, for the progress line; the library's callback has no context */

static void show_progress(uint64_t reported, bool printing) {
    char note[64];
    if (printing) {
        mx_progress_end();
        return;
    }
    snprintf(note, sizeof note, "%llu of %llu benchmarks", (unsigned long long)reported,
             (unsigned long long)expected);
    mx_progress_start("");
    mx_progress_update(reported, reported < expected ? expected : reported, note);
}

static int code_of(const struct gb_outcome *outcome) {
    if (mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    if (outcome->failed > 0) {
        mx_complain("%llu benchmark(s) failed, the first: %s", (unsigned long long)outcome->failed,
                    outcome->first_error);
        return MX_EXIT_DISAGREEMENT;
    }
    if (outcome->ran + outcome->skipped == 0) {
        mx_complain("nothing matched");
        return MX_EXIT_USAGE;
    }
    return MX_EXIT_OK;
}

/* With --benchmark_list_tests the library lists and runs nothing. */
static bool only_lists(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--benchmark_list_tests", 22) == 0 &&
            strcmp(argv[i] + 22, "=false") != 0)
            return true;
    return false;
}

static const struct mx_verb_usage usage = {
    .name = "bench",
    .arguments = "[PROBLEM [WORKLOAD]]",
    .about = "Times variants on inputs made to be worst, each checked first on the very input that "
             "is timed.\vGoogle Benchmark's flags pass through, for example "
             "--benchmark_filter=REGEX, --benchmark_out=FILE.json, --benchmark_format=json, "
             "--benchmark_repetitions=N, --benchmark_min_time=SECONDS, --benchmark_list_tests. "
             "Exit codes: 4 when a variant disagrees, 2 when nothing matched.",
    .flags = MX_FLAG_VARIANT | MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT |
             MX_FLAG_PLUGIN,
    .most = 2,
    .options =
        (const struct argp_option[]){
            {"suite", KEY_SUITE, "quick|full", 0, "How many inputs, how long (standard: quick)", 0},
            {"corpus", KEY_CORPUS, "DIR", 0, "Time the boards DIR/PROBLEM_*.in as well", 0},
            {0}},
    .option = set_option,
};

/* The library's flags out of argv into `library`, behind those that the suite asks for, which they
 * thus override; what is left in argv is ours. Returns the library's argument count. */
static int split_flags(int *argc, char **argv, char **library) {
    int ours = 0, theirs = 1 + SUITE_FLAGS;
    for (int i = 0; i < *argc; i++)
        if (i > 0 && strncmp(argv[i], "--benchmark_", 12) == 0)
            library[theirs++] = argv[i];
        else
            argv[ours++] = argv[i];
    argv[ *argc = ours] = NULL;
    library[theirs] = NULL;
    return theirs;
}

static struct mx_results_file file; /* path NULL: there is none */

/* At exit: what has not got its name by then is not whole. */
static void discard_results(void) {
    if (file.path != NULL)
        mx_results_discard(&file);
}

/* Where results are to go; NULL = nowhere. Has the library write beside that place, or nothing
 * when it only lists; ends the process when nothing can be written there. */
static const struct mx_results_file *redirect(int count, char **library, bool lists) {
    static const char flag[] = "--benchmark_out=";
    static char redirected[sizeof flag + PATH_MAX];
    int last = 0;
    char why[400];
    for (int i = 1 + SUITE_FLAGS; i < count; i++)
        if (strncmp(library[i], flag, sizeof flag - 1) == 0)
            last = i;
    if (last == 0 || library[last][sizeof flag - 1] == '\0')
        return NULL;
    if (!lists && !mx_results_begin(&file, library[last] + sizeof flag - 1, why, sizeof why)) {
        mx_complain("%s", why);
        exit(MX_EXIT_ERROR);
    }
    if (lists || !file.direct) {
        snprintf(redirected, sizeof redirected, "%s%s", flag, file.partial);
        library[last] = redirected;
    }
    if (!lists)
        atexit(discard_results);
    return lists ? NULL : &file;
}

/* Runs what is registered; then how busy the machine was goes into the results. */
static int run_suite(const struct mx_results_file *results) {
    char text[400], why[400];
    struct mx_steal before = mx_steal_now();
    show_progress(0, false);
    struct gb_outcome outcome = gb_run(show_progress);
    mx_progress_end();
    mx_results_disturbance(before, mx_steal_now(), text, sizeof text);
    int code = code_of(&outcome);
    const bool kept = results != NULL && code != MX_EXIT_USAGE && code != MX_EXIT_INTERRUPTED;
    if (kept && !mx_results_finish(results, text, why, sizeof why)) {
        mx_complain("%s", why);
        return code == MX_EXIT_OK ? MX_EXIT_ERROR : code;
    }
    return code;
}

static int list_suite(void) {
    gb_run(NULL);
    return MX_EXIT_OK;
}

static void start_library(int argc, char **argv, const char *name, bool full) {
    static char *const suite[][SUITE_FLAGS] = {
        {"--benchmark_min_time=0.02", "--benchmark_repetitions=6"},
        {"--benchmark_min_time=0.05", "--benchmark_repetitions=6"}};
    argv[0] = (char *)name;
    memcpy(argv + 1, suite[full], sizeof suite[full]);
    gb_start(&argc, argv);
    if (argc > 1) {
        mx_complain("Google Benchmark has no flag %s", argv[1]);
        exit(MX_EXIT_USAGE);
    }
}

static void register_suite(const struct mx_suite_options *options) {
    char why[400];
    mx_context_add(options->flags, options->full, options->counters);
    if (!mx_suite_register(options, &expected, why, sizeof why)) {
        mx_complain("%s", why);
        exit(MX_EXIT_ERROR);
    }
    if (expected == 0) {
        mx_complain("nothing matched");
        exit(MX_EXIT_USAGE);
    }
}

int main(int argc, char **argv) {
    const bool lists = only_lists(argc, argv);
    const char *name = argv[0], *arguments[2];
    char **library = calloc((size_t)argc + SUITE_FLAGS + 2, sizeof *library);
    if (library == NULL)
        return MX_EXIT_ERROR;
    int library_count = split_flags(&argc, argv, library);
    struct mx_flags flags;
    struct mx_counters counters; /* opened before OpenMP starts threads, which then inherit them */
    mx_counters_open(&counters, NULL);
    struct mx_suite_options options = {.flags = &flags, .counters = &counters};
    mx_parse(&usage, argc, argv, &flags, &options, arguments);
    options.problem = arguments[0] == NULL ? NULL : mx_require_problem(arguments[0]);
    options.workload = arguments[1];
    const struct mx_results_file *results = redirect(library_count, library, lists);
    signal(SIGXFSZ, SIG_IGN); /* shows as EFBIG, like any other failed write */
    start_library(library_count, library, name, options.full);
    register_suite(&options);
    mx_interrupts_install();
    int code = lists ? list_suite() : run_suite(results);
    mx_counters_close(&counters);
    free(library);
    return mx_finish_output(code);
}
