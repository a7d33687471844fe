/* The results file that the library wrote (--benchmark_out), of which the context stands at the
 * front: what is known only behind the run is added to it afterwards. */
#ifndef MX_RESULTS_FILE_H
#define MX_RESULTS_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/steal.h"

/* The members of the context that say how busy the machine was: ticks stolen and in all, of all
 * cores since boot, before and after the run, and the load average after it. What is not known is
 * left out. Returns text: lines of JSON, each ended by a comma. */
const char *mx_results_disturbance(struct mx_steal before, struct mx_steal after, char *text,
                                   size_t room);

/* Puts `members` first into the context of the file, which is written anew beside its place and
 * renamed. A file that is not JSON (CSV, text), or no regular file, stays as it is. False:
 * why[room] says why, and the file is untouched. */
bool mx_results_add(const char *path, const char *members, char *why, size_t room);

#endif
