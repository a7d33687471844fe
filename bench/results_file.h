/* The results file (--benchmark_out). The library writes to another file in the same folder. When
 * that is complete, a copy gets the name; the figures that are known only after the run are added
 * to its context, at the front. */
#ifndef MX_RESULTS_FILE_H
#define MX_RESULTS_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "measure/machine.h"

/* The members of the context that say how busy the machine was: ticks stolen and in all, of all
 * cores since boot, before and after the run, and the load average after it. Unknown figures are
 * left out. Returns text: lines of JSON, each ended by a comma. */
const char *mx_results_disturbance(struct mx_steal before, struct mx_steal after, char *text,
                                   size_t room);

struct mx_results_file {
    const char *path; /* the caller's */
    bool direct;      /* it exists and is not a regular file (a pipe, a device): written in place */
    char partial[PATH_MAX];
};

/* Opens the file to which the library writes: file->partial, or the path itself when direct. On
 * false, why[room] says why nothing can be written there. */
bool mx_results_begin(struct mx_results_file *file, const char *path, char *why, size_t room);

/* After the library has closed the file: adds `members` at the front of its context if it is JSON,
 * makes it durable and names it. On false, why[room] has the reason (the file is cut short, for
 * example, because the disk is full), and an earlier file is untouched. */
bool mx_results_finish(const struct mx_results_file *file, const char *members, char *why,
                       size_t room);

/* Instead of finish, when nothing is to be kept. */
void mx_results_discard(const struct mx_results_file *file);

#endif
