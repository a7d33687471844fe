/* How long answers are compared: bytes are equal or not, floats and doubles value by value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "harness/input/answers.h"

static size_t sixteen(const void *instance) {
    (void)instance;
    return 16;
}

static struct mx_problem problem_of(enum mx_answer_kind kind, struct mx_tolerance tolerance) {
    return (struct mx_problem){
        .name = "p", .answer_kind = kind, .answer_bytes = sixteen, .tolerance = tolerance};
}

/* Whether two doubles agree, as the second value of an answer. */
static bool doubles_agree(struct mx_tolerance tolerance, double one, double other) {
    const struct mx_problem problem = problem_of(MX_ANSWER_DOUBLES, tolerance);
    const double ours[] = {1, one}, theirs[] = {1, other};
    const bool agree = mx_answers_agree(&problem, NULL, ours, theirs);
    assert_int_equal(mx_answers_agree(&problem, NULL, theirs, ours), agree);
    return agree;
}

static void without_a_tolerance_values_are_equal(void **state) {
    (void)state;
    const struct mx_tolerance none = {0};
    assert_true(doubles_agree(none, 0.5, 0.5));
    assert_true(doubles_agree(none, 0.0, -0.0));
    assert_true(doubles_agree(none, NAN, NAN));
    assert_true(doubles_agree(none, INFINITY, INFINITY));
    assert_false(doubles_agree(none, 1, nextafter(1, 2)));
}

static void each_tolerance_alone_is_enough(void **state) {
    (void)state;
    const struct mx_tolerance relative = {.relative = 1e-3}, ulps = {.ulps = 2},
                              absolute = {.absolute = 0.5};
    assert_true(doubles_agree(relative, 1000, 1000.9));
    assert_false(doubles_agree(relative, 1000, 1001.1));
    assert_true(doubles_agree(ulps, 1, 1 + 2 * 0x1p-52));
    assert_false(doubles_agree(ulps, 1, 1 + 3 * 0x1p-52));
    assert_true(doubles_agree(absolute, -0.2, 0.2));
    assert_false(doubles_agree(absolute, -0.3, 0.3));
}

static void no_tolerance_covers_infinity_and_nan(void **state) {
    (void)state;
    const struct mx_tolerance wide = {.relative = 10, .ulps = 1e9, .absolute = 1e9};
    assert_false(doubles_agree(wide, INFINITY, 1));
    assert_false(doubles_agree(wide, INFINITY, -INFINITY));
    assert_false(doubles_agree(wide, NAN, 1));
    assert_false(doubles_agree(wide, 0x1.fffffffffffffp1023, INFINITY));
}

static void an_ulp_is_that_of_the_answers_type(void **state) {
    (void)state;
    const struct mx_problem problem =
        problem_of(MX_ANSWER_FLOATS, (struct mx_tolerance){.ulps = 1});
    const float ours[] = {1, 2, 3, 1}, near[] = {1, 2, 3, nextafterf(1, 2)},
                far[] = {1, 2, 3, nextafterf(nextafterf(1, 2), 2)};
    char text[200];
    assert_true(mx_answers_agree(&problem, NULL, ours, near));
    assert_false(mx_answers_agree(&problem, NULL, ours, far));
    mx_answers_difference(&problem, NULL, ours, far, text, sizeof text);
    assert_non_null(strstr(text, "value 4 of 4 is 1, not 1.00000023"));
    assert_non_null(strstr(text, "2 ulps"));
}

static void bytes_are_compared_exactly(void **state) {
    (void)state;
    const struct mx_problem problem =
        problem_of(MX_ANSWER_BYTES, (struct mx_tolerance){.absolute = 100});
    char ours[16] = "an answer", theirs[16] = "an answer", text[200];
    assert_true(mx_answers_agree(&problem, NULL, ours, theirs));
    assert_int_equal(mx_answer_hash(&problem, NULL, ours), mx_answer_hash(&problem, NULL, theirs));
    theirs[15] = 1;
    assert_false(mx_answers_agree(&problem, NULL, ours, theirs));
    mx_answers_difference(&problem, NULL, ours, theirs, text, sizeof text);
    assert_string_equal(text, "byte 16 of 16 is 0x00, not 0x01");
    assert_int_equal(mx_answer_stride(&problem, NULL), 16);
}

static void tell(const void *instance, const void *answer, const void *other, char *text,
                 size_t room) {
    (void)instance;
    snprintf(text, room, "%s or %s", (const char *)answer, (const char *)other);
}

static void a_problem_describes_its_own_differences(void **state) {
    (void)state;
    struct mx_problem problem = problem_of(MX_ANSWER_BYTES, (struct mx_tolerance){0});
    const char ours[16] = "left", theirs[16] = "right";
    char text[200];
    problem.describe_difference = tell;
    mx_answers_difference(&problem, NULL, ours, theirs, text, sizeof text);
    assert_string_equal(text, "left or right");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_tolerance_values_are_equal),
        cmocka_unit_test(each_tolerance_alone_is_enough),
        cmocka_unit_test(no_tolerance_covers_infinity_and_nan),
        cmocka_unit_test(an_ulp_is_that_of_the_answers_type),
        cmocka_unit_test(bytes_are_compared_exactly),
        cmocka_unit_test(a_problem_describes_its_own_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
