#include "cli/output.h"
#include "support/say.h"
#include "support/text_stream.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/process/process.h"

enum { MOST_TEXT = 4096 };

FILE *mx_out;
bool mx_exiting;

void mx_exit(int code) {
    mx_exiting = true;
    exit(code);
}

void mx_output_begin(void) {
    const int own = mx_keep_output();
    FILE *stream = own < 0 ? NULL : fdopen(own, "w");
    mx_out = stream != NULL ? stream : stdout;
    if (stream != NULL)
        return;
    mx_complain("cannot keep the output: %s", strerror(errno));
    mx_exit(MX_EXIT_ERROR);
}

void mx_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(mx_out, format, arguments);
    va_end(arguments);
}

void mx_complain(const char *format, ...) {
    char text[MOST_TEXT], shown[4 * MOST_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fflush(mx_out);
    fprintf(stderr, "mexbench: %s\n", mx_printable(text, shown, sizeof shown));
}

void mx_out_of_memory(void) {
    mx_complain("out of memory");
    mx_exit(MX_EXIT_ERROR);
}

/* Whether the reader of our pipe has ended, as after "| head". */
static bool reader_left(void) {
    struct pollfd output = {.fd = fileno(mx_out), .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

int mx_finish_output(int code) {
    errno = 0;
    bool failed = fflush(mx_out) != 0 || ferror(mx_out);
    if (!failed)
        return code;
    if (reader_left())
        return code == MX_EXIT_OK ? MX_EXIT_ERROR : code;
    mx_complain("cannot write the output: %s",
                errno == 0 ? "an earlier write failed" : strerror(errno));
    return MX_EXIT_ERROR;
}

char *mx_input_text(const struct mx_problem *problem, const void *const *boards, uint32_t count,
                    int dialect) {
    struct mx_text_stream stream;
    if (mx_text_open(&stream) == NULL)
        return NULL;
    problem->write_header(stream.file, count);
    for (uint32_t i = 0; i < count; i++)
        problem->write(stream.file, boards[i], dialect);
    return mx_text_close(&stream);
}

void mx_print_indented(const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        mx_print("    %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}
