/* Wording of the reader's errors: position first, then the text; bytes that could disturb a
 * terminal or a log are escaped. Only the first error is kept. */
#include "support/reader_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN_NAME = 160 };

static bool shown_as_is(char byte) {
    return byte >= ' ' && byte <= '~' && byte != '\\' && byte != '"';
}

/* Escapes `bytes` bytes into `out`, which has room for four characters each and a NUL; returns
 * where that NUL is. */
static char *escape(char *out, const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (shown_as_is(text[i]))
            *out++ = text[i];
        else
            out += sprintf(out, "\\x%02x", (unsigned)(unsigned char)text[i]);
    *out = '\0';
    return out;
}

struct mx_reader_shown mx_reader_show(const char *word, size_t bytes) {
    struct mx_reader_shown shown;
    char *end = escape(shown.text, word, bytes < MX_SHOWN_WORD ? bytes : MX_SHOWN_WORD);
    if (bytes > MX_SHOWN_WORD)
        memcpy(end, "...", sizeof "...");
    return shown;
}

struct shown_name {
    char text[SHOWN_NAME + 8];
};

/* A long name is cut at its start. */
static struct shown_name show_name(const char *name) {
    struct shown_name shown = {""};
    size_t start = strlen(name), width = 0;
    while (start > 0 && width + 4 <= SHOWN_NAME)
        width += shown_as_is(name[--start]) ? 1 : 4;
    if (start > 0)
        strcpy(shown.text, "...");
    escape(shown.text + strlen(shown.text), name + start, strlen(name + start));
    return shown;
}

void mx_reader_fail_list(struct mx_reader *reader, uint64_t line, uint64_t column,
                         const char *format, va_list list) {
    if (reader->error[0] != '\0')
        return;
    const struct shown_name name = show_name(reader->name);
    const int used = snprintf(reader->error, sizeof reader->error, "%s:%" PRIu64 ":%" PRIu64 ": ",
                              name.text, line, column);
    vsnprintf(reader->error + used, sizeof reader->error - (size_t)used, format, list);
}

uint64_t mx_reader_column(const struct mx_reader *reader) {
    return reader->offset + reader->at - reader->line_start + 1;
}

void mx_reader_fail_here(struct mx_reader *reader, const char *format, ...) {
    va_list list;
    va_start(list, format);
    mx_reader_fail_list(reader, reader->line, mx_reader_column(reader), format, list);
    va_end(list);
}

void mx_reader_fail_word(struct mx_reader *reader, const char *format, ...) {
    va_list list;
    va_start(list, format);
    mx_reader_fail_list(reader, reader->word_line, reader->word_column, format, list);
    va_end(list);
}

void mx_reader_reject(struct mx_reader *reader, size_t index, const char *format, ...) {
    va_list list;
    va_start(list, format);
    mx_reader_fail_list(reader, reader->word_line, reader->word_column + index, format, list);
    va_end(list);
}

bool mx_reader_fail_file(struct mx_reader *reader, const char *verb, int cause) {
    const struct shown_name name = show_name(reader->name);
    snprintf(reader->error, sizeof reader->error, "cannot %s %s: %s", verb, name.text,
             strerror(cause));
    return false;
}

bool mx_reader_ok(const struct mx_reader *reader) {
    return reader->error[0] == '\0';
}

bool mx_reader_fail_directory(struct mx_reader *reader) {
    const struct shown_name name = show_name(reader->name);
    snprintf(reader->error, sizeof reader->error, "%s is a directory", name.text);
    return false;
}
