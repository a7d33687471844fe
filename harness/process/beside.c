#include "harness/process/beside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool mx_beside_name(const char *path, char name[PATH_MAX]) {
    int length = snprintf(name, PATH_MAX, "%s.tmp.%ld", path, (long)getpid());
    return length > 0 && length < PATH_MAX;
}

/* The folder, "." when none is given; returns the file's own name. */
static const char *split(const char *path, char folder[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    const char *from = slash == NULL ? "." : path;
    int length = slash == NULL ? 1 : (int)(slash + 1 - path);
    snprintf(folder, PATH_MAX, "%.*s", length, from);
    return slash == NULL ? path : slash + 1;
}

/* Whether `name` is that of `own` beside it, by a process that is no more. */
static bool is_left_over(const char *name, const char *own) {
    size_t length = strlen(own);
    if (strncmp(name, own, length) != 0 || strncmp(name + length, ".tmp.", 5) != 0)
        return false;
    const char *digits = name + length + 5;
    char *end;
    long process = strtol(digits, &end, 10);
    return digits[0] >= '1' && digits[0] <= '9' && *end == '\0' && process <= INT_MAX &&
           kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

void mx_beside_clean(const char *path) {
    char folder[PATH_MAX];
    const char *own = split(path, folder);
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        if (is_left_over(entry->d_name, own))
            unlinkat(dirfd(entries), entry->d_name, 0);
    closedir(entries);
}

void mx_beside_sync(const char *path) {
    char folder[PATH_MAX];
    split(path, folder);
    int entries = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (entries < 0)
        return;
    fsync(entries);
    close(entries);
}
