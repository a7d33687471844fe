/* perf samples by the software clock, which needs no hardware counters, into a temporary file, and
 * attributes the samples to source lines by the build's line tables. */
#include "cli/hot_lines.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/process/process.h"

#define SECONDS 2.0

static bool record(const struct mx_problem *problem, const struct mx_variant *variant,
                   const char *spec, double seconds, const struct mx_flags *flags,
                   const char *samples) {
    char repeat[32], threads[16];
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    double times = seconds > 0 ? SECONDS / seconds + 1 : 1;
    snprintf(repeat, sizeof repeat, "%.0f", times < 1e9 ? times : 1e9);
    snprintf(threads, sizeof threads, "%d", flags->threads);
    const char *argv[19 + MX_PLUGIN_WORDS] = {
        "perf",      "record",      "-q",          "-e",    "cpu-clock:u", "-o",
        samples,     "--",          mx_own_path(), "solve", problem->name, spec,
        "--variant", variant->name, "--repeat",    repeat,  "--threads",   threads};
    mx_plugin_words(&flags->plugins, argv + 18);
    bool ok = mx_own_path() != NULL && nowhere >= 0 && mx_process_run(argv, nowhere, nowhere) == 0;
    if (nowhere >= 0)
        close(nowhere);
    return ok;
}

static bool report(const char *samples, FILE *text) {
    const char *argv[] = {"perf",    "report",          "-i", samples, "--stdio", "-s",
                          "srcline", "--percent-limit", "1",  "-q",    NULL};
    return mx_process_run(argv, fileno(text), fileno(text)) == 0;
}

/* Lines of the report are "  12.34%  file.c:56". */
static int read_lines(FILE *text, struct mx_hot_line lines[MX_HOT_LINES]) {
    char line[512];
    int count = 0;
    rewind(text);
    while (count < MX_HOT_LINES && fgets(line, sizeof line, text) != NULL)
        if (sscanf(line, " %lf%% %255s", &lines[count].percent, lines[count].place) == 2)
            count++;
    return count;
}

int mx_hot_lines(const struct mx_problem *problem, const struct mx_variant *variant,
                 const char *spec, double seconds, const struct mx_flags *flags,
                 struct mx_hot_line lines[MX_HOT_LINES]) {
    const char *folder = getenv("TMPDIR");
    char samples[4096];
    snprintf(samples, sizeof samples, "%s/mexbench-perf-XXXXXX", folder ? folder : P_tmpdir);
    int file = mkstemp(samples), count = 0;
    FILE *text = tmpfile();
    if (file >= 0 && text != NULL && record(problem, variant, spec, seconds, flags, samples) &&
        report(samples, text))
        count = read_lines(text, lines);
    if (text != NULL)
        fclose(text);
    if (file >= 0) {
        close(file);
        unlink(samples);
    }
    return count;
}
