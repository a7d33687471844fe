/* skip_blanks finds a word and plain_run measures it; mx_reader_more is asked for bytes only when
 * the word runs up to the end of the buffer. Lines are counted only among blanks, as no word holds
 * a line feed. */
#include "support/reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "support/reader_internal.h"

enum { LONGEST_NUMBER = 4096 };

static const bool is_blank[256] = {[' '] = true, ['\t'] = true, ['\r'] = true, ['\n'] = true};

static inline bool blank(char byte) {
    return is_blank[(unsigned char)byte];
}

/* Skips the blanks that are in the buffer. */
static inline void skip_seen_blanks(struct mx_reader *reader) {
    const char *buffer = reader->buffer;
    const size_t end = reader->end;
    size_t at = reader->at;
    for (; at < end && blank(buffer[at]); at++)
        if (buffer[at] == '\n') {
            reader->line++;
            reader->line_start = reader->offset + at + 1;
        }
    reader->at = at;
}

/* True when a word starts at buffer[at]. */
static inline bool skip_blanks(struct mx_reader *reader) {
    if (reader->error[0] != '\0')
        return false;
    do
        skip_seen_blanks(reader);
    while (reader->at == reader->end && mx_reader_more(reader));
    return reader->at < reader->end;
}

bool mx_reader_at_end(struct mx_reader *reader) {
    return !skip_blanks(reader);
}

int mx_reader_next_byte(struct mx_reader *reader) {
    return skip_blanks(reader) ? (unsigned char)reader->buffer[reader->at] : -1;
}

void mx_reader_reject_here(struct mx_reader *reader, const char *format, ...) {
    (void)skip_blanks(reader);
    va_list list;
    va_start(list, format);
    mx_reader_fail_list(reader, reader->line, mx_reader_column(reader), format, list);
    va_end(list);
}

/* Whether one of eight bytes is below '!', as every blank is. */
static inline bool low_byte_in_8(const char *text) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t x;
    memcpy(&x, text, sizeof x);
    return ((x - ones * '!') & ~x & (ones * 0x80)) != 0;
}

/* Number of bytes before the first blank, at most `bytes`. */
static size_t plain_run(const char *text, size_t bytes) {
    size_t i = 0;
    while (bytes - i >= 8 && !low_byte_in_8(text + i))
        i += 8;
    while (i < bytes && !blank(text[i]))
        i++;
    return i;
}

/* True only when no byte is blank; may be false for other low bytes too. */
static inline bool surely_plain(const char *text, size_t bytes) {
    if (bytes < 8)
        return plain_run(text, bytes) == bytes;
    for (size_t i = 0; i < bytes - 8; i += 8)
        if (low_byte_in_8(text + i))
            return false;
    return !low_byte_in_8(text + bytes - 8);
}

static inline bool begin_word(struct mx_reader *reader, const char *what) {
    if (!skip_blanks(reader)) {
        mx_reader_fail_here(reader, "expected %s, found end of input", what);
        return false;
    }
    reader->word_line = reader->line;
    reader->word_column = reader->offset + reader->at - reader->line_start + 1;
    return true;
}

/* Loads the word at buffer[at], or its first `limit` bytes, into the buffer; returns the number of
 * bytes. */
static size_t gather(struct mx_reader *reader, size_t limit) {
    size_t run = 0;
    do {
        const size_t seen = reader->end - reader->at;
        run += plain_run(reader->buffer + reader->at + run, (seen < limit ? seen : limit) - run);
        if (run == limit || run < seen)
            break;
    } while (mx_reader_more(reader));
    return run;
}

/* `done` bytes of the word lie before buffer[at]; more than `expected` if it is too long. */
static void fail_length(struct mx_reader *reader, const char *what, uint64_t done,
                        uint64_t expected) {
    const size_t seen = reader->end - reader->at;
    const size_t run = plain_run(reader->buffer + reader->at, seen);
    const bool whole = run < seen || reader->drained;
    const uint64_t length = whole ? done + run : expected;
    mx_reader_fail_word(reader, "%s has %s%" PRIu64 " character%s, expected %" PRIu64, what,
                        whole ? "" : "more than ", length, length == 1 ? "" : "s", expected);
}

const char *mx_reader_word(struct mx_reader *reader, const char *what, size_t length) {
    if (!begin_word(reader, what))
        return NULL;
    const char *word = reader->buffer + reader->at;
    if (length >= reader->end - reader->at || !blank(word[length]) || !surely_plain(word, length)) {
        const size_t run = gather(reader, length < SIZE_MAX ? length + 1 : length);
        if (run != length)
            fail_length(reader, what, 0, length);
        if (!mx_reader_ok(reader))
            return NULL;
        word = reader->buffer + reader->at;
    }
    reader->at += length;
    return word;
}

static bool parse(const char *digits, size_t bytes, uint64_t *value) {
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i++) {
        const uint64_t digit = (uint64_t)(digits[i] - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = 10 * sum + digit;
    }
    *value = sum;
    return true;
}

static bool all_digits(const char *word, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (word[i] < '0' || word[i] > '9')
            return false;
    return true;
}

static bool check_digits(struct mx_reader *reader, const char *what, size_t run) {
    const char *word = reader->buffer + reader->at;
    if (!all_digits(word, run))
        mx_reader_fail_word(reader, "expected %s, found \"%s\"", what,
                            mx_reader_show(word, run).text);
    else if (run > LONGEST_NUMBER)
        mx_reader_fail_word(reader, "%s has more than %d digits", what, LONGEST_NUMBER);
    return mx_reader_ok(reader);
}

bool mx_reader_number(struct mx_reader *reader, const char *what, uint64_t least, uint64_t most,
                      uint64_t *value) {
    if (!begin_word(reader, what))
        return false;
    const size_t run = gather(reader, LONGEST_NUMBER + 1);
    if (!mx_reader_ok(reader) || !check_digits(reader, what, run))
        return false;
    const char *word = reader->buffer + reader->at;
    uint64_t number;
    if (!parse(word, run, &number) || number < least || number > most) {
        mx_reader_fail_word(reader, "%s %s is out of range %" PRIu64 " to %" PRIu64, what,
                            mx_reader_show(word, run).text, least, most);
        return false;
    }
    reader->at += run;
    *value = number;
    return true;
}

/* Skips allowed bytes, at most `length`, and returns their number. Stops at a byte that is not
 * allowed and at the end of input. */
static uint64_t take_allowed(struct mx_reader *reader, uint64_t length, const char *allowed) {
    bool may[256] = {false};
    for (const char *byte = allowed; *byte != '\0'; byte++)
        may[(unsigned char)*byte] = true;
    uint64_t done = 0;
    do {
        const char *from = reader->buffer + reader->at;
        const uint64_t seen = reader->end - reader->at, want = length - done;
        const size_t bytes = (size_t)(seen < want ? seen : want);
        size_t taken = 0;
        while (taken < bytes && may[(unsigned char)from[taken]])
            taken++;
        reader->at += taken;
        done += taken;
    } while (reader->at == reader->end && mx_reader_more(reader));
    return done;
}

static void fail_character(struct mx_reader *reader, const char *what, char found,
                           const char *allowed) {
    mx_reader_fail_here(reader, "%s has \"%s\", expected one of \"%s\"", what,
                        mx_reader_show(&found, 1).text,
                        mx_reader_show(allowed, strlen(allowed)).text);
}

bool mx_reader_skip_word(struct mx_reader *reader, const char *what, uint64_t length,
                         const char *allowed) {
    if (!begin_word(reader, what))
        return false;
    const uint64_t done = take_allowed(reader, length, allowed);
    if (!mx_reader_ok(reader))
        return false;
    const char *next = reader->buffer + reader->at;
    const bool ended = reader->at == reader->end || blank(*next);
    if (ended && done == length)
        return true;
    if (ended || done == length)
        fail_length(reader, what, done, length);
    else
        fail_character(reader, what, *next, allowed);
    return false;
}
