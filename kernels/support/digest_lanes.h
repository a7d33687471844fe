/* Table digests, a vector of pairs at a time. The sums are those of mx_digest_pair.
 *
 * All functions are static: they are compiled into every variant with its flags. SSE2 has no
 * 64-bit multiplication that would pay, so there the pairs go one by one.
 */
#ifndef MX_SUPPORT_DIGEST_LANES_H
#define MX_SUPPORT_DIGEST_LANES_H

#include "support/digest.h"
#include "support/lanes.h"

#define DIGEST_LANES (LANES_BYTES / sizeof(uint64_t))

/* mx_mix in every lane. */
LANES_INLINE lanes digest_mix(lanes x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

LANES_INLINE uint64_t digest_sum(lanes x) {
    uint64_t sum = 0;
    for (size_t i = 0; i < DIGEST_LANES; i++)
        sum += x[i];
    return sum;
}

/* Adds bit i of `bits` to lane i. */
LANES_INLINE lanes digest_add_bits(lanes x, uint64_t bits) {
#if MX_ISA_WIDTH == 64
    const __m512i one = _mm512_set1_epi64(1);
    return (lanes)_mm512_mask_add_epi64((__m512i)x, (__mmask8)bits, (__m512i)x, one);
#elif MX_ISA_WIDTH == 32
    const lanes place = {0, 1, 2, 3};
    return x + ((((lanes){0} + bits) >> place) & 1);
#else
    return x + (lanes){bits & 1, bits >> 1 & 1};
#endif
}

/* Adds the pairs of 64 states whose values are the bits of a word: state i is high + low[i]. */
LANES_INLINE lanes digest_add_word(lanes sum, uint64_t high, const uint64_t low[64],
                                   uint64_t bits) {
#if MX_ISA_WIDTH == 16
    uint64_t digest = 0;
    for (uint32_t i = 0; i < 64; i++)
        digest += mx_digest_pair(high + low[i], bits >> i & 1);
    return sum + (lanes){digest, 0};
#else
    const uint64_t start = high + UINT64_C(0x9e3779b97f4a7c15); /* as in mx_digest_pair */
    for (uint32_t i = 0; i < 64; i += DIGEST_LANES)
        sum += digest_mix(digest_add_bits(digest_mix(lanes_load(low + i) + start), bits >> i));
    return sum;
#endif
}

/* pairs[v] = mx_digest_pair(state, v), for values below 8. */
LANES_INLINE void digest_list_pairs(uint64_t pairs[8], uint64_t state) {
    const uint64_t mixed = mx_mix(state + UINT64_C(0x9e3779b97f4a7c15)); /* as there */
#if MX_ISA_WIDTH == 16
    for (uint32_t v = 0; v < 8; v++)
        pairs[v] = mx_mix(mixed + v);
#else
    static const uint64_t values[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (uint32_t v = 0; v < 8; v += DIGEST_LANES)
        lanes_store(pairs + v, digest_mix(lanes_load(values + v) + mixed));
#endif
}

/* Adds pairs[byte i of `values`] to digests[i]; the bytes are below 8. */
LANES_INLINE void digest_add_listed(const uint64_t pairs[8], uint64_t values, uint64_t digests[8]) {
#if MX_ISA_WIDTH == 64
    const __m512i place = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128((long long)values));
    const lanes found = (lanes)_mm512_permutexvar_epi64(place, (__m512i)lanes_load(pairs));
    lanes_store(digests, lanes_load(digests) + found);
#else
    for (uint32_t i = 0; i < 8; i++)
        digests[i] += pairs[values >> 8 * i & 7];
#endif
}

/* Byte i is bit i. */
LANES_INLINE uint64_t digest_spread(uint8_t bits) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
#if MX_ISA_WIDTH > 16
    return _pdep_u64(bits, ones);
#else
    return ((bits * ones & UINT64_C(0x8040201008040201)) + 127 * ones) >> 7 & ones;
#endif
}

#endif
