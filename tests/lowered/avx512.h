/* The AVX-512 intrinsics that kernels/ uses, written with vectors that the compiler lowers to the
 * target. A machine without AVX-512 can then check the results of 512-bit kernels. Included before
 * everything else (CMakeLists.txt).
 */
#ifndef MX_LOWERED_AVX512_H
#define MX_LOWERED_AVX512_H

#include <immintrin.h>
#include <stdint.h>

typedef uint64_t lowered_words __attribute__((vector_size(64)));
typedef uint8_t lowered_bytes __attribute__((vector_size(64)));
typedef union {
    __m512i whole;
    __m256i half[2];
} lowered_halves;

#define LOWERED static inline __attribute__((always_inline, unused))

LOWERED int lowered_any(__m512i a, __m512i b) {
    lowered_words both = (lowered_words)a & (lowered_words)b;
    uint64_t any = 0;
    for (int i = 0; i < 8; i++)
        any |= both[i];
    return any != 0;
}

LOWERED __m512i lowered_shuffle(__m512i table, __m512i index) {
    lowered_halves t = {table}, i = {index}, picked;
    for (int half = 0; half < 2; half++)
        picked.half[half] = _mm256_shuffle_epi8(t.half[half], i.half[half]);
    return picked.whole;
}

LOWERED __m512i lowered_broadcast(__m128i once) {
    const __m256i twice = _mm256_broadcastsi128_si256(once);
    return ((lowered_halves){.half = {twice, twice}}).whole;
}

LOWERED __m512i lowered_add(__m512i a, __m512i b) {
    lowered_bytes sum = (lowered_bytes)a + (lowered_bytes)b;
    return (__m512i)(sum | (lowered_bytes)(sum < (lowered_bytes)a));
}

LOWERED __m512i lowered_most(__m512i a, __m512i b) {
    lowered_bytes greater = (lowered_bytes)((lowered_bytes)a > (lowered_bytes)b);
    return (__m512i)(((lowered_bytes)a & greater) | ((lowered_bytes)b & ~greater));
}

/* Bit i of the table is the result where a, b, c are bits 2, 1, 0 of i. */
LOWERED __m512i lowered_ternary(__m512i a, __m512i b, __m512i c, int table) {
    lowered_words result = {0};
    for (int i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? (lowered_words)a : ~(lowered_words)a) &
                      (i & 2 ? (lowered_words)b : ~(lowered_words)b) &
                      (i & 1 ? (lowered_words)c : ~(lowered_words)c);
    return (__m512i)result;
}

LOWERED __m512i lowered_fill(int64_t number) {
    return (__m512i)((lowered_words){0} + (uint64_t)number);
}

/* a + b where the mask has a bit, else `other`. */
LOWERED __m512i lowered_add_where(__m512i other, uint8_t mask, __m512i a, __m512i b) {
    lowered_words sum = (lowered_words)a + (lowered_words)b;
    for (int i = 0; i < 8; i++)
        sum[i] = mask >> i & 1 ? sum[i] : ((lowered_words)other)[i];
    return (__m512i)sum;
}

LOWERED __m512i lowered_widen(__m128i bytes) {
    const uint64_t all = (uint64_t)_mm_cvtsi128_si64(bytes);
    lowered_words wide = {0};
    for (int i = 0; i < 8; i++)
        wide[i] = all >> 8 * i & 0xff;
    return (__m512i)wide;
}

LOWERED __m512i lowered_pick(__m512i places, __m512i table) {
    lowered_words picked = {0};
    for (int i = 0; i < 8; i++)
        picked[i] = ((lowered_words)table)[((lowered_words)places)[i] % 8];
    return (__m512i)picked;
}

#define _mm512_set1_epi64 lowered_fill
#define _mm512_mask_add_epi64 lowered_add_where
#define _mm512_cvtepu8_epi64 lowered_widen
#define _mm512_permutexvar_epi64 lowered_pick
#define _mm512_test_epi64_mask lowered_any
#define _mm512_shuffle_epi8 lowered_shuffle
#define _mm512_broadcast_i32x4 lowered_broadcast
#define _mm512_adds_epu8 lowered_add
#define _mm512_max_epu8 lowered_most
#define _mm512_ternarylogic_epi64 lowered_ternary

#endif
