/* bench --json: one row for each benchmark, with the names that other verbs use. */
#ifndef MX_BENCH_JSON_H
#define MX_BENCH_JSON_H

#include "bench/driver.h"

/* Converts run->json, the library's document, in place and prints ours: the context, then the
 * median of each benchmark's repetitions. Returns false, and prints nothing, if it is not such a
 * document. */
bool mx_bench_print_json(struct mx_bench_run *run);

#endif
