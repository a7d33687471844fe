#include "bench/driver.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/console.h"
#include "bench/context.h"
#include "bench/gbench.h"
#include "bench/results_file.h"
#include "harness/process/clock.h"
#include "measure/machine.h"
#include "support/say.h"

#define SUITE_FLAGS 3 /* of the library, that a suite sets */

/* The library's callbacks have no context. */
static struct {
    const struct mx_bench_run *run;
    uint64_t expected; /* benchmarks */
    struct mx_results_file results;
    bool keeps; /* results are written */
} driver;

static void show_progress(uint64_t reported, bool printing) {
    if (driver.run->progress != NULL)
        driver.run->progress(reported, driver.expected, printing);
}

static void stop(void) {
    if (driver.keeps)
        mx_results_discard(&driver.results);
    driver.run->interrupted();
}

/* The library's operator new found no memory; the library itself would only abort. */
static void stop_without_memory(void) {
    if (driver.keeps)
        mx_results_discard(&driver.results);
    driver.run->no_memory();
}

static enum mx_bench_end fail(struct mx_bench_run *run, enum mx_bench_end end, const char *why) {
    if (why != run->why)
        mx_say(run->why, sizeof run->why, "%s", why);
    return end;
}

/* ---- Flags of the library ---------------------------------------------------------------- */

/* Whether a flag was given, with any value but "false". */
static bool is_given(const struct mx_bench_run *run, const char *flag) {
    const size_t length = strlen(flag);
    for (int i = 0; i < run->flag_count; i++)
        if (strncmp(run->flags[i], flag, length) == 0 &&
            (run->flags[i][length] == '\0' || run->flags[i][length] == '=') &&
            strcmp(run->flags[i] + length, "=false") != 0)
            return true;
    return false;
}

/* Whether the library prints, as one of its flags asks. */
static bool library_prints(const struct mx_bench_run *run) {
    return run->wants_json || is_given(run, "--benchmark_format") ||
           is_given(run, "--benchmark_counters_tabular") ||
           is_given(run, "--benchmark_display_aggregates_only") ||
           is_given(run, "--benchmark_report_aggregates_only");
}

/* Opens the results file that the last --benchmark_out names, if any. Changes the flag to the place
 * where the library writes meanwhile; for a list, to no file. */
static bool redirect(struct mx_bench_run *run, char **argv, int argc, bool lists) {
    static const char flag[] = "--benchmark_out=";
    static char redirected[sizeof flag + PATH_MAX];
    int last = 0;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], flag, sizeof flag - 1) == 0)
            last = i;
    const char *path = argv[last] + sizeof flag - 1;
    if (last == 0 || path[0] == '\0')
        return true;
    if (!lists && !mx_results_begin(&driver.results, path, run->why, sizeof run->why))
        return false;
    driver.keeps = !lists;
    if (lists || !driver.results.direct) {
        snprintf(redirected, sizeof redirected, "%s%s", flag, driver.results.partial);
        argv[last] = redirected;
    }
    return true;
}

/* Whether the library has the flag argv[1]: it takes 1 for every kind of value. */
static bool library_has(char **argv) {
    char flag[200];
    char *again[] = {argv[0], flag, NULL};
    int left = 2;
    snprintf(flag, sizeof flag, "%.*s=1", (int)strcspn(argv[1], "="), argv[1]);
    gb_start(&left, again, stop_without_memory);
    return left == 1;
}

/* Refuses values at which the library ends the process, or which it takes but cannot use. The flag
 * has the form --NAME=VALUE. */
static bool usable(const char *flag, char *why, size_t room) {
    static const struct {
        const char *name, *words; /* words NULL = a number above 0 */
    } flags[] = {{"--benchmark_format", "|console|json|csv|"},
                 {"--benchmark_out_format", "|console|json|csv|"},
                 {"--benchmark_time_unit", "|ns|us|ms|s|"},
                 {"--benchmark_repetitions", NULL},
                 {"--benchmark_min_time", NULL}};
    const size_t length = strcspn(flag, "=");
    const char *value = flag[length] == '=' ? flag + length + 1 : "";
    char word[40], *end;
    snprintf(word, sizeof word, "|%.30s|", value);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (strlen(flags[i].name) != length || strncmp(flag, flags[i].name, length) != 0)
            continue;
        const double number = strtod(value, &end);
        if (flags[i].words != NULL && (*value == '\0' || strstr(flags[i].words, word) == NULL))
            return mx_say(why, room, "%s: '%s' is not one of %.*s", flags[i].name, value,
                          (int)strlen(flags[i].words) - 2, flags[i].words + 1);
        if (flags[i].words == NULL && end != value && *end == '\0' && !(number > 0))
            return mx_say(why, room, "%s: expected a number above 0, not '%s'", flags[i].name,
                          value);
    }
    return true;
}

/* The suite's flags; the caller's flags override them. */
static enum mx_bench_end start_library(struct mx_bench_run *run, char **argv, bool lists) {
    static char *const times[] = {"--benchmark_min_time=0.02", "--benchmark_min_time=0.05"};
    char *const suite[SUITE_FLAGS] = {times[run->suite.full], "--benchmark_repetitions=6",
                                      run->colours ? "--benchmark_color=true"
                                                   : "--benchmark_color=false"};
    int argc = 1 + SUITE_FLAGS + run->flag_count;
    argv[0] = (char *)"mexbench-bench";
    memcpy(argv + 1, suite, sizeof suite);
    for (int i = 0; i < run->flag_count; i++)
        argv[1 + SUITE_FLAGS + i] = run->flags[i];
    for (int i = 0; i < run->flag_count; i++)
        if (!usable(run->flags[i], run->why, sizeof run->why))
            return MX_BENCH_BAD_FLAG;
    if (!redirect(run, argv, argc, lists))
        return MX_BENCH_ERROR;
    gb_start(&argc, argv, stop_without_memory);
    if (argc == 1)
        return MX_BENCH_DONE;
    mx_say(run->why, sizeof run->why,
           library_has(argv) ? "Google Benchmark cannot read the value of %s"
                             : "Google Benchmark has no flag %s",
           argv[1]);
    return MX_BENCH_BAD_FLAG;
}

/* ---- The run ----------------------------------------------------------------------------- */

static enum mx_bench_end register_suite(struct mx_bench_run *run, struct mx_counters *counters) {
    run->suite.stop = stop;
    run->suite.no_memory = stop_without_memory;
    mx_context_add(&run->suite, counters);
    if (!mx_suite_register(&run->suite, counters, &driver.expected, run->why, sizeof run->why))
        return MX_BENCH_ERROR;
    if (driver.expected > 0)
        return MX_BENCH_DONE;
    return fail(run, MX_BENCH_NOTHING, run->why[0] == '\0' ? "nothing matched" : run->why);
}

static enum mx_bench_end end_of(struct mx_bench_run *run, const struct gb_outcome *outcome) {
    if (mx_interrupted())
        return MX_BENCH_INTERRUPTED;
    if (outcome->failed > 0) {
        mx_say(run->why, sizeof run->why, "%llu benchmark(s) failed, the first: %s",
               (unsigned long long)outcome->failed, outcome->first_error);
        return MX_BENCH_DISAGREES;
    }
    if (outcome->ran + outcome->skipped == 0)
        return fail(run, MX_BENCH_NOTHING, "nothing matched");
    return MX_BENCH_DONE;
}

/* Runs the benchmarks, then adds the disturbance by others to the results. */
static enum mx_bench_end run_suite(struct mx_bench_run *run) {
    char text[400], why[400];
    struct mx_steal before = mx_steal_now();
    show_progress(0, false);
    struct gb_outcome outcome =
        gb_run(run->output, show_progress, run->wants_json ? &run->json : NULL);
    show_progress(driver.expected, true);
    if (run->wants_json && run->json == NULL)
        return fail(run, MX_BENCH_ERROR, "out of memory");
    mx_results_disturbance(before, mx_steal_now(), text, sizeof text);
    enum mx_bench_end end = end_of(run, &outcome);
    if (!driver.keeps || end == MX_BENCH_NOTHING || end == MX_BENCH_INTERRUPTED)
        return end;
    driver.keeps = false;
    if (mx_results_finish(&driver.results, text, why, sizeof why))
        return end;
    return end == MX_BENCH_DONE ? fail(run, MX_BENCH_ERROR, why) : end;
}

static enum mx_bench_end list_suite(const struct mx_bench_run *run) {
    gb_run(run->output, NULL, NULL);
    return MX_BENCH_DONE;
}

enum mx_bench_end mx_bench(struct mx_bench_run *run) {
    struct mx_counters counters; /* opened before OpenMP starts threads, which then inherit them */
    char **argv = calloc((size_t)run->flag_count + SUITE_FLAGS + 2, sizeof *argv);
    if (argv == NULL)
        return fail(run, MX_BENCH_ERROR, "out of memory");
    const bool lists = is_given(run, "--benchmark_list_tests"); /* and runs nothing */
    driver.run = run;
    mx_counters_open(&counters, NULL);
    enum mx_bench_end end = start_library(run, argv, lists);
    if (end == MX_BENCH_DONE)
        end = register_suite(run, &counters);
    const bool own = end == MX_BENCH_DONE && !lists && !library_prints(run);
    if (own) {
        mx_console_begin(run->output, &run->suite, &counters);
        gb_rows(mx_console_row);
    }
    if (end == MX_BENCH_DONE)
        end = lists ? list_suite(run) : run_suite(run);
    mx_console_end();
    if (driver.keeps)
        mx_results_discard(&driver.results);
    mx_counters_close(&counters);
    free(argv);
    return end;
}
