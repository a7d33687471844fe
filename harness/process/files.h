/* Files that are there for a while: one that replaces another when it is whole, and a folder.
 *
 * Their names cannot be guessed, they are made with O_EXCL and O_NOFOLLOW, and a process removes
 * only what it has made itself: never by a pattern, which a user's own file may match. */
#ifndef MX_FILES_H
#define MX_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file that appears at `path` only when all of it is written. */
struct mx_replacement {
    const char *path; /* the caller's */
    int file;         /* to be written to */
    FILE *stream;     /* the same; NULL until it is asked for */
    char
        name[PATH_MAX]; /* in the folder of `path`; "" while the file has none, where the system can
                           make such files: then a process that is killed leaves nothing behind */
};

/* False: why[room] says why nothing can be written there. What stands at `path` may only be a
 * regular file: a symbolic link, a pipe or a device is refused. */
bool mx_replacement_open(struct mx_replacement *replacement, const char *path, char *why,
                         size_t room);

/* The file as a stream, which finish and discard close; NULL with errno. */
FILE *mx_replacement_stream(struct mx_replacement *replacement);

/* Makes it durable and gives it its name; what stood there is gone. False with errno: something
 * could not be written, and what stood there is untouched. Closes it either way. */
bool mx_replacement_finish(struct mx_replacement *replacement);

/* Instead of finish; keeps errno. */
void mx_replacement_discard(struct mx_replacement *replacement);

/* Makes an empty file next to `path`, open for writing; its name is in name[]. -1 with errno. */
int mx_make_next_to(const char *path, char name[PATH_MAX]);

/* ---- What a signal that ends the process removes ---- */

/* Removes named files and folders that this process has made and not removed yet. For a signal
 * handler; does nothing in a forked child. */
void mx_remove_left_files(void);

/* A file that mx_make_next_to has made is remembered until this is called. */
void mx_forget_file(const char *name);

/* ---- A folder ---- */

struct mx_scratch {
    char path[512];
};

/* Makes an empty one, for this user only, in TMPDIR or the system's folder for such. False:
 * why[room] says why not. */
bool mx_scratch_make(struct mx_scratch *scratch, char *why, size_t room);

/* Removes it with everything in it; links are not followed. */
void mx_scratch_remove(struct mx_scratch *scratch);

#endif
