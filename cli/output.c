#include "cli/output.h"
#include "support/text_stream.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void mx_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("mexbench: ", stderr);
    vfprintf(stderr, format, arguments);
    putc('\n', stderr);
    va_end(arguments);
}

void mx_out_of_memory(void) {
    mx_complain("out of memory");
    exit(MX_EXIT_ERROR);
}

/* Whether the reader of our pipe has ended, as after "| head". */
static bool reader_left(void) {
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

int mx_finish_output(int code) {
    errno = 0;
    bool failed = fflush(stdout) != 0 || ferror(stdout);
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
        printf("    %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}
