/* perf writes its samples to a temporary file, then prints them by source line, which the build's
 * line tables give. Software clock: it works without hardware counters. */
#include "cli/hot_lines.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/process/process.h"

#define SECONDS 2.0
#define LINES 8

static bool record(const struct mx_problem *problem, const struct mx_variant *variant,
                   const char *spec, double seconds, const struct mx_flags *flags,
                   const char *samples) {
    char repeat[32], threads[16], seed[32];
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    double times = seconds > 0 ? SECONDS / seconds + 1 : 1;
    snprintf(repeat, sizeof repeat, "%.0f", times < 1e9 ? times : 1e9);
    snprintf(threads, sizeof threads, "%d", flags->threads);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)flags->seed);
    const char *argv[21 + MX_PLUGIN_WORDS] = {"perf",        "record",      "-q",          "-e",
                                              "cpu-clock:u", "-o",          samples,       "--",
                                              mx_own_path(), "solve",       problem->name, spec,
                                              "--variant",   variant->name, "--repeat",    repeat,
                                              "--threads",   threads,       "--seed",      seed};
    mx_plugin_words(&flags->plugins, argv + 20);
    bool ok = mx_own_path() != NULL && nowhere >= 0 && mx_process_run(argv, nowhere) == 0;
    if (nowhere >= 0)
        close(nowhere);
    return ok;
}

static bool report(const char *samples, FILE *text) {
    const char *argv[] = {"perf",    "report",          "-i", samples, "--stdio", "-s",
                          "srcline", "--percent-limit", "1",  "-q",    NULL};
    return mx_process_run(argv, fileno(text)) == 0;
}

/* Lines of the report are "  12.34%  file.c:56". */
static int print_lines(FILE *text) {
    char line[512], where[256];
    double percent;
    int printed = 0;
    rewind(text);
    while (printed < LINES && fgets(line, sizeof line, text) != NULL)
        if (sscanf(line, " %lf%% %255s", &percent, where) == 2)
            printf("  %5.1f%%  %s\n", percent, where), printed++;
    return printed;
}

void mx_print_hot_lines(const struct mx_problem *problem, const struct mx_variant *variant,
                        const char *spec, double seconds, const struct mx_flags *flags) {
    const char *folder = getenv("TMPDIR");
    char samples[4096];
    snprintf(samples, sizeof samples, "%s/mexbench-perf-XXXXXX", folder ? folder : P_tmpdir);
    int file = mkstemp(samples);
    FILE *text = tmpfile();
    int printed = 0;
    if (file >= 0 && text != NULL && record(problem, variant, spec, seconds, flags, samples) &&
        report(samples, text)) {
        printf("hot lines on %s:\n", spec);
        printed = print_lines(text);
    }
    if (printed == 0)
        printf("no hot lines: perf is not there, or may not sample here\n");
    if (text != NULL)
        fclose(text);
    if (file >= 0) {
        close(file);
        unlink(samples);
    }
}
