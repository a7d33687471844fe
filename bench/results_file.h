/* The results file (--benchmark_out): the library writes to another file in the same folder;
 * when that is whole, a copy takes the name, with what is known only after the run added to its
 * context, which stands at the front. */
#ifndef MX_RESULTS_FILE_H
#define MX_RESULTS_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "measure/steal.h"

/* The members of the context that say how busy the machine was: ticks stolen and in all, of all
 * cores since boot, before and after the run, and the load average after it. What is not known is
 * left out. Returns text: lines of JSON, each ended by a comma. */
const char *mx_results_disturbance(struct mx_steal before, struct mx_steal after, char *text,
                                   size_t room);

struct mx_results_file {
    const char *path; /* the caller's */
    bool direct;      /* it is there and no regular file (a pipe, a device): written in place */
    char partial[PATH_MAX];
};

/* Where the library is to write: file->partial, or the path itself when direct. False:
 * why[room] says why nothing can be written there. */
bool mx_results_begin(struct mx_results_file *file, const char *path, char *why, size_t room);

/* After the library has closed the file: puts `members` first into its context, unless it is not
 * JSON (CSV, text), makes it durable and gives it its name. False: why[room] says why (it is cut
 * short, for instance, because the disk is full), and what had that name before is untouched. */
bool mx_results_finish(const struct mx_results_file *file, const char *members, char *why,
                       size_t room);

/* Instead of finish, when there is nothing to keep. */
void mx_results_discard(const struct mx_results_file *file);

#endif
