/* The files of a confined run: in memory, or by name in a folder of the run's own. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/process/confined_internal.h"
#include "support/say.h"

uint64_t mx_file_bytes(int file) {
    struct stat about;
    return fstat(file, &about) == 0 && about.st_size > 0 ? (uint64_t)about.st_size : 0;
}

static bool write_all(int file, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        count -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool make_input(struct mx_confined_files *files, const char *input, size_t bytes, char *why,
                       size_t room) {
    char path[1024];
    if (files->how->input_name == NULL) {
        files->input = memfd_create("input", MFD_CLOEXEC);
    } else {
        if (!mx_scratch_make(&files->scratch, why, room))
            return false;
        snprintf(path, sizeof path, "%s/%s", files->scratch.path, files->how->input_name);
        files->input = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    }
    return (files->input >= 0 && write_all(files->input, input, bytes) &&
            lseek(files->input, 0, SEEK_SET) == 0) ||
           mx_say(why, room, "cannot write the input of the program: %s", strerror(errno));
}

bool mx_confined_open(struct mx_confined_files *files, const char *input, size_t bytes) {
    char *why = files->result->complaint;
    if (!make_input(files, input, bytes, why, sizeof files->result->complaint))
        return false;
    files->output = memfd_create("output", MFD_CLOEXEC);
    files->errors = memfd_create("errors", MFD_CLOEXEC);
    return (files->output >= 0 && files->errors >= 0) ||
           mx_say(why, sizeof files->result->complaint, "cannot make a file in memory: %s",
                  strerror(errno));
}

/* Replaces the program's standard output by the file that the program should have written. */
static void open_output_file(struct mx_confined_files *files) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", files->scratch.path, files->how->output_name);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    files->result->no_output_file = file < 0;
    if (file < 0)
        file = memfd_create("nothing", MFD_CLOEXEC);
    close(files->output);
    files->output = file;
}

static bool read_output(struct mx_confined_files *files) {
    struct mx_confined *result = files->result;
    uint64_t bytes = mx_file_bytes(files->output);
    if (bytes > files->how->output_bytes)
        bytes = files->how->output_bytes;
    result->output = malloc((size_t)bytes + 1);
    if (result->output == NULL)
        return mx_say(result->complaint, sizeof result->complaint, "out of memory");
    while (result->output_bytes < bytes) {
        ssize_t got = pread(files->output, result->output + result->output_bytes,
                            (size_t)bytes - result->output_bytes, (off_t)result->output_bytes);
        if (got <= 0)
            break;
        result->output_bytes += (size_t)got;
    }
    result->output[result->output_bytes] = '\0';
    return true;
}

/* ---- Standard error ---------------------------------------------------------------------- */

enum { ERROR_ROOM = 16384 };

/* The beginnings of reports whose first line is the most informative; in other output it is the
 * last line. */
static const char *const reports[] = {
    "Sanitizer",   ": runtime error: ", "Exception in thread",  "terminate called",
    "panicked at", "panic: ",           "Unhandled exception.", "fatal error: ",
};

static bool begins_report(const char *line, size_t length) {
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
        if (memmem(line, length, reports[i], strlen(reports[i])) != NULL)
            return true;
    return false;
}

/* The first line that begins a report, else the last line that is not blank; NULL if all are
 * blank. */
static const char *telling_line(const char *text, size_t *length) {
    const char *last = NULL, *end;
    size_t last_length = 0;
    for (const char *line = text; *line != '\0'; line = *end == '\0' ? end : end + 1) {
        end = strchrnul(line, '\n');
        *length = (size_t)(end - line);
        if (begins_report(line, *length))
            return line;
        if (strspn(line, " \t\r") < *length) {
            last = line;
            last_length = *length;
        }
    }
    *length = last_length;
    return last;
}

/* "==4711==ERROR: AddressSanitizer: ...": the process number does not help the reader. */
static const char *without_process(const char *line, size_t *length) {
    const size_t digits = strncmp(line, "==", 2) == 0 ? strspn(line + 2, "0123456789") : 0;
    const size_t skipped = digits > 0 && strncmp(line + 2 + digits, "==", 2) == 0 ? digits + 4 : 0;
    *length -= skipped;
    return line + skipped;
}

/* A program may print more than is read here: this reads the beginning and the end. */
static void read_complaint(struct mx_confined_files *files) {
    struct mx_confined *result = files->result;
    char text[ERROR_ROOM];
    const uint64_t bytes = mx_file_bytes(files->errors), half = ERROR_ROOM / 2 - 1;
    ssize_t got = pread(files->errors, text, (size_t)half, 0), more = 0;
    size_t used = got > 0 ? (size_t)got : 0, length;
    if (bytes > used)
        more = pread(files->errors, text + used, (size_t)half,
                     (off_t)(bytes > 2 * half ? bytes - half : used));
    used += more > 0 ? (size_t)more : 0;
    text[used] = '\0';
    for (size_t i = 0; i < used; i++)
        if (text[i] != '\n' && (unsigned char)text[i] < ' ')
            text[i] = text[i] == '\t' || text[i] == '\r' ? ' ' : '?'; /* a terminal would obey */
    const char *line = telling_line(text, &length);
    if (line == NULL)
        return;
    line = without_process(line, &length);
    while (length > 0 && line[length - 1] == ' ')
        length--;
    snprintf(result->complaint, sizeof result->complaint, "%.*s",
             (int)(length < sizeof result->complaint ? length : sizeof result->complaint - 1),
             line);
}

/* ---- Too much output --------------------------------------------------------------------- */

static uint64_t bytes_of_output_file(const struct mx_confined_files *files) {
    char path[1024];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", files->scratch.path, files->how->output_name);
    return lstat(path, &about) == 0 ? (uint64_t)about.st_size : 0;
}

bool mx_confined_too_large(struct mx_confined_files *files) {
    const uint64_t most = files->how->output_bytes;
    const char *name = files->how->output_name;
    char *where = files->result->too_large;
    const size_t room = sizeof files->result->too_large;
    if (mx_file_bytes(files->output) >= most)
        return !mx_say(where, room, "on standard output");
    if (mx_file_bytes(files->errors) >= most)
        return !mx_say(where, room, "on standard error");
    if (name != NULL && bytes_of_output_file(files) >= most)
        return !mx_say(where, room, "in %.60s", name);
    return mx_say(where, room, "in another file that it wrote");
}

/* ---- All together ------------------------------------------------------------------------ */

bool mx_confined_collect(struct mx_confined_files *files) {
    read_complaint(files);
    if (files->how->output_name != NULL)
        open_output_file(files);
    return read_output(files);
}

void mx_confined_close(struct mx_confined_files *files) {
    const int open_ones[] = {files->input, files->output, files->errors};
    for (size_t i = 0; i < sizeof open_ones / sizeof *open_ones; i++)
        if (open_ones[i] >= 0)
            close(open_ones[i]);
    if (files->scratch.path[0] != '\0')
        mx_scratch_remove(&files->scratch);
}
