/* kernels/choose.c: the cheapest able variant by a table of measured costs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "choose.h"

static const char *only_small(const void *instance, char *why, size_t room) {
    (void)why, (void)room;
    return *(const uint64_t *)instance > 100 ? "too large" : NULL;
}

static const struct mx_variant plain = {.name = "game_plain"};
static const struct mx_variant small = {.name = "game_small", .unsupported = only_small};
static const struct mx_variant wide_base = {.name = "game_wide_base", .isa = MX_ISA_BASE};
static const struct mx_variant wide_avx2 = {.name = "game_wide_avx2", .isa = MX_ISA_AVX2};
static const struct mx_variant wider = {.name = "game_wider"};
static const struct mx_variant *const variants[] = {&plain,     &small, &wide_base,
                                                    &wide_avx2, &wider, NULL};

static const char *const techniques[] = {"game_plain", "game_small", "game_wide", NULL};
/* Keys are 16 log2(1 + x): x is 0, 15 and 255 here. */
static const struct mx_cost points[] = {
    {{0}, {0, 16, 48}},
    {{128}, {48, 0, 32}}, /* base */
    {{0}, {0, 16, 32}},
    {{64}, {32, 0, 16}},
    {{128}, {64, 48, 0}},             /* AVX2 */
    {{0}, {32, MX_COST_NOT_ABLE, 0}}, /* AVX2, two threads */
};
static const struct mx_cost_group groups[] = {
    {MX_ISA_BASE, 1, 2}, {MX_ISA_AVX2, 1, 3}, {MX_ISA_AVX2, 2, 1}, {MX_ISA_BASE, 0, 0}};
static const struct mx_cost_table table = {techniques, groups, points};

static const struct mx_variant *pick(uint64_t x, mx_isa isa, int threads, int attempt) {
    const uint64_t instance = x, key[MX_COST_KEY] = {x};
    const struct mx_batch batch = {&instance, sizeof instance, 1};
    return mx_choose_cheapest(&table, variants, key, &batch, isa, threads, attempt);
}

static void takes_the_cheapest_at_a_point(void **state) {
    (void)state;
    assert_ptr_equal(pick(0, MX_ISA_AVX2, 1, 0), &plain);
    assert_ptr_equal(pick(15, MX_ISA_AVX2, 1, 0), &small);
    assert_ptr_equal(pick(255, MX_ISA_AVX2, 1, 0), &wide_avx2);
}

/* 7 is a little nearer to 15 than to 0 by its logarithm, 200 to 255. */
static void in_between_near_points_weigh_most(void **state) {
    (void)state;
    assert_ptr_equal(pick(1, MX_ISA_AVX2, 1, 0), &plain);
    assert_ptr_equal(pick(9, MX_ISA_AVX2, 1, 0), &small);
    assert_ptr_equal(pick(200, MX_ISA_AVX2, 1, 0), &wide_avx2);
    assert_ptr_equal(pick(UINT64_MAX, MX_ISA_AVX2, 1, 0), &wide_avx2);
}

static void attempts_go_on_to_dearer_ones(void **state) {
    (void)state;
    assert_ptr_equal(pick(0, MX_ISA_AVX2, 1, 1), &small);
    assert_ptr_equal(pick(0, MX_ISA_AVX2, 1, 2), &wide_avx2);
    assert_ptr_equal(pick(0, MX_ISA_AVX2, 1, 3), &wide_base);
    assert_null(pick(0, MX_ISA_AVX2, 1, 4)); /* game_wider has no technique */
}

static void what_cannot_is_left_out(void **state) {
    (void)state;
    assert_ptr_equal(pick(120, MX_ISA_AVX2, 1, 1), &wide_base);
    assert_ptr_equal(pick(120, MX_ISA_AVX2, 1, 2), &plain);
    assert_null(pick(120, MX_ISA_AVX2, 1, 3));
    assert_ptr_equal(pick(0, MX_ISA_BASE, 1, 2), &wide_base);
    assert_null(pick(0, MX_ISA_BASE, 1, 3));
}

static void the_kind_of_point_is_the_nearest_there_is(void **state) {
    (void)state;
    assert_ptr_equal(pick(255, MX_ISA_BASE, 1, 0), &wide_base); /* small cannot */
    assert_ptr_equal(pick(255, MX_ISA_AVX512, 1, 0), &wide_avx2);
    assert_ptr_equal(pick(0, MX_ISA_AVX2, 2, 0), &wide_avx2);
    assert_ptr_equal(pick(0, MX_ISA_AVX2, 64, 0), &wide_avx2);
    assert_ptr_equal(pick(0, MX_ISA_BASE, 2, 0), &plain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_cheapest_at_a_point),
        cmocka_unit_test(in_between_near_points_weigh_most),
        cmocka_unit_test(attempts_go_on_to_dearer_ones),
        cmocka_unit_test(what_cannot_is_left_out),
        cmocka_unit_test(the_kind_of_point_is_the_nearest_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
