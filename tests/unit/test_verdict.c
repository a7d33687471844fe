/* The rules of a verdict, on log ratios that are given, and the plan of a comparison. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure/comparison.h"
#include "measure/verdict.h"

enum { PROCESSES = 20 };

/* Given log ratios, as if processes had reported them. */
static struct mx_verdict verdict_of(double first_half, double second_half, double spread,
                                    const struct mx_basis *basis) {
    double log_ratios[PROCESSES];
    struct mx_verdict verdict;
    for (int i = 0; i < PROCESSES; i++)
        log_ratios[i] = (i < PROCESSES / 2 ? first_half : second_half) +
                        spread * (i % (PROCESSES / 2) - 4.5) / 4.5;
    const struct mx_paired run = {.plan = {.sides = 2, .processes = PROCESSES},
                                  .log_ratios = {log_ratios, log_ratios}};
    mx_verdicts(&run, basis, &verdict);
    return verdict;
}

static struct mx_verdict verdict_when(double first_half, double second_half, double spread,
                                      double floor, bool convincing) {
    const struct mx_basis basis = {
        .floor = floor, .delta = log(1.02), .dependence = 1, .convincing = convincing};
    return verdict_of(first_half, second_half, spread, &basis);
}

static struct mx_verdict verdict_on(double first_half, double second_half, double spread,
                                    double floor) {
    return verdict_when(first_half, second_half, spread, floor, true);
}

static void words_follow_the_rules(void **state) {
    (void)state;
    assert_int_equal(verdict_on(0.05, 0.05, 0.01, 0.01).word, MX_SLOWER);
    assert_int_equal(verdict_on(-0.05, -0.05, 0.01, 0.01).word, MX_FASTER);
    assert_int_equal(verdict_on(0.001, 0.001, 0.01, 0.01).word, MX_SAME);
    assert_int_equal(verdict_on(0.03, 0.03, 0.07, 0.01).word, MX_UNRESOLVED);
    /* Below the floor the verdict is unresolved: neither a difference nor its absence. */
    assert_int_equal(verdict_on(0.05, 0.05, 0.01, 0.06).word, MX_UNRESOLVED);
    assert_int_equal(verdict_on(0.001, 0.001, 0.01, 0.03).word, MX_UNRESOLVED);
    /* It is also unresolved if too few bits agreed. */
    assert_int_equal(verdict_when(0.05, 0.05, 0.01, 0.01, false).word, MX_UNRESOLVED);
    assert_int_equal(verdict_when(0.001, 0.001, 0.01, 0.01, false).word, MX_UNRESOLVED);
    /* A difference must recur: half of the processes are not enough. */
    struct mx_verdict once = verdict_on(0.10, 0.009, 0.001, 0.008);
    assert_true(once.halves_agree);
    once = verdict_on(0.10, 0.005, 0.001, 0.008);
    assert_false(once.halves_agree);
    assert_int_equal(once.word, MX_UNRESOLVED);
    assert_true(once.factor >= 2);
}

/* An effect that another layout may have is neither a difference nor a reason against "same". */
static void layouts_bound_differences(void **state) {
    (void)state;
    struct mx_basis basis = {
        .floor = 0.01, .layout = 0.04, .delta = log(1.02), .dependence = 1, .convincing = true};
    assert_int_equal(verdict_of(0.05, 0.05, 0.01, &basis).word, MX_SLOWER);
    assert_int_equal(verdict_of(-0.05, -0.05, 0.01, &basis).word, MX_FASTER);
    assert_int_equal(verdict_of(0.001, 0.001, 0.01, &basis).word, MX_SAME);
    const struct mx_verdict within = verdict_of(0.039, 0.039, 0.01, &basis);
    assert_int_equal(within.word, MX_UNRESOLVED);
    assert_true(within.within_layout && isinf(within.factor));
    assert_false(verdict_of(0.05, 0.05, 0.01, &basis).within_layout);
    /* Unresolved for other reasons, too. */
    assert_false(verdict_of(0.03, 0.03, 0.07, &basis).within_layout);
    basis.layout = 0;
    assert_int_equal(verdict_of(0.039, 0.039, 0.01, &basis).word, MX_SLOWER);
}

static void expectations(void **state) {
    (void)state;
    const double floor = 0.01, delta = log(1.02);
    struct mx_verdict slower = verdict_on(0.05, 0.05, 0.01, floor);
    struct mx_verdict faster = verdict_on(-0.05, -0.05, 0.01, floor);
    struct mx_verdict same = verdict_on(0.001, 0.001, 0.01, floor);
    struct mx_verdict open = verdict_on(0.03, 0.03, 0.07, floor);
    /* Slower, by perhaps less than delta. */
    struct mx_verdict little = verdict_on(0.025, 0.025, 0.01, floor);
    assert_int_equal(little.word, MX_SLOWER);
    assert_int_equal(mx_expect(MX_EXPECT_NOT_SLOWER, &little, delta), MX_MAYBE_MET);
    assert_int_equal(mx_expect(MX_EXPECT_NOTHING, &slower, delta), MX_MET);
    assert_int_equal(mx_expect(MX_EXPECT_FASTER, &faster, delta), MX_MET);
    assert_int_equal(mx_expect(MX_EXPECT_FASTER, &same, delta), MX_NOT_MET);
    assert_int_equal(mx_expect(MX_EXPECT_FASTER, &open, delta), MX_MAYBE_MET);
    assert_int_equal(mx_expect(MX_EXPECT_SAME, &same, delta), MX_MET);
    assert_int_equal(mx_expect(MX_EXPECT_SAME, &faster, delta), MX_NOT_MET);
    assert_int_equal(mx_expect(MX_EXPECT_NOT_SLOWER, &faster, delta), MX_MET);
    assert_int_equal(mx_expect(MX_EXPECT_NOT_SLOWER, &same, delta), MX_MET);
    assert_int_equal(mx_expect(MX_EXPECT_NOT_SLOWER, &slower, delta), MX_NOT_MET);
    assert_int_equal(mx_expect(MX_EXPECT_NOT_SLOWER, &open, delta), MX_MAYBE_MET);
}

/* How many more processes an unresolved side needs. The interval of twenty values is from the sixth
 * to the fifteenth: its half width is 2.5 / 4.5 of the spread. */
static void unresolved_sides_say_what_they_need(void **state) {
    (void)state;
    const double delta = log(1.02);
    const struct {
        double median, spread, floor, shrink;
    } cases[] = {
        {0.03, 0.14, 0.01, 0.03 / (0.14 * 2.5 / 4.5)},           /* the interval excludes 0 */
        {0.05, 0.01, 0.15, 0.05 / 0.15},                         /* the floor falls below it */
        {0.001, 0.1, 0.01, (delta - 0.001) / (0.1 * 2.5 / 4.5)}, /* it is within delta */
        {0.001, 0.01, 0.1, delta / 0.1},                         /* the floor is, too */
        {0.03, 0.07, 0.01, sqrt(0.5)},                           /* never less than twice */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double median = sign * cases[i].median;
            const struct mx_verdict v = verdict_on(median, median, cases[i].spread, cases[i].floor);
            assert_int_equal(v.word, MX_UNRESOLVED);
            assert_true(fabs(v.factor * cases[i].shrink * cases[i].shrink - 1) < 1e-9);
        }
}

static void p_values_are_told(void **state) {
    (void)state;
    assert_true(fabs(verdict_on(0.05, 0.05, 0.01, 0.01).p * ldexp(1, PROCESSES - 1) - 1) < 1e-9);
}

/* A process samples for a quarter of a second, less its start, or as long as it takes to start; so
 * many fit into the budget, but never too few. */
static void plans_fill_the_budget(void **state) {
    (void)state;
    const struct {
        double seconds, row, start;
        unsigned rounds, processes;
    } cases[] = {
        {8, 1. / 128, 1. / 16, 12, 32}, /* 0.25 s each */
        {24, 1. / 128, 0.5, 32, 24},    /* slow to start: half of each */
        {12, 1. / 128, 0.75, 16, 12},   /* as many rounds as the fewest processes allow */
        {3, 1. / 8, 1. / 16, 1, 12},    /* one round at least, over the budget */
        {1e6, 1. / 8, 1. / 16, 1, MX_MOST_PROCESSES / 2 * 2},
        {1e6, 1e-9, 1. / 16, MX_MOST_ROUNDS, MX_MOST_PROCESSES / 2 * 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct mx_paired_plan plan =
            mx_plan_run(2, 0, cases[i].seconds, cases[i].row, cases[i].start);
        assert_int_equal(plan.sides, 2);
        assert_int_equal(plan.rounds, cases[i].rounds);
        assert_int_equal(plan.processes, cases[i].processes);
    }
    /* The same number for each link; at least one. */
    const struct mx_paired_plan plan = mx_plan_run(2, 14, 8, 1. / 128, 1. / 16);
    assert_int_equal(plan.links, 14);
    assert_int_equal(plan.processes, 28);
    assert_int_equal(mx_plan_run(2, 14, 0.1, 1. / 128, 1. / 16).processes, 14);
}

static void few_processes_can_say_something(void **state) {
    (void)state;
    assert_int_equal(mx_least_processes(2), 12);
    assert_int_equal(mx_least_processes(MX_MOST_SIDES), 12);
    assert_true(ldexp(MX_MOST_SIDES - 1, 1 - 12) <= 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_follow_the_rules),
        cmocka_unit_test(layouts_bound_differences),
        cmocka_unit_test(expectations),
        cmocka_unit_test(p_values_are_told),
        cmocka_unit_test(plans_fill_the_budget),
        cmocka_unit_test(unresolved_sides_say_what_they_need),
        cmocka_unit_test(few_processes_can_say_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
