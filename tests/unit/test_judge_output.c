/* Comparison of a program's output with the expected output. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "harness/input/select.h"
#include "harness/judge/judge_output.h"
#include "support/arena.h"

static struct mx_arena arena;

static struct mx_output compare(const char *problem, const char *got) {
    static const uint64_t answers[] = {7, 0, 12}, who[] = {1, 0, 1};
    struct mx_output output;
    bool words = strcmp(problem, "bacteria") != 0;
    assert_true(mx_output_compare(&output, mx_find_problem(problem), words ? who : answers, 3, got,
                                  strlen(got), &arena));
    return output;
}

static void is(enum mx_match match, const char *problem, const char *got) {
    struct mx_output output = compare(problem, got);
    if (output.match != match)
        fail_msg("match %d, expected %d: %s", output.match, match, got);
}

static void exact(void **state) {
    (void)state;
    is(MX_MATCH_EXACT, "bacteria", "Case #1: 7\nCase #2: 0\nCase #3: 12\n");
    is(MX_MATCH_EXACT, "bacteria", "Case #1: 7\nCase #2: 0\nCase #3: 12");
    is(MX_MATCH_EXACT, "bacteria", "Case #1: 7 \r\nCase #2: 0\t\r\nCase #3: 12\r\n\n \n");
    is(MX_MATCH_EXACT, "darkraft", "WIN\nLOSE\nWIN\n");
}

static void meaning(void **state) {
    (void)state;
    is(MX_MATCH_MEANING, "bacteria", "7\n0\n12\n");
    is(MX_MATCH_MEANING, "bacteria", "case 1:7\nCASE 2 0\nCase#3: 12\n");
    is(MX_MATCH_MEANING, "bacteria", "Case #1: 7 Case #2: 0\nCase #3: 12\n");
    is(MX_MATCH_MEANING, "bacteria", "Case #1: 7\n\nCase #2: 0\n\nCase #3: 12\n");
    is(MX_MATCH_MEANING, "bacteria", "Case #1: 7\nCase #2: 0\nCase #3: 12\nbye\n");
    is(MX_MATCH_MEANING, "bacteria", " Case #1: 7\nCase #2: 0\nCase #3: 12\n");
    is(MX_MATCH_MEANING, "bacteria", "07\n-0\n+12\n");
    is(MX_MATCH_MEANING, "bacteria", "Case #1: 7.0\nCase #2: 00\nCase #3: 012.00\n");
    is(MX_MATCH_MEANING, "bacteria", "Case-1: 7\nCase-2: 0\nCase-3: 12\n");
    is(MX_MATCH_MEANING, "darkraft", "win\nlose\nwin\n");
    is(MX_MATCH_MEANING, "darkraft", "WIN LOSE WIN");
}

static void wrong(void **state) {
    (void)state;
    is(MX_MATCH_NOT, "bacteria", "");
    is(MX_MATCH_NOT, "bacteria", "\n\n");
    is(MX_MATCH_NOT, "bacteria", "Case #1: 7\nCase #2: 0\n");
    is(MX_MATCH_NOT, "bacteria", "Case #1: 7\nCase #2: 0\nCase #3: 1\n");
    is(MX_MATCH_NOT, "bacteria", "Case #1: 7\nCase #2: 0\nCase #3: 112\n");
    is(MX_MATCH_NOT, "bacteria", "Case #1: 7\nCase #2: 0\nCase #4: 12\n");
    is(MX_MATCH_NOT, "bacteria", "debug\nCase #1: 7\nCase #2: 0\nCase #3: 12\n");
    is(MX_MATCH_NOT, "bacteria", "7\n0\n13\n");
    is(MX_MATCH_NOT, "bacteria", "Case #1: -7\nCase #2: 0\nCase #3: 12\n");
    is(MX_MATCH_NOT, "bacteria", "7\n0\n-12\n");
    is(MX_MATCH_NOT, "bacteria", "Case #1: 7.5\nCase #2: 0\nCase #3: 12\n");
    is(MX_MATCH_NOT, "bacteria", "Case #1: 70\nCase #2: 0\nCase #3: 12\n");
    is(MX_MATCH_NOT, "bacteria", "Case #1: 7\nCase #2: 0.1\nCase #3: 12\n");
    is(MX_MATCH_NOT, "darkraft", "WIN\nWIN\nWIN\n");
    is(MX_MATCH_NOT, "darkraft", "WINS\nLOSE\nWIN\n");
}

static void lines(void **state) {
    (void)state;
    struct mx_output output = compare("bacteria", "Case #1: 7\n1\n");
    assert_int_equal(output.lines, 2);
    assert_int_equal(output.line[0].match, MX_MATCH_EXACT);
    assert_int_equal(output.line[1].match, MX_MATCH_NOT);
    assert_int_equal(output.line[1].got.length, 1);
    assert_int_equal(output.line[2].match, MX_MATCH_NOT);
    assert_null(output.line[2].got.text);
    assert_string_equal(output.detail, "2 lines for 3 answers");
    assert_string_equal(compare("bacteria", " ").detail, "nothing was printed");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact),
        cmocka_unit_test(meaning),
        cmocka_unit_test(wrong),
        cmocka_unit_test(lines),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mx_arena_free(&arena);
    return failed;
}
