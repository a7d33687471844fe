/* Boards in files, such as data/worst, that the suite times in addition to the problems' loads. */
#ifndef MX_CORPUS_H
#define MX_CORPUS_H

#include "problem.h"

/* The loads <folder>/<problem>_<name>.in, labelled worst-<name>, in alphabetical order and ended by
 * a NULL label; the array is the caller's to free, the texts stay. Returns NULL when memory is
 * short. */
struct mx_bench_load *mx_corpus_loads(const char *folder, const struct mx_problem *problem);

#endif
