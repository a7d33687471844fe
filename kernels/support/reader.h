/* Strict, streaming input of blank-separated words with line and column in every error.
 *
 * Blanks are space, tab, CR and LF. A word is a longest run of other bytes. Memory is constant
 * except for a word asked for by length, whose bytes are all in the buffer at once. The first error
 * sticks: later calls fail at once and keep its text, so a caller may check once at the end.
 * A signal whose handler does not restart system calls ends reading with an error as well.
 */
#ifndef MX_SUPPORT_READER_H
#define MX_SUPPORT_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mx_reader {
    int file;         /* file descriptor; -1 for text in memory */
    const char *name; /* as errors show it; the caller's */
    const char *buffer;
    char *owned;          /* the same memory where the reader owns it; NULL for text in memory */
    size_t room, at, end; /* buffer[at .. end) is unread */
    bool drained;         /* the file has no more bytes */
    uint64_t line;        /* of buffer[at], from 1 */
    uint64_t line_start;  /* file offset of that line's first byte */
    uint64_t offset;      /* file offset of buffer[0] */
    uint64_t word_line;   /* where the word read last starts */
    uint64_t word_column;
    char error[320]; /* "" while all is well, else "name:line:column: what is wrong", or without a
                        position "cannot open name: cause" and the like */
};

/* Opens `path` ("-" is standard input). False, with reader->error set, when that fails; a
 * directory is refused here. mx_reader_close is needed only after success. `path` must outlive the
 * reader. */
bool mx_reader_open(struct mx_reader *reader, const char *path);

/* Moves standard input to a descriptor above those that a program expects, and leaves an empty one
 * in its place: a kernel that reads finds nothing. Returns -1 with errno when it cannot. */
int mx_take_standard_input(void);

/* Reads from memory that outlives the reader. */
bool mx_reader_open_text(struct mx_reader *reader, const char *name, const char *text,
                         size_t bytes);

void mx_reader_close(struct mx_reader *reader);

bool mx_reader_ok(const struct mx_reader *reader);

/* Skips blanks; true when nothing else is left (or after an error). */
bool mx_reader_at_end(struct mx_reader *reader);

/* The first byte of the next word, which stays unread; -1 at the end and after an error. Skips
 * blanks. */
int mx_reader_next_byte(struct mx_reader *reader);

/* A decimal number (digits only, at most 4096 of them) in least .. most. `what` names it in errors,
 * for example "number of rows". False on error; *value is then untouched. */
bool mx_reader_number(struct mx_reader *reader, const char *what, uint64_t least, uint64_t most,
                      uint64_t *value);

/* A word of exactly `length` >= 1 bytes; NULL on error. Points into the buffer, is not
 * terminated, and is valid until the next call. `what` names it, for example "row 3". */
const char *mx_reader_word(struct mx_reader *reader, const char *what, size_t length);

/* The same without keeping it: checks that a word has `length` bytes, all of them among
 * `allowed`, in constant memory. */
bool mx_reader_skip_word(struct mx_reader *reader, const char *what, uint64_t length,
                         const char *allowed);

/* Records an error at byte `index` of the word read last, by any of the three functions above. */
void mx_reader_reject(struct mx_reader *reader, size_t index, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Records an error at the start of the next word, or at the end of input; skips blanks. */
void mx_reader_reject_here(struct mx_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif

#endif
