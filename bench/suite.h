/* The benchmarks of one run: problem x load x variant x threads. */
#ifndef MX_SUITE_H
#define MX_SUITE_H

#include "bench/timing.h"
#include "harness/input/plugins.h"

struct mx_suite_options {
    const struct mx_problem *problem; /* NULL = all */
    const char *workload;             /* timed instead of the problem's loads; NULL = those */
    const char *corpus;               /* folder of further loads (mx_corpus_loads); NULL = none */
    const char *variant;              /* pattern (harness/input/select.h); NULL = all */
    const char *dialect;              /* of the workload; NULL = the problem's first */
    int threads;                      /* of threaded variants; 0 = one, and one for each core */
    mx_isa isa;
    uint64_t seed;
    bool full;                              /* all loads, not only those of the quick suite */
    struct mx_plugin_paths plugins;         /* loaded already; for the context of the results */
    void (*stop)(void), (*no_memory)(void); /* bench/timing.h */
};

/* Opens the loads and registers a benchmark for every variant that can solve them. Hash and spec of
 * each load go into the context of the results. `counters` are open and shared by all. On false,
 * why[room] says what is wrong. *registered is the number of benchmarks; where it is 0, why[room]
 * says why a variant was left out, or is "". Everything lives until the process ends. */
bool mx_suite_register(const struct mx_suite_options *options, struct mx_counters *counters,
                       uint64_t *registered, char *why, size_t room);

/* Boards in files, such as data/worst, that the suite times in addition to the problems' loads:
 * <folder>/<problem>_<name>.in, labelled worst-<name>, in alphabetical order and ended by a NULL
 * label. The array is the caller's to free, the texts stay. Returns NULL when memory is short. */
struct mx_bench_load *mx_corpus_loads(const char *folder, const struct mx_problem *problem);

#endif
