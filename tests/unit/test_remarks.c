/* Remarks on a comparison, on samples that are given. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "measure/remarks.h"

enum { PROCESSES = 12, SAMPLES = 4, SIDES = 2 };

/* Two sides; the second takes so many times as long by each clock, the same in all processes. */
struct given {
    double seconds[MX_CLOCKS][PROCESSES * SIDES * SAMPLES], log_ratios[MX_CLOCKS][PROCESSES];
    struct mx_disturbance disturbed[PROCESSES];
    struct mx_paired run;
};

static void give(struct given *given, double processor, double real) {
    const double times[] = {[MX_PROCESSOR_TIME] = processor, [MX_REAL_TIME] = real};
    *given = (struct given){.run = {.plan = {.sides = SIDES,
                                             .processes = PROCESSES,
                                             .rounds = SAMPLES / 2,
                                             .clock = MX_PROCESSOR_TIME},
                                    .samples = SAMPLES,
                                    .processes = given->disturbed}};
    for (int clock = 0; clock < MX_CLOCKS; clock++) {
        given->run.seconds[clock] = given->seconds[clock];
        given->run.log_ratios[clock] = given->log_ratios[clock];
        for (unsigned i = 0; i < PROCESSES * SIDES * SAMPLES; i++)
            given->seconds[clock][i] = i / SAMPLES % SIDES == 1 ? times[clock] : 1;
        for (unsigned i = 0; i < PROCESSES; i++)
            given->log_ratios[clock][i] = log(times[clock]);
    }
}

static struct mx_clock_remark remark(const struct given *run, const struct given *same) {
    return mx_remark_on_clocks(&run->run, &same->run, 1, log(1.02));
}

static void clocks_that_agree_are_no_remark(void **state) {
    (void)state;
    struct given run, same;
    give(&run, 1.5, 1.51);
    give(&same, 1, 1);
    assert_false(remark(&run, &same).diverges);
    assert_true(fabs(remark(&run, &same).log_ratio - log(1.51)) < 1e-12);
}

/* By more than the floor and than the A/A run, in either direction. */
static void clocks_that_diverge_are_one(void **state) {
    (void)state;
    struct given run, same;
    give(&same, 1, 1);
    give(&run, 1, 1.1);
    assert_true(remark(&run, &same).diverges);
    give(&run, 1.1, 1);
    assert_true(remark(&run, &same).diverges);
    give(&same, 1, 1.2);
    assert_false(remark(&run, &same).diverges);
    give(&same, 1, 1);
    run.run.plan.clock = MX_REAL_TIME;
    assert_false(remark(&run, &same).diverges);
}

/* One process of twelve diverges by chance. */
static void one_odd_process_is_none(void **state) {
    (void)state;
    struct given run, same;
    give(&run, 1, 1);
    give(&same, 1, 1);
    run.log_ratios[MX_REAL_TIME][3] = 2;
    assert_false(remark(&run, &same).diverges);
}

/* More than 1.2 waits or 0.5 switches for each sample of a process. */
static void reasons(void **state) {
    (void)state;
    struct given run, same;
    give(&same, 1, 1);
    give(&run, 1, 1);
    assert_int_equal(remark(&run, &same).reason, MX_NO_REASON);
    run.disturbed[2].switches = PROCESSES * SIDES * SAMPLES / 2;
    run.disturbed[5].waits = PROCESSES * SIDES * SAMPLES;
    assert_int_equal(remark(&run, &same).reason, MX_NO_REASON);
    run.disturbed[4].switches = 1;
    assert_int_equal(remark(&run, &same).reason, MX_SWITCHED_OUT);
    run.disturbed[6].waits = PROCESSES * SIDES * SAMPLES / 5 + 1;
    assert_int_equal(remark(&run, &same).reason, MX_WAITS);
}

static void the_ratio_of_means_counts_every_sample(void **state) {
    (void)state;
    struct given run;
    give(&run, 1, 1);
    run.seconds[MX_PROCESSOR_TIME][SAMPLES] += PROCESSES * SAMPLES; /* a sample of side 1 */
    assert_true(fabs(mx_log_ratio_of_means(&run.run, 1) - log(2)) < 1e-12);
    run.run.plan.clock = MX_REAL_TIME;
    assert_true(fabs(mx_log_ratio_of_means(&run.run, 1)) < 1e-12);
}

/* Beyond the ratios of all processes by more than the floor, on either side. */
static void a_lasting_process_may_differ(void **state) {
    (void)state;
    struct given run, lasting;
    give(&run, 1, 1);
    run.log_ratios[MX_PROCESSOR_TIME][3] = log(1.2);
    run.log_ratios[MX_PROCESSOR_TIME][7] = log(0.9);
    const struct {
        double ratio;
        bool differs;
    } cases[] = {{1, false}, {1.219, false}, {1.23, true}, {0.89, false}, {0.88, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        give(&lasting, cases[i].ratio, 5);
        assert_int_equal(mx_lasting_differs(&run.run, &lasting.run, 1, log(1.02)),
                         cases[i].differs);
    }
}

/* A quarter of the samples takes between 8 and 8.1 s, the others between 1 and 1.1 s. */
static void humps_are_found(void **state) {
    (void)state;
    struct given run;
    struct mx_humps humps;
    double logs[2] = {0, 0};
    give(&run, 1, 1);
    for (unsigned process = 0; process < PROCESSES; process++)
        for (unsigned i = 0; i < SAMPLES; i++) {
            const double seconds = (i == 2 ? 8 : 1) + 0.1 * process / PROCESSES;
            run.seconds[MX_PROCESSOR_TIME][(process * SIDES + 1) * SAMPLES + i] = seconds;
            logs[i == 2] += log(seconds);
        }
    assert_true(mx_find_humps(&run.run, 1, &humps));
    assert_true(fabs(humps.upper - 0.25) < 1e-12);
    assert_true(fabs(humps.low - exp(logs[0] / (3 * PROCESSES))) < 1e-12);
    assert_true(fabs(humps.high - exp(logs[1] / PROCESSES)) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_that_agree_are_no_remark),
        cmocka_unit_test(clocks_that_diverge_are_one),
        cmocka_unit_test(one_odd_process_is_none),
        cmocka_unit_test(reasons),
        cmocka_unit_test(the_ratio_of_means_counts_every_sample),
        cmocka_unit_test(a_lasting_process_may_differ),
        cmocka_unit_test(humps_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
