/* Where the reader's bytes come from: a buffer that slides over the file, keeping what is unread,
 * and that grows only when the unread bytes fill it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/reader_internal.h"

enum { BUFFER = 1 << 18, FIRST_OWN_DESCRIPTOR = 10 };

static bool slide_or_grow(struct mx_reader *reader) {
    if (reader->at > 0) {
        memmove(reader->owned, reader->owned + reader->at, reader->end - reader->at);
        reader->offset += reader->at;
        reader->end -= reader->at;
        reader->at = 0;
        return true;
    }
    const size_t room = 2 * reader->room;
    char *grown = room > reader->room ? realloc(reader->owned, room) : NULL;
    if (grown == NULL) {
        mx_reader_fail_here(reader, "out of memory");
        return false;
    }
    reader->buffer = reader->owned = grown;
    reader->room = room;
    return true;
}

bool mx_reader_more(struct mx_reader *reader) {
    if (reader->drained || !mx_reader_ok(reader))
        return false;
    if ((reader->end == reader->room || reader->at == reader->end) && reader->end > 0 &&
        !slide_or_grow(reader))
        return false;
    const ssize_t got = read(reader->file, reader->owned + reader->end, reader->room - reader->end);
    if (got < 0)
        return mx_reader_fail_file(reader, "read", errno);
    reader->drained = got == 0;
    reader->end += (size_t)got;
    return got > 0;
}

static struct mx_reader reader_on(int file, const char *name) {
    return (struct mx_reader){
        .file = file, .name = name, .line = 1, .word_line = 1, .word_column = 1};
}

bool mx_reader_open_text(struct mx_reader *reader, const char *name, const char *text,
                         size_t bytes) {
    *reader = reader_on(-1, name);
    reader->buffer = text;
    reader->room = reader->end = bytes;
    reader->drained = true;
    return true;
}

static int open_file(const char *path) {
    int file;
    do
        file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (file < 0 && errno == EINTR);
    return file;
}

/* Refuses a directory and allocates the buffer. */
static bool prepare(struct mx_reader *reader) {
    struct stat status;
    if (fstat(reader->file, &status) != 0)
        return mx_reader_fail_file(reader, "open", errno);
    if (S_ISDIR(status.st_mode))
        return mx_reader_fail_directory(reader);
    reader->buffer = reader->owned = malloc(BUFFER);
    if (reader->owned == NULL) {
        mx_reader_fail_here(reader, "out of memory");
        return false;
    }
    reader->room = BUFFER;
    return true;
}

int mx_take_standard_input(void) {
    const int taken = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
    const int nothing = taken < 0 ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC);
    const bool moved = nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0;
    const int error = errno;
    if (nothing >= 0)
        close(nothing);
    if (!moved && taken >= 0)
        close(taken);
    errno = error;
    return moved ? taken : -1;
}

bool mx_reader_open(struct mx_reader *reader, const char *path) {
    const bool standard = strcmp(path, "-") == 0;
    *reader = reader_on(-1, standard ? "standard input" : path);
    reader->file = standard ? mx_take_standard_input() : open_file(path);
    if (reader->file < 0)
        return mx_reader_fail_file(reader, "open", errno);
    if (prepare(reader))
        return true;
    mx_reader_close(reader);
    return false;
}

void mx_reader_close(struct mx_reader *reader) {
    free(reader->owned);
    if (reader->file > STDIN_FILENO)
        close(reader->file);
    reader->buffer = reader->owned = NULL;
    reader->at = reader->end = reader->room = 0;
    reader->drained = true;
    reader->file = -1;
}
