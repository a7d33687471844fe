/* What confined*.c share: one run and its files. */
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
    int report;                /* what the sandbox's keeper reports on; -1 = no sandbox */
    struct mx_account account; /* of the program and what it has started */
    double looked, used;       /* when the last sample was taken, and its processor time */
    double idle;               /* seconds in which no process wanted a processor */
    bool quiet;                /* none did in the last sample */
    uint64_t first_bytes;      /* resident before the program took its place */
};

/* ---- confined_files.c ---- */

/* Makes the input, and places for output and errors. False: result->complaint says why not. */
bool mx_confined_open(struct mx_confined_files *files, const char *input, size_t bytes);

/* After the run: the output and a line of the errors go to the result. False when memory is
 * short. */
bool mx_confined_collect(struct mx_confined_files *files);

void mx_confined_close(struct mx_confined_files *files);

uint64_t mx_file_bytes(int file);

/* ---- confined_limits.c ---- */

/* In the child, before the program takes its place; `context` is the confinement. */
void mx_confined_limit(void *context);

/* Waits until the program has ended (EXITED) or a limit is exceeded. The descriptor `ended` is
 * ready for reading when it has ended; -1: the system has no such descriptor, and run->child tells.
 */
enum mx_confined_end mx_confined_watch(struct mx_confined_run *run, int ended);

/* The same for the processes that an ended program has left: LEFT when they do not end soon. */
enum mx_confined_end mx_confined_watch_rest(struct mx_confined_run *run);

#endif
