/* Limits of the machine: which ones are measured and which are left out, never their values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "measure/limit_probe.h"
#include "measure/limits.h"
#include "problem.h"

static void probes_are_of_growing_width(void **state) {
    (void)state;
    assert_int_equal(mx_limit_probes[0]->isa, MX_ISA_BASE);
    for (int i = 1; mx_limit_probes[i] != NULL; i++) {
        assert_true(mx_limit_probes[i]->isa > mx_limit_probes[i - 1]->isa);
        assert_true(mx_limit_probes[i]->vector_bytes > mx_limit_probes[i - 1]->vector_bytes);
    }
}

static void a_copy_is_one(void **state) {
    (void)state;
    static _Alignas(64) unsigned char from[4 * MX_PROBE_BLOCK], to[4 * MX_PROBE_BLOCK];
    for (int i = 0; mx_limit_probes[i] != NULL && mx_limit_probes[i]->isa <= mx_cpu_isa(); i++) {
        for (size_t j = 0; j < sizeof from; j++)
            from[j] = (unsigned char)(7 * j + (size_t)i);
        mx_limit_probes[i]->copy_passes(to, from, sizeof from - MX_PROBE_BLOCK, 2);
        assert_memory_equal(to, from, sizeof from - MX_PROBE_BLOCK);
        assert_memory_not_equal(to + 3 * MX_PROBE_BLOCK, from + 3 * MX_PROBE_BLOCK, MX_PROBE_BLOCK);
        mx_limit_probes[i]->read_passes(from, sizeof from, 2);
    }
}

static void everything_known_is_measured(void **state) {
    (void)state;
    struct mx_machine machine = {
        .isa = mx_cpu_isa(), .l1d = 32 << 10, .l2 = 256 << 10, .l3 = 1 << 20};
    struct mx_limits limits;
    mx_limits_measure(&machine, 0, &limits);
    assert_true(limits.issues >= 1);
    assert_int_equal(limits.isa, limits.issue[limits.issues - 1].isa);
    for (int i = 0; i < limits.issues; i++) {
        assert_true(limits.issue[i].isa <= machine.isa);
        assert_true(limits.issue[i].and_rate > 0 && limits.issue[i].add_rate > 0);
    }
    for (int i = 0; i < MX_LIMIT_LEVELS; i++) {
        assert_true(limits.level[i].read > 0 && limits.level[i].copy > 0);
        assert_true(i == 0 || limits.level[i].working_set > limits.level[i - 1].working_set);
    }
}

/* Half of each cache, in whole blocks of a copy's two halves; four times the largest for memory,
 * but 64 MiB at least. */
static void working_sets_follow_the_caches(void **state) {
    (void)state;
    const size_t block = 2 * MX_PROBE_BLOCK;
    struct mx_limits limits;
    struct mx_machine machine = {
        .isa = MX_ISA_BASE, .l1d = 2 * block + 1, .l2 = 6 * block - 1, .l3 = 20 << 20};
    mx_limits_measure(&machine, 0, &limits);
    assert_int_equal(limits.level[0].working_set, block);
    assert_int_equal(limits.level[1].working_set, 2 * block);
    assert_int_equal(limits.level[2].working_set, 10 << 20);
    assert_int_equal(limits.level[3].working_set, 80 << 20);
    machine.l3 = 1 << 20;
    mx_limits_measure(&machine, 0, &limits);
    assert_int_equal(limits.level[3].working_set, 64 << 20);
}

static void what_is_not_known_says_why(void **state) {
    (void)state;
    struct mx_machine machine = {.isa = MX_ISA_BASE, .l2 = 256 << 10};
    struct mx_limits limits;
    mx_limits_measure(&machine, 0, &limits);
    assert_int_equal(limits.issues, 1);
    assert_true(isnan(limits.level[0].read) && isnan(limits.level[2].copy));
    assert_non_null(strstr(limits.level[0].why, "its size is not known"));
    assert_true(limits.level[1].read > 0 && limits.level[3].read > 0);
}

/* Every bound is of a variant of this build. */
static void bounds_are_of_known_variants(void **state) {
    (void)state;
    size_t found = 0;
    for (int p = 0; mx_built_in_problems[p] != NULL; p++)
        for (int v = 0; mx_built_in_problems[p]->variants[v] != NULL; v++) {
            const char *name = mx_built_in_problems[p]->variants[v]->name;
            const struct mx_code_bound *bound = mx_code_bound_of(name);
            if (bound == NULL)
                continue;
            found++;
            assert_string_equal(bound->variant, name);
            assert_true(bound->cycles > 0 && strlen(bound->model) > 0);
        }
    assert_int_equal(found, mx_code_bounds());
#if defined(__x86_64__)
    assert_true(found > 0);
#endif
    assert_null(mx_code_bound_of("nosuch"));
    assert_true(mx_measure_clock(0) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probes_are_of_growing_width),
        cmocka_unit_test(a_copy_is_one),
        cmocka_unit_test(everything_known_is_measured),
        cmocka_unit_test(working_sets_follow_the_caches),
        cmocka_unit_test(what_is_not_known_says_why),
        cmocka_unit_test(bounds_are_of_known_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
