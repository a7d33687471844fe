/* Random numbers: golden values, bounds, independence of streams. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/rng.h"

/* Golden values come from a separate implementation in Python of the published algorithms; those
 * of state 1, 2, 3, 4 are also in the tests of other libraries. */

static void generator_matches_the_published_one(void **state) {
    (void)state;
    struct mx_rng rng = {{1, 2, 3, 4}};
    const uint64_t golden[] = {11520, 0, 1509978240, UINT64_C(1215971899390074240),
                               UINT64_C(1216172134540287360)};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(mx_rng_next(&rng), golden[i]);
}

static void streams_are_golden(void **state) {
    (void)state;
    static const struct {
        uint64_t seed, stream, first[4];
    } golden[] = {
        {0, 0, {0x30bb94d28b7ab90c, 0x16a17f40c767e533, 0xe3e4b8ec5f525c28, 0x9301031e68b6fa0c}},
        {1, 0, {0xa42f370f4f3e6190, 0x45e571af977ba0f4, 0x9377f4cd1e203441, 0x2e1831a86ab524c8}},
        {0, 1, {0xb1c114a70c1f9adc, 0x00fab138b9aadfa8, 0xee78b89a032b82be, 0xee12efbea0c3f31f}},
        {42, 7, {0xf7c7131e581266d6, 0xbf8e0a870594e23b, 0xc5a2116166595c66, 0xc7955d95523ad6fc}},
    };
    for (size_t k = 0; k < 4; k++) {
        struct mx_rng rng = mx_rng_start(golden[k].seed, golden[k].stream);
        for (size_t i = 0; i < 4; i++)
            assert_int_equal(mx_rng_next(&rng), golden[k].first[i]);
    }
}

static void below_is_golden(void **state) {
    (void)state;
    const uint64_t thousand[] = {967, 748, 772, 779, 610, 628, 708, 250};
    struct mx_rng rng = mx_rng_start(42, 7);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(mx_rng_below(&rng, 1000), thousand[i]);
}

/* Just above 2^63 about half of the draws are rejected. */
static void below_rejects(void **state) {
    (void)state;
    const uint64_t golden[] = {0x7be3898f2c09336b, 0x62d108b0b32cae33, 0x63caaecaa91d6b7e,
                               0x4e335b2cca657c8e, 0x2007949ad7bf2a77, 0x0daaeeaba2aa3f40};
    struct mx_rng rng = mx_rng_start(42, 7);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(mx_rng_below(&rng, (UINT64_C(1) << 63) + 1), golden[i]);
}

static void below_covers_small_bounds_evenly(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(1, 2);
    assert_int_equal(mx_rng_below(&rng, 1), 0);
    for (uint64_t bound = 2; bound < 9; bound++) {
        uint64_t count[8] = {0};
        for (uint64_t i = 0; i < 10000 * bound; i++)
            count[mx_rng_below(&rng, bound)]++;
        for (uint64_t i = 0; i < bound; i++)
            assert_in_range(count[i], 9400, 10600);
    }
}

static void between_includes_both_ends(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(3, 4);
    unsigned seen = 0;
    for (int i = 0; i < 200; i++) {
        const uint64_t drawn = mx_rng_between(&rng, 5, 8);
        assert_in_range(drawn, 5, 8);
        seen |= 1U << drawn;
    }
    assert_int_equal(seen, 0x1e0);
    assert_int_equal(mx_rng_between(&rng, UINT64_MAX, UINT64_MAX), UINT64_MAX);
    struct mx_rng whole = mx_rng_start(42, 7);
    assert_int_equal(mx_rng_between(&whole, 0, UINT64_MAX), UINT64_C(0xf7c7131e581266d6));
}

static void chance_is_a_threshold(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(5, 6);
    for (int i = 0; i < 12; i++)
        assert_int_equal(mx_rng_chance(&rng, 250000000), i == 4 || i == 5);
    for (int i = 0; i < 1000; i++) {
        assert_false(mx_rng_chance(&rng, 0));
        assert_true(mx_rng_chance(&rng, MX_BILLION));
    }
}

static void neighbouring_streams_differ(void **state) {
    (void)state;
    for (uint64_t stream = 0; stream < 100; stream++) {
        struct mx_rng one = mx_rng_start(9, stream), other = mx_rng_start(9, stream + 1);
        for (size_t i = 0; i < 4; i++)
            for (size_t k = 0; k < 4; k++)
                assert_int_not_equal(one.s[i], other.s[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_matches_the_published_one),
        cmocka_unit_test(streams_are_golden),
        cmocka_unit_test(below_is_golden),
        cmocka_unit_test(below_rejects),
        cmocka_unit_test(below_covers_small_bounds_evenly),
        cmocka_unit_test(between_includes_both_ends),
        cmocka_unit_test(chance_is_a_threshold),
        cmocka_unit_test(neighbouring_streams_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
