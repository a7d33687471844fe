/* Medians, the sign test's interval and p-value, Holm's correction, on values worked out by hand.
 * tests/stats/compare_with_scipy.py compares with scipy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure/stats.h"

/* cmocka compares as float. */
static void near(double found, double wanted) {
    if (fabs(found - wanted) > 1e-12)
        fail_msg("%.17g instead of %.17g", found, wanted);
}

static void medians(void **state) {
    (void)state;
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2}, one[] = {7};
    mx_sort(odd, 3);
    mx_sort(even, 4);
    near(mx_median(odd, 3), 2);
    near(mx_median(even, 4), 2.5);
    near(mx_median(one, 1), 7);
}

/* The sixth and the fifteenth of twenty values: 1 - 2 * 21700 / 2^20. */
static void interval_of_twenty(void **state) {
    (void)state;
    double values[20];
    struct mx_interval interval;
    for (int i = 0; i < 20; i++)
        values[i] = i + 1;
    assert_true(mx_sign_interval(values, 20, 0.95, 1, &interval));
    near(interval.low, 6);
    near(interval.high, 15);
    near(interval.coverage, 1 - 2 * 21700.0 / 1048576);
}

/* Six values are the fewest: 1 - 2 / 64. */
static void too_few_values_are_said(void **state) {
    (void)state;
    double values[] = {1, 2, 3, 4, 5, 6};
    struct mx_interval interval;
    assert_true(mx_sign_interval(values, 6, 0.95, 1, &interval));
    near(interval.coverage, 0.96875);
    assert_false(mx_sign_interval(values, 5, 0.95, 1, &interval));
    near(interval.high, 5);
    near(interval.coverage, 0.9375);
    assert_false(mx_sign_interval(values, 1, 0.95, 1, &interval));
}

static void sign_test(void **state) {
    (void)state;
    const double values[] = {1, 2, 3, 4, 5, 6, 7, 8};
    near(mx_sign_test(values, 8, 0, 1), 2.0 / 256);
    near(mx_sign_test(values, 8, 1.5, 1), 2 * 9.0 / 256);
    near(mx_sign_test(values, 8, 2, 1), 2 * 8.0 / 128);
    near(mx_sign_test(values, 8, 4.5, 1), 1);
    near(mx_sign_test(values, 1, 1, 1), 1);
}

/* Twenty values that count as five: twice the distance in ranks, 9.5 - 2 * 4.5. */
static void dependent_values_widen_the_interval(void **state) {
    (void)state;
    double values[20];
    struct mx_interval interval;
    for (int i = 0; i < 20; i++)
        values[i] = i + 1;
    assert_true(mx_sign_interval(values, 20, 0.95, 4, &interval));
    near(interval.low, 1);
    near(interval.high, 20);
    assert_false(mx_sign_interval(values, 20, 0.95, 5, &interval));
    near(interval.coverage, 0);
    near(mx_sign_test(values, 20, 0, 4), 2.0 / 32);
}

/* Neighbouring ranks of a ramp correlate, those of a saw do not; too few values give no result. */
static void dependence(void **state) {
    (void)state;
    double ramp[20], saw[20];
    for (int i = 0; i < 20; i++) {
        ramp[i] = i;
        saw[i] = i % 2;
    }
    struct mx_resemblance ramps = {.count = 0}, saws = {.count = 0}, few = {.count = 0};
    mx_resemblance_add(&ramps, ramp, 20);
    mx_resemblance_add(&saws, saw, 20);
    mx_resemblance_add(&few, ramp, 3);
    near(ramps.squares, 665);
    near(ramps.products, 565.25);
    near(mx_dependence(&saws), 1);
    near(mx_dependence(&few), 1);
    near(mx_dependence(&(struct mx_resemblance){.count = 20, .series = 1}), 1);
    const double correlation = 0.85 + (1 + 3 * 0.85) / 20;
    near(mx_dependence(&ramps), (1 + fmin(correlation, 0.98)) / (1 - fmin(correlation, 0.98)));
}

static void holm(void **state) {
    (void)state;
    double p[] = {0.01, 0.04, 0.03, 0.005}, large[] = {0.5, 0.9};
    const double adjusted[] = {0.03, 0.06, 0.06, 0.02};
    mx_holm(p, 4);
    mx_holm(large, 2);
    for (int i = 0; i < 4; i++)
        near(p[i], adjusted[i]);
    near(large[0], 1);
    near(large[1], 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians),    cmocka_unit_test(interval_of_twenty),
        cmocka_unit_test(sign_test),  cmocka_unit_test(too_few_values_are_said),
        cmocka_unit_test(holm),       cmocka_unit_test(dependent_values_widen_the_interval),
        cmocka_unit_test(dependence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
