/* A folder that is there for a short while. */
#ifndef MX_SCRATCH_H
#define MX_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

struct mx_scratch {
    char path[512];
};

/* Makes an empty one, for this user only, below TMPDIR or where the system has its own. False:
 * why[room] says why not. */
bool mx_scratch_make(struct mx_scratch *scratch, char *why, size_t room);

/* Removes it with all that is in it; links are not followed. */
void mx_scratch_remove(struct mx_scratch *scratch);

#endif
