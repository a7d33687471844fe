/* Files that are written beside the place they are then renamed to: PATH.tmp.PID. */
#ifndef MX_BESIDE_H
#define MX_BESIDE_H

#include <limits.h>
#include <stdbool.h>

/* The name for this process; false when it is too long. */
bool mx_beside_name(const char *path, char name[PATH_MAX]);

/* Removes those of processes that are no more. */
void mx_beside_clean(const char *path);

/* Makes a rename to `path` durable, where the file system can. */
void mx_beside_sync(const char *path);

#endif
