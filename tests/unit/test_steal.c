/* The columns of /proc/stat, from text with another number in each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "measure/machine.h"

static struct mx_steal steal_of(const char *text) {
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    assert_non_null(file);
    const struct mx_steal steal = mx_steal_read(file);
    fclose(file);
    return steal;
}

/* user nice system idle iowait irq softirq steal guest guest_nice; user has the guests' time. */
static void the_eighth_column_is_steal(void **state) {
    (void)state;
    const struct mx_steal steal = steal_of("cpu  1 20 300 4000 50000 600000 7000000 80000000 1 20\n"
                                           "cpu0 9 9 9 9 9 9 9 9 9 9\n");
    assert_int_equal(steal.stolen, 80000000);
    assert_int_equal(steal.total, 87654321);
}

static void a_cut_line_is_not_known(void **state) {
    (void)state;
    const char *const texts[] = {"cpu  1 20 300 4000 50000 600000 7000000\n", "cpu\n", "intr 1\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(steal_of(texts[i]).total, 0);
}

static void the_fraction_is_of_the_ticks_between(void **state) {
    (void)state;
    const struct mx_steal before = {100, 1000}, after = {150, 1200}, unknown = {0, 0};
    assert_true(mx_steal_fraction(before, after) == 0.25);
    assert_true(mx_steal_fraction(before, (struct mx_steal){100, 1001}) == 0);
    assert_true(mx_steal_fraction((struct mx_steal){0, 1}, (struct mx_steal){1, 2}) == 1);
    assert_true(mx_steal_fraction(before, before) == -1);
    assert_true(mx_steal_fraction(after, before) == -1);
    assert_true(mx_steal_fraction(unknown, after) == -1);
    assert_true(mx_steal_fraction(before, unknown) == -1);
}

static void this_machine_counts_ticks(void **state) {
    (void)state;
    const struct mx_steal now = mx_steal_now();
    assert_true(now.total > 0);
    assert_true(now.stolen < now.total);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_eighth_column_is_steal),
        cmocka_unit_test(a_cut_line_is_not_known),
        cmocka_unit_test(the_fraction_is_of_the_ticks_between),
        cmocka_unit_test(this_machine_counts_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
