/* Shared by the reader's own files: errors (reader_error.c) and input (reader_file.c). */
#ifndef MX_SUPPORT_READER_INTERNAL_H
#define MX_SUPPORT_READER_INTERNAL_H

#include <stdarg.h>
#include <stdint.h>

#include "support/reader.h"

/* Appends to the unread bytes, perhaps moving them; false when there are no more or an error is
 * set. */
bool mx_reader_more(struct mx_reader *reader);

/* Column of buffer[at]. */
uint64_t mx_reader_column(const struct mx_reader *reader);

/* None of these replaces an earlier error. */
void mx_reader_fail_list(struct mx_reader *reader, uint64_t line, uint64_t column,
                         const char *format, va_list list) __attribute__((format(printf, 4, 0)));

/* Records an error at buffer[at]. */
void mx_reader_fail_here(struct mx_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Records an error at the start of the word read last. */
void mx_reader_fail_word(struct mx_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Records "cannot `verb` name: cause"; returns false. */
bool mx_reader_fail_file(struct mx_reader *reader, const char *verb, int cause);

/* Records "name is a directory"; returns false. */
bool mx_reader_fail_directory(struct mx_reader *reader);

/* The start of a word, odd bytes escaped, with "..." when it is cut. */
enum { MX_SHOWN_WORD = 20 };
struct mx_reader_shown {
    char text[4 * MX_SHOWN_WORD + 4];
};
struct mx_reader_shown mx_reader_show(const char *word, size_t bytes);

#endif
