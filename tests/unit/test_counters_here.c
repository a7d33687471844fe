/* The counters of this system, of which none is assumed to be available; and counts as words, of
 * which one process reads what the other wrote. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "measure/counters.h"

static void this_system_counts_or_says_why_not(void **state) {
    (void)state;
    struct mx_counters counters;
    char text[160];
    mx_counters_open(&counters, NULL);
    mx_counters_start(&counters);
    volatile uint64_t sum = 0;
    for (uint64_t i = 0; i < 5000000; i++)
        sum = sum + i;
    struct mx_counts counts = mx_counters_stop(&counters);
    for (int i = 0; i < MX_COUNTER_COUNT; i++) {
        enum mx_counter which = (enum mx_counter)i;
        bool opened =
            strcmp(mx_counter_state(&counters, which, text, sizeof text), "available") == 0;
        assert_true(opened || !mx_counted(&counts, which));
        assert_false(counts.value[which] < 0);
    }
    assert_true(!mx_counted(&counts, MX_TASK_CLOCK) || counts.value[MX_TASK_CLOCK] > 0);
    mx_counters_close(&counters);
}

#define PAGES 64u

/* Touches its own pages when it is told to. */
static void *touch_pages(void *barrier) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    pthread_barrier_wait(barrier);
    volatile char *memory =
        mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED);
    madvise((void *)memory, PAGES * page, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < PAGES; i++)
        memory[i * page] = 1;
    munmap((void *)memory, PAGES * page);
    return NULL;
}

/* One thread starts before the counters, the other after them. */
static void all_threads_are_counted(void **state) {
    (void)state;
    struct mx_counters counters;
    pthread_barrier_t barrier;
    pthread_t early, late;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, 2), 0);
    assert_int_equal(pthread_create(&early, NULL, touch_pages, &barrier), 0);
    mx_counters_open(&counters, NULL);
    mx_counters_start(&counters);
    assert_int_equal(pthread_create(&late, NULL, touch_pages, &barrier), 0);
    pthread_join(early, NULL);
    pthread_join(late, NULL);
    struct mx_counts counts = mx_counters_stop(&counters);
    pthread_barrier_destroy(&barrier);
    mx_counters_close(&counters);
    if (!mx_counted(&counts, MX_PAGE_FAULTS))
        skip();
    assert_true(counts.value[MX_PAGE_FAULTS] >= 2 * PAGES);
}

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
        cmocka_unit_test(this_system_counts_or_says_why_not),
        cmocka_unit_test(all_threads_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
