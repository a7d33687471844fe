#include "harness/process/scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/say.h"

bool mx_scratch_make(struct mx_scratch *scratch, char *why, size_t room) {
    const char *below = getenv("TMPDIR");
    if (below == NULL || below[0] == '\0')
        below = P_tmpdir;
    int length = snprintf(scratch->path, sizeof scratch->path, "%s/mexbench-XXXXXX", below);
    if (length >= (int)sizeof scratch->path)
        return mx_say(why, room, "TMPDIR is too long");
    return mkdtemp(scratch->path) != NULL ||
           mx_say(why, room, "cannot make a folder in %s: %s", below, strerror(errno));
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *walk) {
    (void)about, (void)kind, (void)walk;
    remove(path);
    return 0;
}

void mx_scratch_remove(struct mx_scratch *scratch) {
    nftw(scratch->path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
