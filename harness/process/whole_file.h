/* A file that appears under its name only when all of it is written. */
#ifndef MX_WHOLE_FILE_H
#define MX_WHOLE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct mx_whole_file {
    const char *path; /* the caller's */
    char beside[PATH_MAX];
    FILE *file; /* to be written to */
};

/* False with errno: it cannot be written there. */
bool mx_whole_file_open(struct mx_whole_file *whole, const char *path);

/* Makes it durable and gives it its name; what stood there before is gone. False with errno, and
 * what stood there is untouched: something could not be written. Closes it either way. */
bool mx_whole_file_finish(struct mx_whole_file *whole);

#endif
