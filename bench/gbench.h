/* Google Benchmark 1.7 behind a C interface. gbench.cc, which implements it, is the only C++ in
 * the tree; all files that include this header are C.
 *
 * A process registers benchmarks, runs them once, and reads the outcome. (The library
 * cannot run twice in one process.) The library parses its own --benchmark_* flags, decides how
 * often to iterate, and prints and writes the results.
 */
#ifndef MX_GBENCH_H
#define MX_GBENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gb_state;     /* one run of one benchmark, the library's */
struct gb_benchmark; /* a registered benchmark, the library's, lives until the process ends */

/* A benchmark: sets up, then
 *     while (gb_keep_running(state)) work();
 * then reports counters. Called several times, with `data` as registered. */
typedef void gb_function(struct gb_state *state, void *data);

/* Takes the library's flags out of argv and leaves the rest. On --help the library would print its
 * own flags and exit. no_memory is called when an allocation in C++ fails, and must not return. */
void gb_start(int *argc, char **argv, void (*no_memory)(void));

/* Text for the head of the results: "context" in JSON. */
void gb_context(const char *key, const char *value);

/* Registers under a name that --benchmark_filter sees. The library reports real time, and chooses
 * the iteration count by it. CPU time is that of the whole process, all threads. */
struct gb_benchmark *gb_register(const char *name, gb_function *function, void *data);

/* Shown in this unit: 'n', 'u', 'm' (nano-, micro-, milliseconds) or 's'. */
void gb_unit(struct gb_benchmark *benchmark, char unit);

/* Runs the same benchmark once for each argument (gb_argument in the function) and fits the
 * times to a multiple of what gb_complexity_n said: the multiple and the error of the fit are
 * reported as <name>_BigO and <name>_RMS. */
void gb_argument_add(struct gb_benchmark *benchmark, int64_t argument);
void gb_fit_linear(struct gb_benchmark *benchmark);

/* -- In a benchmark. -- */

/* True while more iterations are wanted. The clock runs from the first call to the one that
 * returns false. */
bool gb_keep_running(struct gb_state *state);

int64_t gb_argument(const struct gb_state *state);
uint64_t gb_iterations(const struct gb_state *state); /* number made; valid after the loop */

/* The work of one iteration, for gb_fit_linear. */
void gb_complexity_n(struct gb_state *state, double n);

/* GB_PER_SECOND: `value` is per iteration, reported as a rate. GB_SECONDS_PER: the same,
 * inverted (seconds for each). */
enum gb_counter { GB_PLAIN, GB_PER_SECOND, GB_SECONDS_PER };
void gb_count(struct gb_state *state, const char *name, double value, enum gb_counter kind);

/* Text that is shown next to the result: "label" in JSON. */
void gb_label(struct gb_state *state, const char *text);

/* Ends this benchmark without a result; the message is shown in its place. Before or in the loop,
 * which then ends. A skipped benchmark is not a failure; `name` is for gb_outcome. */
void gb_fail(struct gb_state *state, const char *name, const char *message);
void gb_skip(struct gb_state *state, const char *message);

/* -- Running. -- */

struct gb_outcome {
    uint64_t ran;          /* benchmarks that gave a time, repetitions counted */
    uint64_t failed;       /* that ended in gb_fail */
    uint64_t skipped;      /* that ended in gb_skip */
    char first_error[400]; /* "name: message" of the first that failed */
};

/* The repetitions of one benchmark. */
struct gb_row {
    const char *name;      /* as registered, then the argument and the library's words */
    const double *seconds; /* [count] real time of an iteration */
    size_t count;          /* 0 when the benchmark has no time */
    const char *label;     /* "" = none */
    const char *error;     /* of gb_fail or gb_skip; "" = none */
};

/* Passes each benchmark to `show` when it ended, in place of printing it. */
void gb_rows(void (*show)(const struct gb_row *row));

/* Runs what the filter selects. `progress`, if not null, is called before and after results are
 * printed, with the number of runs reported so far. With `json`, the library's JSON goes to *json
 * instead of the output, for the caller to free; NULL = memory is short. */
struct gb_outcome gb_run(FILE *output, void (*progress)(uint64_t reported, bool printing),
                         char **json);

#ifdef __cplusplus
}
#endif

#endif
