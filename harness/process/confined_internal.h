/* The declarations that confined*.c share: one run and its files. */
#ifndef MX_CONFINED_INTERNAL_H
#define MX_CONFINED_INTERNAL_H

#include <sys/types.h>

#include "harness/process/account.h"
#include "harness/process/confined.h"
#include "harness/process/files.h"
#include "harness/process/sandbox.h"

struct mx_confined_files {
    const struct mx_confinement *how;
    struct mx_confined *result;
    int input, output, errors; /* descriptors; -1 = none */
    struct mx_scratch scratch; /* path "" = none */
};

struct mx_confined_run {
    struct mx_confined_files files;
    pid_t child;               /* the program, or the sandbox that holds it */
    int report;                /* on which the sandbox's keeper reports; -1 = no sandbox */
    struct mx_account account; /* of the program and its descendants */
    double looked, used;       /* when the last sample was taken, and its processor time */
    double idle;               /* seconds in which no process wanted a processor */
    bool quiet;                /* true of the last sample */
    uint64_t first_bytes;      /* resident before the program took its place */
};

/* ---- confined_files.c ---- */

/* Makes the input, and places for output and errors. On false, result->complaint says why not. */
bool mx_confined_open(struct mx_confined_files *files, const char *input, size_t bytes);

/* After the run: copies the output and a line of the errors to the result. Returns false when
 * memory is short. */
bool mx_confined_collect(struct mx_confined_files *files);

void mx_confined_close(struct mx_confined_files *files);

uint64_t mx_file_bytes(int file);

/* Whether a known output of the program has grown to the limit, which the system imposes on every
 * file. Sets result->too_large in any case. */
bool mx_confined_too_large(struct mx_confined_files *files);

/* ---- confined_limits.c ---- */

/* Called in the child, before exec; `context` is the confinement. */
void mx_confined_limit(void *context);

/* Waits until the program has ended (EXITED) or a limit is exceeded. The descriptor `ended` becomes
 * readable when the program has ended; -1: the system has no such descriptor, and run->child is
 * used.
 */
enum mx_confined_end mx_confined_watch(struct mx_confined_run *run, int ended);

/* The same for the processes that an ended program has left; LEFT if they do not end soon. */
enum mx_confined_end mx_confined_watch_rest(struct mx_confined_run *run);

#endif
