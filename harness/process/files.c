#include "harness/process/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/say.h"

enum { ATTEMPTS = 100, MODE = 0666 /* less what umask takes */, OWN_MODE = 0600 };

/* ---- What is left when a signal ends the process ------------------------------------------ */

enum { MOST_LEFT = 8, DEEPEST = 8 };
static char left[MOST_LEFT][PATH_MAX]; /* "" = free */
static pid_t owner;

/* The first byte comes last: a signal handler reads the names. */
static void remember(const char *name) {
    const size_t length = strlen(name);
    owner = getpid();
    for (int i = 0; i < MOST_LEFT && length > 0 && length < PATH_MAX; i++)
        if (left[i][0] == '\0') {
            memcpy(left[i] + 1, name + 1, length);
            __atomic_signal_fence(__ATOMIC_RELEASE);
            left[i][0] = name[0];
            return;
        }
}

void mx_forget_file(const char *name) {
    for (int i = 0; i < MOST_LEFT; i++)
        if (strcmp(left[i], name) == 0)
            left[i][0] = '\0';
}

static void remove_tree(int folder, const char *name, int depth);

/* Removes the content of a folder; returns false when it was empty. */
static bool empty(int folder, int depth) {
    union {
        struct dirent64 entry;
        char bytes[1024];
    } room;
    bool found = false;
    lseek(folder, 0, SEEK_SET);
    for (ssize_t got; (got = getdents64(folder, &room, sizeof room)) > 0;)
        for (ssize_t at = 0; at < got;) {
            const struct dirent64 *entry = (const void *)(room.bytes + at);
            at += entry->d_reclen;
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
                continue;
            found = true;
            remove_tree(folder, entry->d_name, depth);
        }
    return found;
}

/* Links are not followed. System calls only. */
static void remove_tree(int folder, const char *name, int depth) {
    if (unlinkat(folder, name, 0) == 0 || (errno != EISDIR && errno != EPERM) || depth == DEEPEST)
        return;
    int inside = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    for (int pass = 0; inside >= 0 && pass < DEEPEST && empty(inside, depth + 1); pass++)
        continue;
    if (inside >= 0)
        close(inside);
    unlinkat(folder, name, AT_REMOVEDIR);
}

void mx_remove_left_files(void) {
    for (int i = 0; i < MOST_LEFT && owner == getpid(); i++)
        if (left[i][0] != '\0')
            remove_tree(AT_FDCWD, left[i], 0);
}

/* ---- Names ------------------------------------------------------------------------------- */

/* PATH.tmp.XXXXXXXXXXXX, 60 random bits. */
static bool draw_name(const char *path, char name[PATH_MAX]) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint64_t bits;
    char suffix[13] = "";
    if (getrandom(&bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return false;
    for (int i = 0; i < 12; i++, bits >>= 5)
        suffix[i] = letters[bits & 31];
    int length = snprintf(name, PATH_MAX, "%s.tmp.%s", path, suffix);
    errno = ENAMETOOLONG;
    return length > 0 && length < PATH_MAX;
}

static int make_named(const char *path, int access, int mode, char name[PATH_MAX]) {
    int file = -1;
    for (int i = 0; i < ATTEMPTS && file < 0 && draw_name(path, name); i++) {
        file = open(name, access | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (file < 0 && errno != EEXIST)
            break;
    }
    if (file < 0)
        name[0] = '\0';
    else
        remember(name);
    return file;
}

int mx_make_next_to(const char *path, char name[PATH_MAX]) {
    return make_named(path, O_WRONLY, MODE, name);
}

/* The folder, "." when the path has none. */
void mx_folder_of(const char *path, char folder[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX, "%.*s", slash == NULL ? 1 : (int)(slash + 1 - path),
             slash == NULL ? "." : path);
}

/* ---- Replacing a file -------------------------------------------------------------------- */

static void path_of_descriptor(int file, char path[64]) {
    snprintf(path, 64, "/proc/self/fd/%d", file);
}

/* A file without a name; -1 if the system has no such files or could not name them later. */
static int make_nameless(const char *folder, int access, int mode) {
    char link[64];
    int file = open(folder, O_TMPFILE | access | O_CLOEXEC, mode);
    path_of_descriptor(file, link);
    if (file >= 0 && faccessat(AT_FDCWD, link, F_OK, 0) != 0) {
        close(file);
        return -1;
    }
    return file;
}

bool mx_replacement_open(struct mx_replacement *replacement, const char *path, char *why,
                         size_t room) {
    struct stat status;
    *replacement = (struct mx_replacement){.path = path, .file = -1};
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return mx_say(why, room, "not a regular file, which could be replaced");
    char folder[PATH_MAX];
    mx_folder_of(path, folder);
    replacement->file = make_nameless(folder, O_WRONLY, MODE);
    if (replacement->file < 0)
        replacement->file = mx_make_next_to(path, replacement->name);
    return replacement->file >= 0 || mx_say(why, room, "%s", strerror(errno));
}

FILE *mx_replacement_stream(struct mx_replacement *replacement) {
    if (replacement->stream == NULL)
        replacement->stream = fdopen(replacement->file, "w");
    return replacement->stream;
}

static bool give_name(struct mx_replacement *replacement) {
    char link[64];
    path_of_descriptor(replacement->file, link);
    for (int i = 0; i < ATTEMPTS && draw_name(replacement->path, replacement->name); i++) {
        if (linkat(AT_FDCWD, link, AT_FDCWD, replacement->name, AT_SYMLINK_FOLLOW) == 0) {
            remember(replacement->name);
            return true;
        }
        if (errno != EEXIST)
            break;
    }
    replacement->name[0] = '\0';
    return false;
}

static bool close_file(struct mx_replacement *replacement) {
    int failed = replacement->stream != NULL ? fclose(replacement->stream)
                 : replacement->file >= 0    ? close(replacement->file)
                                             : 0;
    replacement->stream = NULL;
    replacement->file = -1;
    return failed == 0;
}

/* Makes the rename durable, if the file system can. */
static void sync_folder(const char *path) {
    char folder[PATH_MAX];
    mx_folder_of(path, folder);
    int entries = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (entries < 0)
        return;
    fsync(entries);
    close(entries);
}

bool mx_replacement_finish(struct mx_replacement *replacement) {
    FILE *stream = replacement->stream;
    bool good = (stream == NULL || (fflush(stream) == 0 && !ferror(stream))) &&
                fsync(replacement->file) == 0 &&
                (replacement->name[0] != '\0' || give_name(replacement)) &&
                close_file(replacement) && rename(replacement->name, replacement->path) == 0;
    if (!good) {
        mx_replacement_discard(replacement);
        return false;
    }
    mx_forget_file(replacement->name);
    sync_folder(replacement->path);
    return true;
}

void mx_replacement_discard(struct mx_replacement *replacement) {
    int cause = errno;
    close_file(replacement);
    if (replacement->name[0] != '\0') {
        unlink(replacement->name);
        mx_forget_file(replacement->name);
    }
    errno = cause;
}

/* ---- A file that gets its name later ----------------------------------------------------- */

int mx_make_scratch_file(const char *folder, bool named_later, char name[PATH_MAX]) {
    char path[PATH_MAX];
    name[0] = '\0';
    errno = ENAMETOOLONG;
    if (snprintf(path, sizeof path, "%s/mexbench", folder) >= (int)sizeof path)
        return -1;
    int file = make_nameless(folder, O_RDWR, OWN_MODE);
    if (file >= 0 && named_later && !draw_name(path, name)) {
        close(file);
        return -1;
    }
    if (file >= 0)
        return file;
    file = make_named(path, O_RDWR, OWN_MODE, name);
    if (file >= 0 && !named_later) {
        unlink(name);
        mx_forget_file(name);
        name[0] = '\0';
    }
    return file;
}

bool mx_name_scratch_file(int file, const char *name) {
    char link[64];
    struct stat one, other;
    path_of_descriptor(file, link);
    const bool named = linkat(AT_FDCWD, link, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ||
                       (errno == EEXIST && fstat(file, &one) == 0 && lstat(name, &other) == 0 &&
                        one.st_dev == other.st_dev && one.st_ino == other.st_ino);
    if (!named)
        return false;
    mx_forget_file(name);
    sync_folder(name);
    return true;
}

/* ---- Reading ----------------------------------------------------------------------------- */

char *mx_read_small_file(const char *path, size_t most, size_t *length) {
    struct stat state;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return NULL;
    char *text = NULL;
    const bool good = fstat(file, &state) == 0 && S_ISREG(state.st_mode) && state.st_size >= 0 &&
                      (size_t)state.st_size <= most;
    errno = good ? errno : 0;
    if (good && (text = malloc(most)) != NULL) {
        const ssize_t got = read(file, text, most);
        *length = got < 0 ? 0 : (size_t)got;
    }
    close(file);
    return text;
}

/* ---- A folder ---------------------------------------------------------------------------- */

bool mx_scratch_make(struct mx_scratch *scratch, char *why, size_t room) {
    const char *below = getenv("TMPDIR");
    if (below == NULL || below[0] == '\0')
        below = P_tmpdir;
    int length = snprintf(scratch->path, sizeof scratch->path, "%s/mexbench-XXXXXX", below);
    if (length >= (int)sizeof scratch->path)
        return mx_say(why, room, "TMPDIR is too long");
    if (mkdtemp(scratch->path) == NULL)
        return mx_say(why, room, "cannot make a folder in %s: %s", below, strerror(errno));
    remember(scratch->path);
    return true;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *walk) {
    (void)about, (void)kind, (void)walk;
    remove(path);
    return 0;
}

void mx_scratch_remove(struct mx_scratch *scratch) {
    nftw(scratch->path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    mx_forget_file(scratch->path);
}
