/* Reader on files: opening, refills, growth, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/reader.h"

#if defined(__has_feature)
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#else
#define SANITIZED (HAS_FEATURE(address_sanitizer) || HAS_FEATURE(thread_sanitizer))
#endif

enum { BUFFER = 1 << 18 };

static char path[] = P_tmpdir "/mx_reader_XXXXXX";

static int make_file(void **state) {
    (void)state;
    const int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **state) {
    (void)state;
    return unlink(path);
}

static void fill(const char *text, size_t bytes) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

/* The file becomes `blanks` spaces, `bytes` times `byte`, and `tail`. */
static void fill_run(size_t blanks, char byte, size_t bytes, const char *tail) {
    char *text = malloc(blanks + bytes + strlen(tail) + 1);
    assert_non_null(text);
    memset(text, ' ', blanks);
    memset(text + blanks, byte, bytes);
    memcpy(text + blanks + bytes, tail, strlen(tail) + 1);
    fill(text, blanks + bytes + strlen(tail));
    free(text);
}

static void expect(const struct mx_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void expect(const struct mx_reader *reader, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    assert_string_equal(reader->error, text);
}

static void cannot_be_opened(void **state) {
    (void)state;
    struct mx_reader reader;
    assert_false(mx_reader_open(&reader, "/nonexistent/game.txt"));
    expect(&reader, "cannot open /nonexistent/game.txt: No such file or directory");
    assert_false(mx_reader_open(&reader, "/tmp"));
    expect(&reader, "/tmp is a directory");
    assert_false(mx_reader_open(&reader, ""));
    expect(&reader, "cannot open : No such file or directory");
    mx_reader_close(&reader);
}

static void unreadable(void **state) {
    (void)state;
    const bool root = geteuid() == 0;
    if (root && seteuid(65534) != 0)
        skip();
    struct mx_reader reader;
    const bool opened = mx_reader_open(&reader, "/proc/1/mem");
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_false(opened);
    expect(&reader, "cannot open /proc/1/mem: Permission denied");
}

static void read_error(void **state) {
    (void)state;
    struct mx_reader reader;
    if (!mx_reader_open(&reader, "/proc/self/mem"))
        skip();
    assert_null(mx_reader_word(&reader, "w", 3));
    expect(&reader, "cannot read /proc/self/mem: Input/output error");
    mx_reader_close(&reader);
}

static void empty_file(void **state) {
    (void)state;
    fill("", 0);
    struct mx_reader reader;
    uint64_t value;
    assert_true(mx_reader_open(&reader, path));
    assert_true(mx_reader_at_end(&reader));
    assert_false(mx_reader_number(&reader, "number of cases", 1, 2, &value));
    expect(&reader, "%s:1:1: expected number of cases, found end of input", path);
    mx_reader_close(&reader);
}

/* Words of all kinds, three times the buffer, so that refills fall everywhere. */
static void larger_than_the_buffer(void **state) {
    (void)state;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    uint64_t lines = 0;
    for (long bytes = 0; bytes < 3 * BUFFER; bytes = ftell(file), lines++)
        fprintf(file, "%06u abcdefghijklmn%c 01101001\r\n", (unsigned)lines,
                (char)('a' + lines % 26));
    fprintf(file, "%*s", BUFFER + 5, "x");
    fclose(file);
    struct mx_reader reader;
    assert_true(mx_reader_open(&reader, path));
    for (uint64_t i = 0; i < lines; i++) {
        uint64_t value;
        assert_true(mx_reader_number(&reader, "n", i, i, &value));
        const char *word = mx_reader_word(&reader, "w", 15);
        assert_non_null(word);
        assert_memory_equal(word, "abcdefghijklmn", 14);
        assert_int_equal(word[14], 'a' + i % 26);
        assert_true(mx_reader_skip_word(&reader, "s", 8, "01"));
    }
    assert_int_equal(reader.room, BUFFER);
    assert_null(mx_reader_word(&reader, "w", 2));
    expect(&reader, "%s:%ju:%d: w has 1 character, expected 2", path, (uintmax_t)lines + 1,
           BUFFER + 5);
    mx_reader_close(&reader);
}

static void word_across_a_refill(void **state) {
    (void)state;
    for (size_t blanks = BUFFER - 9; blanks < BUFFER + 2; blanks++) {
        fill_run(blanks, 'x', 8, "");
        struct mx_reader reader;
        assert_true(mx_reader_open(&reader, path));
        assert_memory_equal(mx_reader_word(&reader, "w", 8), "xxxxxxxx", 8);
        mx_reader_reject(&reader, 3, "no");
        expect(&reader, "%s:1:%zu: no", path, blanks + 4);
        mx_reader_close(&reader);
    }
}

static void word_larger_than_the_buffer(void **state) {
    (void)state;
    const size_t length = 5 * BUFFER + 3;
    fill_run(BUFFER / 2, 'x', length, " y");
    struct mx_reader reader;
    assert_true(mx_reader_open(&reader, path));
    const char *word = mx_reader_word(&reader, "row", length);
    assert_non_null(word);
    for (size_t i = 0; i < length; i++)
        assert_int_equal(word[i], 'x');
    assert_memory_equal(mx_reader_word(&reader, "w", 1), "y", 1);
    assert_true(mx_reader_at_end(&reader));
    mx_reader_close(&reader);
}

static void word_shorter_than_a_huge_one(void **state) {
    (void)state;
    fill_run(0, 'x', BUFFER + 7, "\nnext");
    struct mx_reader reader;
    assert_true(mx_reader_open(&reader, path));
    assert_null(mx_reader_word(&reader, "row 1", SIZE_MAX));
    expect(&reader, "%s:1:1: row 1 has %d characters, expected %zu", path, BUFFER + 7, SIZE_MAX);
    mx_reader_close(&reader);
}

static void skip_across_refills(void **state) {
    (void)state;
    const uint64_t length = 3 * BUFFER + 17;
    for (uint64_t asked = length - 1; asked <= length + 1; asked++) {
        fill_run(3, '0', length, "\n");
        struct mx_reader reader;
        assert_true(mx_reader_open(&reader, path));
        const bool same = asked == length;
        assert_int_equal(mx_reader_skip_word(&reader, "board", asked, "10"), same);
        assert_int_equal(reader.room, BUFFER);
        if (!same)
            expect(&reader, "%s:1:4: board has %ju characters, expected %ju", path,
                   (uintmax_t)length, (uintmax_t)asked);
        mx_reader_close(&reader);
    }
}

static void skip_names_the_wrong_column(void **state) {
    (void)state;
    fill_run(3, '0', 2 * BUFFER, "2 ");
    struct mx_reader reader;
    assert_true(mx_reader_open(&reader, path));
    assert_false(mx_reader_skip_word(&reader, "board", 1000000000, "01"));
    expect(&reader, "%s:1:%d: board has \"2\", expected one of \"01\"", path, 2 * BUFFER + 4);
    mx_reader_close(&reader);
}

/* /dev/zero is one endless word. */
static void endless_words_are_refused_early(void **state) {
    (void)state;
    struct mx_reader reader;
    uint64_t value;
    assert_true(mx_reader_open(&reader, "/dev/zero"));
    assert_false(mx_reader_number(&reader, "n", 0, 9, &value));
    assert_int_equal(strncmp(reader.error, "/dev/zero:1:1: expected n, found \"\\x00", 38), 0);
    assert_non_null(strstr(reader.error, "\\x00...\""));
    mx_reader_close(&reader);
    assert_true(mx_reader_open(&reader, "/dev/zero"));
    assert_null(mx_reader_word(&reader, "w", 5));
    expect(&reader, "/dev/zero:1:1: w has more than 5 characters, expected 5");
    mx_reader_close(&reader);
    assert_true(mx_reader_open(&reader, "/dev/zero"));
    assert_false(mx_reader_skip_word(&reader, "w", 5, "a"));
    expect(&reader, "/dev/zero:1:1: w has \"\\x00\", expected one of \"a\"");
    mx_reader_close(&reader);
}

/* A child with little address space; no such limit works with a sanitizer's shadow memory. */
static void out_of_memory(void **state) {
    (void)state;
    if (SANITIZED)
        skip();
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {100000000, 100000000};
        struct mx_reader reader;
        _exit(setrlimit(RLIMIT_AS, &limit) != 0 || !mx_reader_open(&reader, "/dev/zero") ||
              mx_reader_word(&reader, "w", SIZE_MAX) != NULL ||
              strcmp(reader.error, "/dev/zero:1:1: out of memory") != 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cannot_be_opened),
        cmocka_unit_test(unreadable),
        cmocka_unit_test(read_error),
        cmocka_unit_test(empty_file),
        cmocka_unit_test(larger_than_the_buffer),
        cmocka_unit_test(word_across_a_refill),
        cmocka_unit_test(word_larger_than_the_buffer),
        cmocka_unit_test(word_shorter_than_a_huge_one),
        cmocka_unit_test(skip_across_refills),
        cmocka_unit_test(skip_names_the_wrong_column),
        cmocka_unit_test(endless_words_are_refused_early),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
