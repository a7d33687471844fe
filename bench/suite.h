/* The benchmarks that one run of the driver has: problem x load x variant x threads. */
#ifndef MX_SUITE_H
#define MX_SUITE_H

#include "bench/timing.h"
#include "cli/flags.h"

struct mx_suite_options {
    const struct mx_flags *flags;     /* variant, threads, isa, seed, dialect */
    const struct mx_problem *problem; /* NULL = all */
    const char *workload;             /* timed instead of the problem's loads; NULL = those */
    const char *corpus;               /* folder of further loads (bench/corpus.h); NULL = none */
    struct mx_counters *counters;     /* open; of this process */
    bool full;                        /* all loads, not only those of the quick suite */
};

/* Makes the loads, registers a benchmark for every variant that can do them, and puts hash and
 * spec of each load into the results' context. What a variant cannot do is left out, with a line
 * on stderr when `verbose`. False: why[room] says which load is no good. *registered is how many
 * benchmarks there are. Everything lives until the process ends. */
bool mx_suite_register(const struct mx_suite_options *options, uint64_t *registered, char *why,
                       size_t room);

#endif
