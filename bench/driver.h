/* One run of Google Benchmark over a suite. The process that calls it ends with what it returns. */
#ifndef MX_DRIVER_H
#define MX_DRIVER_H

#include "bench/suite.h"

enum mx_bench_end {
    MX_BENCH_DONE,
    MX_BENCH_DISAGREES, /* some variant failed */
    MX_BENCH_NOTHING,   /* nothing matched */
    MX_BENCH_BAD_FLAG,  /* the library does not know a flag */
    MX_BENCH_ERROR,
    MX_BENCH_INTERRUPTED
};

struct mx_bench_run {
    struct mx_suite_options suite; /* stop may be NULL until the run sets it */
    char **flags;                  /* [flag_count] for the library: --benchmark_... */
    int flag_count;

    /* Called between benchmarks, and with `printing` before the library prints; may be NULL. */
    void (*progress)(uint64_t done, uint64_t expected, bool printing);

    /* Called when the run is interrupted inside a benchmark. Must not return: it ends the process,
     * because the library cannot be stopped. No half-written file is left at that time. */
    void (*interrupted)(void);
    /* Called when an allocation of the library fails. Must not return either. */
    void (*no_memory)(void);

    FILE *output;    /* for what the library prints */
    bool colours;    /* the output may have colours */
    bool wants_json; /* the library's JSON goes to `json` instead of the output */
    char *json;      /* the caller's to free; NULL when nothing ran */

    char why[600]; /* set unless the end is DONE or INTERRUPTED */
};

/* Runs, or lists with --benchmark_list_tests. Results go to the output and --benchmark_out,
 * which gets its name when it is whole. Can be called once in a process. */
enum mx_bench_end mx_bench(struct mx_bench_run *run);

#endif
