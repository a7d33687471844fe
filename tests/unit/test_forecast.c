/* Forecasts of kernels whose work is fixed by the shape: the predicted steps are those that the
 * kernel takes. tests/counted builds the kernels so that they count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "counted/steps.h"
#include "harness/input/select.h"
#include "measure/load.h"

uint64_t counted_first, counted_further;

/* Solves the workload with a counting kernel and compares. */
static void check(const char *problem, const char *name, const char *spec) {
    char why[256];
    struct mx_load load = {0};
    const struct mx_variant *variant = mx_find_variant(mx_find_problem(problem), name);
    assert_non_null(variant);
    assert_true(mx_load_open(&load, mx_find_problem(problem), "", spec, 0, 0, why, sizeof why));
    const struct mx_batch batch = load.window.groups.group[0].batch;
    assert_true(batch.count <= variant->max_batch);
    const size_t bytes = (variant->workspace_bytes(&batch, 1) + 63) / 64 * 64;
    const struct mx_run run = {.batch = batch,
                               .workspace = aligned_alloc(64, bytes),
                               .threads = 1,
                               .answers = load.window.group_answers};
    const struct mx_forecast forecast = variant->forecast(&batch, 1);
    counted_first = counted_further = 0;
    assert_int_equal(variant->solve(&run), MX_SOLVED);
    assert_true(counted_first > 0);
    if ((uint64_t)(forecast.steps + 0.5) != counted_first)
        fail_msg("%s on %s: %.0f steps foreseen, %llu counted", name, spec, forecast.steps,
                 (unsigned long long)counted_first);
    if (counted_further > 0 && forecast.more <= 0)
        fail_msg("%s on %s: no further steps foreseen", name, spec);
    free(run.workspace);
    mx_load_close(&load);
}

static void bacteria_kernels(void **state) {
    (void)state;
    static const char *const specs[] = {"random:n=1,m=1", "random:n=7,m=4,density=0.1,seed=1",
                                        "random:n=3,m=41,density=0.02,seed=2",
                                        "random:n=24,m=24,density=0.05,seed=3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        check("bacteria", "bitpacked_base", specs[i]);
        check("bacteria", "batched_base", specs[i]);
    }
    check("bacteria", "batched_base", "random:n=9,m=11,density=0.05,cases=77,seed=4");
}

/* With X alone, or without X, the letters do not matter. */
static void darkraft_kernels(void **state) {
    (void)state;
    check("darkraft", "batched_base", "random:n=6,m=9,x=0,l=0.5,seed=1");
    check("darkraft", "batched_base", "random:n=4,m=4,x=0,l=1,cases=5,seed=1");
    check("darkraft", "batched_base", "allx:n=5,m=8");
    check("darkraft", "batched_base", "allx:n=9,m=2");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bacteria_kernels),
                                       cmocka_unit_test(darkraft_kernels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
