/* Blocks for workspaces: pages are resident when they are touched, and not before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "harness/solve/memory.h"

#define BLOCK ((size_t)192 << 20)
#define PAGE 4096u

/* Pages of the block that are resident. */
static size_t resident(const struct mx_memory *memory) {
    static unsigned char state[BLOCK / PAGE];
    size_t count = 0;
    assert_int_equal(mincore(memory->base, BLOCK, state), 0);
    for (size_t i = 0; i < BLOCK / PAGE; i++)
        count += state[i] & 1;
    return count;
}

static struct mx_memory reserved(void) {
    struct mx_memory memory = {0};
    char why[128];
    assert_true(mx_memory_reserve(&memory, BLOCK, why, sizeof why));
    return memory;
}

static void test_touch_makes_every_page_resident(void **state) {
    (void)state;
    struct mx_memory memory = reserved();
    assert_int_equal(resident(&memory), 0);
    assert_true(mx_memory_touch(&memory, BLOCK, NULL));
    assert_int_equal(resident(&memory), BLOCK / PAGE);
    mx_memory_free(&memory);
}

static bool stop_at_second_call(void *context, uint64_t done, uint64_t total) {
    int *calls = context;
    (void)done, (void)total;
    return ++*calls < 2;
}

static void test_monitor_stops_touching(void **state) {
    (void)state;
    int calls = 0;
    const struct mx_monitor monitor = {stop_at_second_call, &calls};
    struct mx_memory memory = reserved();
    assert_false(mx_memory_touch(&memory, BLOCK, &monitor));
    assert_int_equal(calls, 2);
    assert_true(resident(&memory) < BLOCK / PAGE);
    mx_memory_free(&memory);
}

/* What `ulimit -v` leaves is the limit less what the process has mapped. */
static void test_a_limit_on_address_space_counts(void **state) {
    (void)state;
    const size_t before = mx_memory_available();
    unsigned long pages = 0;
    struct rlimit limit, lower;
    FILE *statm = fopen("/proc/self/statm", "r");
    assert_non_null(statm);
    assert_int_equal(fscanf(statm, "%lu", &pages), 1);
    fclose(statm);
    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    lower = limit;
    lower.rlim_cur = pages * PAGE + BLOCK;
    assert_int_equal(setrlimit(RLIMIT_AS, &lower), 0);
    const size_t left = mx_memory_available();
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    assert_true(before > BLOCK);
    assert_in_range(left, BLOCK / 2, BLOCK + ((size_t)1 << 20));
}

static void test_too_much_is_refused_with_figures(void **state) {
    (void)state;
    struct mx_memory memory = {0};
    char why[128] = "";
    assert_false(mx_memory_reserve(&memory, SIZE_MAX / 4, why, sizeof why));
    assert_non_null(strstr(why, "needs 4.0 EiB of memory, "));
    assert_null(memory.base);
    assert_false(mx_memory_reserve(&memory, SIZE_MAX, why, sizeof why));
    assert_string_equal(why, "needs more memory than can be addressed");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_touch_makes_every_page_resident),
        cmocka_unit_test(test_monitor_stops_touching),
        cmocka_unit_test(test_a_limit_on_address_space_counts),
        cmocka_unit_test(test_too_much_is_refused_with_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
