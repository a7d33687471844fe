/* Counters: which rung of the ladder is taken and why, scaling, threads, on a made-up system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "measure/counters.h"

/* Descriptors are 100 * thread + event. */
struct fake {
    int refusal[MX_COUNTER_COUNT]; /* errno of open, 0 = opens */
    int refused_thread;            /* where alone the refusals hold; 0 = everywhere */
    size_t threads;
    int paranoid;
    int open; /* descriptors */
    struct mx_counter_reading now[8][MX_COUNTER_COUNT];
    bool unreadable;
};

static int fake_open(void *context, enum mx_counter which, int thread) {
    struct fake *fake = context;
    bool refuses = fake->refused_thread == 0 || fake->refused_thread == thread;
    if (refuses && fake->refusal[which] != 0)
        return -fake->refusal[which];
    fake->open++;
    return 100 * thread + (int)which;
}

static bool fake_read(void *context, int descriptor, struct mx_counter_reading *reading) {
    struct fake *fake = context;
    *reading = fake->now[descriptor / 100][descriptor % 100];
    return !fake->unreadable;
}

static void fake_close(void *context, int descriptor) {
    (void)descriptor;
    ((struct fake *)context)->open--;
}

static size_t fake_threads(void *context, int *ids, size_t room) {
    const struct fake *fake = context;
    assert_true(fake->threads <= room);
    for (size_t i = 0; i < fake->threads; i++)
        ids[i] = (int)i + 1;
    return fake->threads;
}

static int fake_paranoid(void *context) {
    return ((struct fake *)context)->paranoid;
}

static void open_fake(struct mx_counters *counters, struct fake *fake) {
    const struct mx_counter_system system = {fake,       fake_open,    fake_read,
                                             fake_close, fake_threads, fake_paranoid};
    mx_counters_open(counters, &system);
}

static void refuse(struct fake *fake, enum mx_counter first, enum mx_counter last, int error) {
    for (int which = (int)first; which <= (int)last; which++)
        fake->refusal[which] = error;
}

/* All events of a thread advance by the same amount. */
static void pass(struct fake *fake, int thread, struct mx_counter_reading by) {
    for (int which = 0; which < MX_COUNTER_COUNT; which++) {
        struct mx_counter_reading *now = &fake->now[thread][which];
        now->value += by.value;
        now->enabled += by.enabled;
        now->running += by.running;
    }
}

static void hardware_is_the_first_rung(void **state) {
    (void)state;
    struct fake fake = {.threads = 1};
    struct mx_counters counters;
    char text[160];
    open_fake(&counters, &fake);
    assert_int_equal(fake.open, MX_COUNTER_COUNT);
    assert_string_equal(mx_counters_rung(&counters), "hardware events");
    assert_string_equal(mx_counter_state(&counters, MX_CYCLES, text, sizeof text), "available");
    mx_counters_close(&counters);
    assert_int_equal(fake.open, 0);
}

static void expect_software(int error, const char *why) {
    struct fake fake = {.threads = 2, .paranoid = 3};
    struct mx_counters counters;
    char text[160];
    refuse(&fake, MX_CYCLES, MX_CACHE_MISSES, error);
    open_fake(&counters, &fake);
    assert_string_equal(mx_counters_rung(&counters), "software events");
    assert_non_null(strstr(mx_counter_state(&counters, MX_CYCLES, text, sizeof text), why));
    mx_counters_start(&counters);
    pass(&fake, 1, (struct mx_counter_reading){7, 10, 10});
    struct mx_counts counts = mx_counters_stop(&counters);
    assert_false(mx_counted(&counts, MX_CYCLES));
    assert_true(isnan(counts.value[MX_INSTRUCTIONS]));
    assert_true(isnan(mx_counts_ipc(&counts)));
    assert_true(mx_counted(&counts, MX_PAGE_FAULTS));
    assert_true(counts.value[MX_PAGE_FAULTS] == 7);
    mx_counters_close(&counters);
    assert_int_equal(fake.open, 0);
}

static void software_is_the_second_rung(void **state) {
    (void)state;
    expect_software(ENOENT, "not available: this machine has no counters (virtual machine)");
    expect_software(EOPNOTSUPP, "this machine has no counters");
    expect_software(EACCES, "not permitted: kernel.perf_event_paranoid is 3");
    expect_software(EMFILE, "not available: Too many open files");
}

static void expect_work(int error, const char *why) {
    struct fake fake = {.threads = 1, .paranoid = INT_MIN};
    struct mx_counters counters;
    char text[160];
    refuse(&fake, MX_CYCLES, MX_PAGE_FAULTS, error);
    open_fake(&counters, &fake);
    assert_string_equal(mx_counters_rung(&counters), "counted work");
    assert_non_null(strstr(mx_counter_state(&counters, MX_TASK_CLOCK, text, sizeof text), why));
    mx_counters_start(&counters);
    struct mx_counts counts = mx_counters_stop(&counters);
    for (int which = 0; which < MX_COUNTER_COUNT; which++)
        assert_false(mx_counted(&counts, (enum mx_counter)which));
    assert_true(isnan(counts.share));
    mx_counters_close(&counters);
}

static void counted_work_is_the_last_rung(void **state) {
    (void)state;
    expect_work(ENOSYS, "has no perf_event_open");
    expect_work(EPERM, "seccomp");
    expect_work(EACCES, "see kernel.perf_event_paranoid");
}

static void one_event_alone_may_be_missing(void **state) {
    (void)state;
    struct fake fake = {.threads = 1};
    struct mx_counters counters;
    refuse(&fake, MX_CACHE_MISSES, MX_CACHE_MISSES, ENOENT);
    open_fake(&counters, &fake);
    assert_string_equal(mx_counters_rung(&counters), "hardware events");
    mx_counters_start(&counters);
    pass(&fake, 1, (struct mx_counter_reading){4, 1, 1});
    struct mx_counts counts = mx_counters_stop(&counters);
    assert_false(mx_counted(&counts, MX_CACHE_MISSES));
    assert_true(mx_counts_ipc(&counts) == 1);
    assert_true(isnan(mx_counts_bytes_per_cycle(&counts, 64)));
    mx_counters_close(&counters);
}

static void rates_are_for_each_cycle(void **state) {
    (void)state;
    struct mx_counts counts = {
        .value = {[MX_CYCLES] = 200, [MX_INSTRUCTIONS] = 500, [MX_CACHE_MISSES] = 25}};
    assert_true(mx_counts_ipc(&counts) == 2.5);
    assert_true(mx_counts_bytes_per_cycle(&counts, 64) == 8);
    assert_true(isnan(mx_counts_bytes_per_cycle(&counts, 0)));
    counts.value[MX_CYCLES] = 0;
    assert_true(isnan(mx_counts_ipc(&counts)));
    assert_true(isnan(mx_counts_bytes_per_cycle(&counts, 64)));
}

static void scaling_is_enabled_over_running(void **state) {
    (void)state;
    const struct mx_counter_reading began = {1000, 500, 400};
    assert_true(mx_counter_scaled(began, (struct mx_counter_reading){1300, 600, 500}) == 300);
    assert_true(mx_counter_scaled(began, (struct mx_counter_reading){1300, 900, 500}) == 1200);
    assert_true(isnan(mx_counter_scaled(began, (struct mx_counter_reading){1000, 900, 400})));
    assert_true(mx_counter_scaled(began, began) == 0);
}

static void an_event_that_never_ran_is_missing(void **state) {
    (void)state;
    struct fake fake = {.threads = 2};
    struct mx_counters counters;
    open_fake(&counters, &fake);
    mx_counters_start(&counters);
    pass(&fake, 1, (struct mx_counter_reading){10, 4, 4});
    pass(&fake, 2, (struct mx_counter_reading){0, 4, 0});
    struct mx_counts counts = mx_counters_stop(&counters);
    assert_false(mx_counted(&counts, MX_CYCLES));

    mx_counters_start(&counters); /* no thread ran */
    counts = mx_counters_stop(&counters);
    assert_false(mx_counted(&counts, MX_CYCLES));
    mx_counters_close(&counters);
}

static void threads_are_scaled_each_and_summed(void **state) {
    (void)state;
    struct fake fake = {.threads = 3};
    struct mx_counters counters;
    open_fake(&counters, &fake);
    pass(&fake, 1, (struct mx_counter_reading){99, 99, 99}); /* before the start */
    mx_counters_start(&counters);
    pass(&fake, 1, (struct mx_counter_reading){10, 8, 4});
    pass(&fake, 2, (struct mx_counter_reading){5, 8, 8}); /* the third one sleeps */
    struct mx_counts counts = mx_counters_stop(&counters);
    assert_true(counts.value[MX_CYCLES] == 25);
    assert_true(counts.share == 0.5);
    mx_counters_close(&counters);
    assert_int_equal(fake.open, 0);
}

static void a_thread_that_ended_is_left_out_and_one_that_is_refused_is_not(void **state) {
    (void)state;
    struct fake fake = {.threads = 2, .refused_thread = 2};
    struct mx_counters counters;
    refuse(&fake, MX_CYCLES, MX_PAGE_FAULTS, ESRCH);
    open_fake(&counters, &fake);
    mx_counters_start(&counters);
    pass(&fake, 1, (struct mx_counter_reading){3, 1, 1});
    struct mx_counts counts = mx_counters_stop(&counters);
    assert_true(counts.value[MX_CYCLES] == 3);
    mx_counters_close(&counters);

    refuse(&fake, MX_CYCLES, MX_CYCLES, EMFILE);
    open_fake(&counters, &fake);
    mx_counters_start(&counters);
    pass(&fake, 1, (struct mx_counter_reading){3, 1, 1});
    counts = mx_counters_stop(&counters);
    assert_false(mx_counted(&counts, MX_CYCLES));
    assert_true(mx_counted(&counts, MX_INSTRUCTIONS));
    mx_counters_close(&counters);
    assert_int_equal(fake.open, 0);
}

static void what_cannot_be_read_is_missing(void **state) {
    (void)state;
    struct fake fake = {.threads = 1, .unreadable = true};
    struct mx_counters counters;
    open_fake(&counters, &fake);
    mx_counters_start(&counters);
    fake.unreadable = false;
    pass(&fake, 1, (struct mx_counter_reading){3, 1, 1});
    struct mx_counts counts = mx_counters_stop(&counters);
    assert_false(mx_counted(&counts, MX_CYCLES));
    mx_counters_close(&counters);
    assert_int_equal(fake.open, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hardware_is_the_first_rung),
        cmocka_unit_test(software_is_the_second_rung),
        cmocka_unit_test(counted_work_is_the_last_rung),
        cmocka_unit_test(one_event_alone_may_be_missing),
        cmocka_unit_test(rates_are_for_each_cycle),
        cmocka_unit_test(scaling_is_enabled_over_running),
        cmocka_unit_test(an_event_that_never_ran_is_missing),
        cmocka_unit_test(threads_are_scaled_each_and_summed),
        cmocka_unit_test(a_thread_that_ended_is_left_out_and_one_that_is_refused_is_not),
        cmocka_unit_test(what_cannot_be_read_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
