/* measure/counts_line.c: one process reads the counts that the other wrote. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure/counts_line.h"

/* Counters of which the first is refused, and nothing is counted. */
static const struct mx_counters refused = {.error = {[MX_CYCLES] = 2 /* ENOENT */}};

static void what_is_written_is_read(void **state) {
    (void)state;
    char text[MX_COUNTS_WORDS];
    struct mx_counts counts = {.share = 0.5};
    for (int i = 0; i < MX_COUNTER_COUNT; i++)
        counts.value[i] = 100 * (i + 1);
    counts.value[MX_CYCLES] = NAN;
    struct mx_counts_told told = mx_counts_read(mx_counts_write(&refused, &counts, 10, text));
    assert_false(mx_counted(&told.counts, MX_CYCLES));
    for (int i = MX_CYCLES + 1; i < MX_COUNTER_COUNT; i++)
        assert_true(told.counts.value[i] == 10 * (i + 1));
    assert_true(told.counts.share == 0.5);
    assert_string_equal(told.cycles,
                        "not available: this machine has no counters (virtual machine)");
}

static void a_build_that_says_less_has_no_counts(void **state) {
    (void)state;
    const char *const texts[] = {"", " 1 2 3", " 1 2 3 4 5 6 7 8", " some words"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct mx_counts_told told = mx_counts_read(texts[i]);
        for (int which = 0; which < MX_COUNTER_COUNT; which++)
            assert_false(mx_counted(&told.counts, (enum mx_counter)which));
        assert_string_equal(told.cycles, "not available: the other build does not count events");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_build_that_says_less_has_no_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
