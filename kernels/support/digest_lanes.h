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

/* The digest of 64 states whose values are the bits of a word: state i is high + low[i]. */
LANES_INLINE uint64_t digest_of_bits(uint64_t high, const uint64_t low[64], uint64_t bits) {
#if MX_ISA_WIDTH == 16
    uint64_t digest = 0;
    for (uint32_t i = 0; i < 64; i++)
        digest += mx_digest_pair(high + low[i], bits >> i & 1);
    return digest;
#else
    const uint64_t start = high + UINT64_C(0x9e3779b97f4a7c15); /* as in mx_digest_pair */
    lanes sum = {0};
    for (uint32_t i = 0; i < 64; i += DIGEST_LANES)
        sum += digest_mix(digest_add_bits(digest_mix(lanes_load(low + i) + start), bits >> i));
    return digest_sum(sum);
#endif
}

#endif
