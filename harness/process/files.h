/* Files: one that replaces another when it is complete, a temporary folder, and small files.
 *
 * Their names cannot be guessed, and they are made with O_EXCL and O_NOFOLLOW. A process removes
 * only files that it has made itself, never by a pattern, which a user's own file may match. */
#ifndef MX_FILES_H
#define MX_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file that appears at `path` only when all of it is written. */
struct mx_replacement {
    const char *path; /* the caller's */
    int file;         /* open for writing */
    FILE *stream;     /* the same; NULL until it is asked for */
    /* In the folder of `path`; "" = no name yet, if the system has files without a name. A killed
     * process then leaves nothing behind. */
    char name[PATH_MAX];
};

/* On false, why[room] says why nothing can be written there. An existing `path` must be a regular
 * file: a symbolic link, a pipe or a device is refused. */
bool mx_replacement_open(struct mx_replacement *replacement, const char *path, char *why,
                         size_t room);

/* The file as a stream; finish and discard close it. NULL with errno. */
FILE *mx_replacement_stream(struct mx_replacement *replacement);

/* Makes the file durable and names it `path`, which replaces an earlier file. On false, errno is
 * set, something could not be written, and the earlier file is untouched. Closes the file either
 * way. */
bool mx_replacement_finish(struct mx_replacement *replacement);

/* Instead of finish; keeps errno. */
void mx_replacement_discard(struct mx_replacement *replacement);

/* Makes an empty file next to `path`, open for writing; its name is in name[]. -1 with errno. */
int mx_make_next_to(const char *path, char name[PATH_MAX]);

/* The folder of a path, "." when it has none. */
void mx_folder_of(const char *path, char folder[PATH_MAX]);

/* ---- A file of one process, for reading and writing ---- */

/* Makes a file without a name in the folder, for this user only; -1 with errno. With `named_later`,
 * name[] is what mx_name_scratch_file may call it; where the system cannot name a file later, it
 * has that name already, until mx_remove_left_files. Otherwise name[] is "". */
int mx_make_scratch_file(const char *folder, bool named_later, char name[PATH_MAX]);

/* Gives it that name, or leaves it. False with errno = it has none. */
bool mx_name_scratch_file(int file, const char *name);

/* ---- Reading ---- */

/* The content of a regular file of at most `most` bytes, to be freed. NULL with errno; errno 0 =
 * another kind of file, or a larger one. Never waits, as for a pipe. */
char *mx_read_small_file(const char *path, size_t most, size_t *length);

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

/* Makes an empty folder, for this user only, in TMPDIR or the system's temporary folder. On false,
 * why[room] says why not. */
bool mx_scratch_make(struct mx_scratch *scratch, char *why, size_t room);

/* Removes it with everything in it, without following links. */
void mx_scratch_remove(struct mx_scratch *scratch);

#endif
