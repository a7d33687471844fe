/* Reader on text in memory: words, numbers, wording and position of errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "support/reader.h"

#define TEXT(reader, text) mx_reader_open_text(&(reader), "game.txt", text, sizeof(text) - 1)

/* Reads a text in some way; the test compares the reader's error. */
typedef void action(struct mx_reader *reader);

static void check(const char *text, size_t bytes, action *act, const char *error) {
    struct mx_reader reader;
    assert_true(mx_reader_open_text(&reader, "game.txt", text, bytes));
    act(&reader);
    assert_string_equal(reader.error, error);
    assert_int_equal(mx_reader_ok(&reader), error[0] == '\0');
    mx_reader_close(&reader);
}

#define CHECK(text, act, error) check(text, sizeof(text) - 1, act, error)

static void number(struct mx_reader *reader) {
    uint64_t value = 77;
    if (!mx_reader_number(reader, "number of rows", 1, 1023, &value))
        assert_int_equal(value, 77);
}

static void any_number(struct mx_reader *reader) {
    uint64_t value;
    if (mx_reader_number(reader, "seed", 0, UINT64_MAX, &value))
        assert_int_equal(value, UINT64_MAX);
}

static void word5(struct mx_reader *reader) {
    (void)mx_reader_word(reader, "row 2", 5);
}

static void word10(struct mx_reader *reader) {
    (void)mx_reader_word(reader, "row 2", 10);
}

static void skip5(struct mx_reader *reader) {
    (void)mx_reader_skip_word(reader, "row 2", 5, "01");
}

static void end(struct mx_reader *reader) {
    assert_true(mx_reader_at_end(reader));
}

static void reads_what_is_there(void **state) {
    (void)state;
    struct mx_reader reader;
    TEXT(reader, "  12\t\r\nabc 0000000000000000000000000009\n\n01010\r\nlongerword");
    uint64_t value = 0;
    assert_true(mx_reader_number(&reader, "n", 12, 12, &value));
    assert_int_equal(value, 12);
    assert_memory_equal(mx_reader_word(&reader, "w", 3), "abc", 3);
    assert_true(mx_reader_number(&reader, "n", 0, 9, &value));
    assert_int_equal(value, 9);
    assert_true(mx_reader_skip_word(&reader, "w", 5, "01"));
    assert_false(mx_reader_at_end(&reader));
    assert_memory_equal(mx_reader_word(&reader, "w", 10), "longerword", 10);
    assert_true(mx_reader_at_end(&reader));
    assert_true(mx_reader_ok(&reader));
}

static void end_of_input(void **state) {
    (void)state;
    CHECK("", end, "");
    CHECK(" \r\n\t", end, "");
    CHECK("", number, "game.txt:1:1: expected number of rows, found end of input");
    CHECK("  \n ", number, "game.txt:2:2: expected number of rows, found end of input");
    CHECK("\r\n\n", word5, "game.txt:3:1: expected row 2, found end of input");
    CHECK("", skip5, "game.txt:1:1: expected row 2, found end of input");
}

static void number_errors(void **state) {
    (void)state;
    CHECK("1023", number, "");
    CHECK("\n  2000000000\n", number,
          "game.txt:2:3: number of rows 2000000000 is out of range 1 to 1023");
    CHECK("0", number, "game.txt:1:1: number of rows 0 is out of range 1 to 1023");
    CHECK("1024 ", number, "game.txt:1:1: number of rows 1024 is out of range 1 to 1023");
    CHECK("-1", number, "game.txt:1:1: expected number of rows, found \"-1\"");
    CHECK("+1", number, "game.txt:1:1: expected number of rows, found \"+1\"");
    CHECK("1x", number, "game.txt:1:1: expected number of rows, found \"1x\"");
    CHECK("ab\x01", number, "game.txt:1:1: expected number of rows, found \"ab\\x01\"");
    CHECK("1\0 2", number, "game.txt:1:1: expected number of rows, found \"1\\x00\"");
    CHECK("\"\\\xff", number, "game.txt:1:1: expected number of rows, found \"\\x22\\x5c\\xff\"");
    CHECK("abcdefghijklmnopqrst", number,
          "game.txt:1:1: expected number of rows, found \"abcdefghijklmnopqrst\"");
    CHECK("abcdefghijklmnopqrstu", number,
          "game.txt:1:1: expected number of rows, found \"abcdefghijklmnopqrst...\"");
}

static void number_overflow(void **state) {
    (void)state;
    CHECK("18446744073709551615", any_number, "");
    CHECK("18446744073709551616", any_number,
          "game.txt:1:1: seed 18446744073709551616 is out of range 0 to 18446744073709551615");
    CHECK("99999999999999999999", any_number,
          "game.txt:1:1: seed 99999999999999999999 is out of range 0 to 18446744073709551615");
    CHECK("184467440737095516150", any_number,
          "game.txt:1:1: seed 18446744073709551615... is out of range 0 to 18446744073709551615");
    char zeros[4097];
    memset(zeros, '0', sizeof zeros);
    zeros[4095] = '7';
    check(zeros, 4096, number, "");
    check(zeros, 4097, number, "game.txt:1:1: number of rows has more than 4096 digits");
}

static void word_errors(void **state) {
    (void)state;
    CHECK("\n\n    abcd\n", word5, "game.txt:3:5: row 2 has 4 characters, expected 5");
    CHECK("a", word5, "game.txt:1:1: row 2 has 1 character, expected 5");
    CHECK("abcdef x", word5, "game.txt:1:1: row 2 has 6 characters, expected 5");
    CHECK("abcdef", word5, "game.txt:1:1: row 2 has 6 characters, expected 5");
    CHECK("ab\tcd", word5, "game.txt:1:1: row 2 has 2 characters, expected 5");
    CHECK("abcdefghi\n", word10, "game.txt:1:1: row 2 has 9 characters, expected 10");
    CHECK("abcd\nefghi ", word10, "game.txt:1:1: row 2 has 4 characters, expected 10");
    CHECK("a\0\x01\xff"
          "e",
          word5, "");
}

static void skip_errors(void **state) {
    (void)state;
    CHECK("01100", skip5, "");
    CHECK(" 0110\n", skip5, "game.txt:1:2: row 2 has 4 characters, expected 5");
    CHECK(" 0110000\n", skip5, "game.txt:1:2: row 2 has 7 characters, expected 5");
    CHECK("\n\t01x00\n", skip5, "game.txt:2:4: row 2 has \"x\", expected one of \"01\"");
    CHECK("0\0001\n", skip5, "game.txt:1:2: row 2 has \"\\x00\", expected one of \"01\"");
}

static void blanks_end_words_at_every_length(void **state) {
    (void)state;
    const char blanks[] = " \t\r\n";
    for (size_t length = 1; length < 40; length++)
        for (size_t at = 1; at <= length; at++)
            for (int k = 0; k < 4; k++) {
                char text[64];
                memset(text, 'x', sizeof text);
                text[at] = blanks[k];
                struct mx_reader reader;
                mx_reader_open_text(&reader, "t", text, at == length ? at + 1 : length + 1);
                assert_int_equal(mx_reader_word(&reader, "w", length) != NULL, at == length);
            }
}

static void reject_points_into_the_last_word(void **state) {
    (void)state;
    struct mx_reader reader;
    TEXT(reader, "7\n  abc\n\n  d");
    uint64_t value;
    assert_true(mx_reader_number(&reader, "n", 0, 9, &value));
    assert_non_null(mx_reader_word(&reader, "w", 3));
    assert_false(mx_reader_at_end(&reader));
    mx_reader_reject(&reader, 2, "bad %s", "cell");
    assert_string_equal(reader.error, "game.txt:2:5: bad cell");
}

static void reject_here_points_at_the_next_word(void **state) {
    (void)state;
    struct mx_reader reader;
    TEXT(reader, "abc \n  d");
    assert_non_null(mx_reader_word(&reader, "w", 3));
    mx_reader_reject_here(&reader, "%d too many", 1);
    assert_string_equal(reader.error, "game.txt:2:3: 1 too many");
    TEXT(reader, "abc \n");
    assert_non_null(mx_reader_word(&reader, "w", 3));
    mx_reader_reject_here(&reader, "more, please");
    assert_string_equal(reader.error, "game.txt:2:1: more, please");
}

static void first_error_sticks(void **state) {
    (void)state;
    struct mx_reader reader;
    TEXT(reader, "x 12 abc");
    number(&reader);
    char first[sizeof reader.error];
    memcpy(first, reader.error, sizeof first);
    assert_int_not_equal(first[0], '\0');
    uint64_t value = 5;
    assert_false(mx_reader_number(&reader, "n", 0, 99, &value));
    assert_int_equal(value, 5);
    assert_null(mx_reader_word(&reader, "w", 1));
    assert_false(mx_reader_skip_word(&reader, "w", 1, "x"));
    assert_true(mx_reader_at_end(&reader));
    mx_reader_reject(&reader, 0, "other");
    mx_reader_reject_here(&reader, "other");
    assert_string_equal(reader.error, first);
}

static void odd_names_are_escaped(void **state) {
    (void)state;
    struct mx_reader reader;
    mx_reader_open_text(&reader, "a\nb\x1b.txt", "", 0);
    number(&reader);
    assert_string_equal(reader.error,
                        "a\\x0ab\\x1b.txt:1:1: expected number of rows, found end of input");
    char name[5000];
    memset(name, '\n', sizeof name);
    memcpy(name + sizeof name - 9, "tail.txt", 9);
    mx_reader_open_text(&reader, name, "", 0);
    number(&reader);
    assert_memory_equal(reader.error, "...\\x0a", 7);
    assert_non_null(strstr(reader.error, "tail.txt:1:1: expected number of rows, found end"));
}

static void long_texts_are_cut(void **state) {
    (void)state;
    struct mx_reader reader;
    char what[1000];
    memset(what, 'w', sizeof what);
    what[sizeof what - 1] = '\0';
    TEXT(reader, "");
    assert_null(mx_reader_word(&reader, what, 3));
    assert_int_equal(strlen(reader.error), sizeof reader.error - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_is_there),
        cmocka_unit_test(end_of_input),
        cmocka_unit_test(number_errors),
        cmocka_unit_test(number_overflow),
        cmocka_unit_test(word_errors),
        cmocka_unit_test(skip_errors),
        cmocka_unit_test(blanks_end_words_at_every_length),
        cmocka_unit_test(reject_points_into_the_last_word),
        cmocka_unit_test(reject_here_points_at_the_next_word),
        cmocka_unit_test(first_error_sticks),
        cmocka_unit_test(odd_names_are_escaped),
        cmocka_unit_test(long_texts_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
