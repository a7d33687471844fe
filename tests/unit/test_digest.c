/* Fingerprints: golden values, order, sensitivity. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "support/digest.h"

static uint64_t hash_text(const char *text) {
    return mx_hash(MX_HASH_START, text, strlen(text));
}

static void hash_is_fnv_1a(void **state) {
    (void)state;
    assert_int_equal(hash_text(""), UINT64_C(0xcbf29ce484222325));
    assert_int_equal(hash_text("a"), UINT64_C(0xaf63dc4c8601ec8c));
    assert_int_equal(hash_text("foobar"), UINT64_C(0x85944171f73967e8));
}

static void hash_continues(void **state) {
    (void)state;
    assert_int_equal(mx_hash(hash_text("foo"), "bar", 3), hash_text("foobar"));
    assert_int_not_equal(hash_text("barfoo"), hash_text("foobar"));
    assert_int_not_equal(mx_hash(MX_HASH_START, "\0", 1), MX_HASH_START);
}

static void hash_of_words_is_golden(void **state) {
    (void)state;
    unsigned char data[77];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(3 * i);
    assert_int_equal(mx_hash_words(MX_HASH_START, data, 0), UINT64_C(0x296cac23c9d1e481));
    assert_int_equal(mx_hash_words(MX_HASH_START, data, 64), UINT64_C(0x81682f9fcfb721a3));
    assert_int_equal(mx_hash_words(MX_HASH_START, data, sizeof data), UINT64_C(0x98565d21749c761c));
}

/* Every length, every bit of it; at any address. */
static void hash_of_words_is_sensitive_to_each_bit(void **state) {
    (void)state;
    unsigned char data[97] = {0}, moved[98] = {0};
    for (size_t bytes = 0; bytes <= 96; bytes++) {
        const uint64_t plain = mx_hash_words(1, data, bytes);
        assert_int_equal(mx_hash_words(1, moved + 1, bytes), plain);
        assert_int_not_equal(mx_hash_words(1, data, bytes + 1), plain);
        assert_int_not_equal(mx_hash_words(2, data, bytes), plain);
        for (size_t bit = 0; bit < 8 * bytes; bit++) {
            data[bit / 8] ^= (unsigned char)(1u << bit % 8);
            assert_int_not_equal(mx_hash_words(1, data, bytes), plain);
            data[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    }
}

/* Words exchanged between lanes and within one. */
static void hash_of_words_minds_order(void **state) {
    (void)state;
    const uint64_t words[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const uint64_t lanes[] = {2, 1, 3, 4, 5, 6, 7, 8}, turns[] = {5, 2, 3, 4, 1, 6, 7, 8};
    const uint64_t plain = mx_hash_words(0, words, sizeof words);
    assert_int_not_equal(mx_hash_words(0, lanes, sizeof lanes), plain);
    assert_int_not_equal(mx_hash_words(0, turns, sizeof turns), plain);
}

static void mix_is_the_finaliser_of_splitmix64(void **state) {
    (void)state;
    const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    assert_int_equal(mx_mix(1234567 + step), UINT64_C(6457827717110365317));
    assert_int_equal(mx_mix(1234567 + 2 * step), UINT64_C(3203168211198807973));
}

static void pairs_are_golden(void **state) {
    (void)state;
    assert_int_equal(mx_digest_pair(0, 0), UINT64_C(0x48218226ff3cd4bf));
    assert_int_equal(mx_digest_pair(5, 9), UINT64_C(0x7ff8ea67feef56ac));
}

static void sum_does_not_depend_on_order(void **state) {
    (void)state;
    uint64_t up = 0, strided = 0;
    for (uint64_t i = 0; i < 1009; i++) {
        const uint64_t k = 17 * i % 1009;
        up += mx_digest_pair(i, (uint32_t)(i * i));
        strided += mx_digest_pair(k, (uint32_t)(k * k));
    }
    assert_int_equal(up, strided);
}

static void pair_is_sensitive_to_each_bit(void **state) {
    (void)state;
    const uint64_t plain = mx_digest_pair(1000, 3);
    for (int bit = 0; bit < 64; bit++)
        assert_int_not_equal(mx_digest_pair(1000 ^ (UINT64_C(1) << bit), 3), plain);
    for (int bit = 0; bit < 32; bit++)
        assert_int_not_equal(mx_digest_pair(1000, 3 ^ (UINT32_C(1) << bit)), plain);
    /* Exchanged values, and a value moved from one state to the next, show in the sum. */
    assert_int_not_equal(mx_digest_pair(1, 7) + mx_digest_pair(2, 8),
                         mx_digest_pair(1, 8) + mx_digest_pair(2, 7));
    assert_int_not_equal(mx_digest_pair(1, 7), mx_digest_pair(2, 6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_is_fnv_1a),
        cmocka_unit_test(hash_continues),
        cmocka_unit_test(hash_of_words_is_golden),
        cmocka_unit_test(hash_of_words_is_sensitive_to_each_bit),
        cmocka_unit_test(hash_of_words_minds_order),
        cmocka_unit_test(mix_is_the_finaliser_of_splitmix64),
        cmocka_unit_test(pairs_are_golden),
        cmocka_unit_test(sum_does_not_depend_on_order),
        cmocka_unit_test(pair_is_sensitive_to_each_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
