/* mexbench-bench, which 'mexbench bench' executes: the verb's flags, and the end of the process. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/driver.h"
#include "cli/bench_json.h"
#include "cli/flags.h"
#include "cli/json_output.h"
#include "cli/run_guarded.h"
#include "cli/terminal.h"
#include "harness/process/clock.h"

enum { KEY_SUITE = 0x300, KEY_CORPUS };

static bool set_option(int key, const char *value, void *context) {
    struct mx_suite_options *suite = context;
    if (key == KEY_CORPUS) {
        suite->corpus = value;
        return value[0] != '\0';
    }
    int choice;
    if (!mx_parse_word(value, "quick|full", &choice))
        return false;
    suite->full = choice == 1;
    return true;
}

static const struct mx_verb_usage usage = {
    .name = "bench",
    .arguments = "[PROBLEM [WORKLOAD]]",
    .about = "Times variants on worst-case inputs. Each variant is checked first, on the very "
             "input that is timed.\vGoogle Benchmark's flags pass through, for example "
             "--benchmark_filter=REGEX, --benchmark_out=FILE.json, --benchmark_format=json, "
             "--benchmark_repetitions=N, --benchmark_min_time=SECONDS, --benchmark_list_tests. "
             "By default bench prints one line per benchmark; --benchmark_format=console "
             "prints the library's own. --json prints the medians, one row per benchmark. "
             "Exit codes: 4 when a variant disagrees, 2 when nothing matched.",
    .flags = MX_FLAG_VARIANT | MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT |
             MX_FLAG_JSON | MX_FLAG_PLUGIN,
    .most = 2,
    .threads = "1, and one per core",
    .options =
        (const struct argp_option[]){
            {"suite", KEY_SUITE, "quick|full", 0, "Inputs to time (default quick)", 0},
            {"corpus", KEY_CORPUS, "DIR", 0, "Time the instances in DIR/PROBLEM_*.in, too", 0},
            {0}},
    .option = set_option,
};

static void show_progress(uint64_t done, uint64_t expected, bool printing) {
    char note[64];
    if (printing) {
        mx_progress_end();
        return;
    }
    snprintf(note, sizeof note, "%llu of %llu benchmarks", (unsigned long long)done,
             (unsigned long long)expected);
    mx_progress_start("");
    mx_progress_update(done, done < expected ? expected : done, note);
}

static void end_interrupted(void) {
    mx_progress_end();
    mx_exit(mx_finish_output(MX_EXIT_INTERRUPTED));
}

/* Runs no destructors: the library may be in the middle of a change. */
static void end_without_memory(void) {
    mx_progress_end();
    mx_complain("out of memory");
    _exit(MX_EXIT_ERROR);
}

/* A flag of the library. It opens a results file by name, and /dev/stdout now leads to standard
 * error. */
static char *library_flag(char *flag) {
    static char own[40];
    if (strcmp(flag, "--benchmark_out=/dev/stdout") != 0)
        return flag;
    snprintf(own, sizeof own, "--benchmark_out=/dev/fd/%d", fileno(mx_out));
    return own;
}

/* Moves the library's flags from argv to `library` and returns their number. */
static int split_flags(int *argc, char **argv, char **library) {
    int ours = 0, theirs = 0;
    for (int i = 0; i < *argc; i++)
        if (i > 0 && strncmp(argv[i], "--benchmark_", 12) == 0)
            library[theirs++] = library_flag(argv[i]);
        else
            argv[ours++] = argv[i];
    argv[ *argc = ours] = NULL;
    return theirs;
}

static void set_suite(struct mx_suite_options *suite, const struct mx_flags *flags,
                      const char *const *arguments) {
    suite->problem = arguments[0] == NULL ? NULL : mx_require_problem(arguments[0]);
    suite->workload = arguments[1];
    if (suite->problem != NULL)
        mx_note_shadowed_file(suite->problem, suite->workload);
    suite->variant = flags->variant;
    suite->dialect = flags->dialect;
    suite->threads = flags->threads_given ? flags->threads : 0;
    suite->isa = flags->isa;
    suite->seed = flags->seed;
    suite->plugins = flags->plugins;
}

/* Exits when the pattern is bad, or a problem does not have the dialect. */
static void require_usable(const struct mx_suite_options *suite, const struct mx_flags *flags) {
    struct mx_selection selection;
    if (suite->corpus != NULL && suite->workload != NULL) {
        mx_complain("--corpus cannot be combined with a WORKLOAD");
        mx_exit(MX_EXIT_USAGE);
    }
    for (size_t i = 0; mx_problems[i] != NULL; i++)
        if (suite->problem == NULL || suite->problem == mx_problems[i]) {
            mx_require_pattern(mx_problems[i], flags, &selection);
            mx_require_dialect(mx_problems[i], flags);
        }
}

static int exit_code(enum mx_bench_end end) {
    static const int codes[] = {
        [MX_BENCH_DONE] = MX_EXIT_OK,       [MX_BENCH_DISAGREES] = MX_EXIT_DISAGREEMENT,
        [MX_BENCH_NOTHING] = MX_EXIT_USAGE, [MX_BENCH_BAD_FLAG] = MX_EXIT_USAGE,
        [MX_BENCH_ERROR] = MX_EXIT_ERROR,   [MX_BENCH_INTERRUPTED] = MX_EXIT_INTERRUPTED};
    return codes[end];
}

static int bench(int argc, char **argv) {
    struct mx_bench_run run = {
        .progress = show_progress, .interrupted = end_interrupted, .no_memory = end_without_memory};
    struct mx_flags flags;
    const char *arguments[2];
    mx_json_require_memory();
    run.flags = calloc((size_t)argc + 1, sizeof *run.flags);
    if (run.flags == NULL)
        mx_out_of_memory();
    run.flag_count = split_flags(&argc, argv, run.flags);
    mx_parse(&usage, argc, argv, &flags, &run.suite, arguments);
    set_suite(&run.suite, &flags, arguments);
    run.output = mx_out;
    run.colours = mx_colour_wanted(mx_out);
    run.wants_json = flags.json;
    require_usable(&run.suite, &flags);
    signal(SIGXFSZ, SIG_IGN); /* shows as EFBIG, like any other failed write */
    mx_interrupts_install();
    enum mx_bench_end end = mx_bench(&run);
    free(run.flags);
    if (run.json != NULL && end != MX_BENCH_NOTHING && !mx_bench_print_json(&run)) {
        end = MX_BENCH_ERROR;
        snprintf(run.why, sizeof run.why, "the JSON of Google Benchmark cannot be read");
    }
    free(run.json);
    if (end != MX_BENCH_DONE && end != MX_BENCH_INTERRUPTED)
        mx_complain("%s", run.why);
    return mx_finish_output(exit_code(end));
}

int main(int argc, char **argv) {
    return mx_run_guarded(argc, argv, bench);
}
