/* bench --json: one row for each benchmark, with the names that other verbs use. */
#ifndef MX_BENCH_JSON_H
#define MX_BENCH_JSON_H

#include "bench/driver.h"

/* Prints run->json, the library's document, which it changes, as ours: the context, then the median
 * of each benchmark's repetitions. False: it is no such document, and nothing is printed. */
bool mx_bench_print_json(struct mx_bench_run *run);

#endif
