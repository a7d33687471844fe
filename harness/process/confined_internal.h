/* What confined.c and confined_files.c share: the files of one run. */
#ifndef MX_CONFINED_INTERNAL_H
#define MX_CONFINED_INTERNAL_H

#include "harness/process/confined.h"
#include "harness/process/files.h"

struct mx_confined_files {
    const struct mx_confinement *how;
    struct mx_confined *result;
    int input, output, errors; /* descriptors; -1 = none */
    struct mx_scratch scratch; /* path "" = none */
};

/* Makes the input, and places for output and errors. False: result->complaint says why not. */
bool mx_confined_open(struct mx_confined_files *files, const char *input, size_t bytes);

/* After the run: the output and the last line of errors go to the result. False when memory is
 * short. */
bool mx_confined_take(struct mx_confined_files *files);

void mx_confined_close(struct mx_confined_files *files);

uint64_t mx_file_bytes(int file);

#endif
