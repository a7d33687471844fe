/* Vectors of the width of the instruction set that the file is compiled for.
 *
 * They are GCC vector extensions (gcc and clang): a ^ b, a & b, a | b and a << s work as they are.
 * This file has what these do not express well, and is the only one of bacteria and darkraft with
 * intrinsics. All functions are static: they are compiled into every variant with its flags.
 */
#ifndef MX_SUPPORT_LANES_H
#define MX_SUPPORT_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "support/isa.h"

#if MX_ISA_WIDTH > 16
#include <immintrin.h>
#elif MX_ISA_LOOKUP
#include <arm_neon.h>
#endif

#define LANES_BYTES ((size_t)MX_ISA_WIDTH)
/* Vector registers of the instruction set. */
#if MX_ISA_WIDTH == 64 || defined(__aarch64__)
#define LANES_REGISTERS 32
#else
#define LANES_REGISTERS 16
#endif
#define LANES_INLINE static inline __attribute__((always_inline))

typedef uint64_t lanes __attribute__((vector_size(MX_ISA_WIDTH)));
typedef uint32_t lanes_of_32 __attribute__((vector_size(MX_ISA_WIDTH)));
typedef uint16_t lanes_of_16 __attribute__((vector_size(MX_ISA_WIDTH)));
typedef uint8_t lanes_of_bytes __attribute__((vector_size(MX_ISA_WIDTH)));
#if MX_ISA_WIDTH == 64
typedef __m512i lanes_raw;
#elif MX_ISA_WIDTH == 32
typedef __m256i lanes_raw;
#elif MX_ISA_LOOKUP
typedef uint8x16_t lanes_raw;
#endif

/* A vector at any address. memcpy would say the same, but gcc 12 copies 64 bytes in four parts
 * through the stack, and the load behind such stores waits (build_vector_code_gcc finds this).
 */
typedef uint64_t lanes_anywhere __attribute__((vector_size(MX_ISA_WIDTH), aligned(1), may_alias));

LANES_INLINE lanes lanes_load(const void *from) {
    return *(const lanes_anywhere *)from;
}

LANES_INLINE void lanes_store(void *to, lanes x) {
    *(lanes_anywhere *)to = x;
}

/* Ones in the first `count` <= LANES_BYTES bytes. */
LANES_INLINE lanes lanes_first(size_t count) {
    static const uint64_t edge[16] = {~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0),
                                      ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)};
    return lanes_load((const char *)edge + 64 - count);
}

LANES_INLINE lanes lanes_fill(uint8_t byte) {
    return (lanes)((lanes_of_bytes){0} + byte);
}

/* Byte by byte: 0xff where they are equal, else 0. */
LANES_INLINE lanes lanes_equal(lanes a, lanes b) {
    return (lanes)((lanes_of_bytes)a == (lanes_of_bytes)b);
}

LANES_INLINE bool lanes_any(lanes x) {
#if MX_ISA_WIDTH == 64
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
#elif MX_ISA_WIDTH == 32
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#elif MX_ISA_LOOKUP
    return vmaxvq_u32((uint32x4_t)x) != 0;
#else
    return (x[0] | x[1]) != 0;
#endif
}

#if MX_ISA_WIDTH > 16
#if MX_ISA_WIDTH == 64
#define LANES_BYTEWISE(name) _mm512_##name
#else
#define LANES_BYTEWISE(name) _mm256_##name
#endif
/* Whether an index of lanes_lookup counts modulo 16. */
#define LANES_LOOKUP_WRAPS 1

/* Byte by byte: table[index % 16] (`table` repeats 16 bytes), 0 where index >= 128. */
LANES_INLINE lanes lanes_lookup(lanes table, lanes index) {
    return (lanes)LANES_BYTEWISE(shuffle_epi8)((lanes_raw)table, (lanes_raw)index);
}

LANES_INLINE lanes lanes_repeat(const uint8_t table[16]) {
    const __m128i once = _mm_loadu_si128((const void *)table);
#if MX_ISA_WIDTH == 64
    return (lanes)_mm512_broadcast_i32x4(once);
#else
    return (lanes)_mm256_broadcastsi128_si256(once);
#endif
}

/* Byte by byte: an index for lanes_lookup that finds table[number], 0 where number >= 16. */
LANES_INLINE lanes lanes_index(lanes number) {
    return (lanes)LANES_BYTEWISE(adds_epu8)((lanes_raw)number, (lanes_raw)lanes_fill(0x70));
}

/* Byte by byte: the larger one. */
LANES_INLINE lanes lanes_max(lanes a, lanes b) {
    return (lanes)LANES_BYTEWISE(max_epu8)((lanes_raw)a, (lanes_raw)b);
}
#elif MX_ISA_LOOKUP
/* The same with NEON, whose look-up finds 0 for every index beyond the table. */
#define LANES_LOOKUP_WRAPS 0

LANES_INLINE lanes lanes_lookup(lanes table, lanes index) {
    return (lanes)vqtbl1q_u8((lanes_raw)table, (lanes_raw)index);
}

LANES_INLINE lanes lanes_repeat(const uint8_t table[16]) {
    return lanes_load(table);
}

LANES_INLINE lanes lanes_index(lanes number) {
    return number;
}

LANES_INLINE lanes lanes_max(lanes a, lanes b) {
    return (lanes)vmaxq_u8((lanes_raw)a, (lanes_raw)b);
}

/* Byte by byte: the number of zeros below the lowest one, 8 where there is none. */
LANES_INLINE lanes lanes_trailing_zeros(lanes x) {
    return (lanes)vclzq_u8(vrbitq_u8((lanes_raw)x));
}
#else
/* Byte by byte: 1 << index % 8. Doubled where bit 0 is set, shifted by 2 for bit 1, 4 for bit 2. */
LANES_INLINE lanes lanes_bit(lanes index) {
    lanes bit = (lanes)((lanes_of_bytes)(index & lanes_fill(1)) + 1);
    lanes two = lanes_equal(index & lanes_fill(2), lanes_fill(2));
    bit = (bit & ~two) | ((bit & two) << 2);
    lanes four = lanes_equal(index & lanes_fill(4), lanes_fill(4));
    return (bit & ~four) | ((bit & four) << 4);
}

LANES_INLINE lanes lanes_max(lanes a, lanes b) {
    lanes greater = (lanes)((lanes_of_bytes)a > (lanes_of_bytes)b);
    return (a & greater) | (b & ~greater);
}
#endif

/* Three-input functions: one instruction with AVX-512, two or three elsewhere. */
#if MX_ISA_WIDTH == 64
#define LANES_TERNARY(a, b, c, table)                                                              \
    ((lanes)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), table))
#define LANES_FUNCTION(name, expression, table)                                                    \
    LANES_INLINE lanes name(lanes a, lanes b, lanes c) {                                           \
        return LANES_TERNARY(a, b, c, table);                                                      \
    }
#else
#define LANES_FUNCTION(name, expression, table)                                                    \
    LANES_INLINE lanes name(lanes a, lanes b, lanes c) {                                           \
        return expression;                                                                         \
    }
#endif
LANES_FUNCTION(lanes_or_or, a | b | c, 0xfe)
LANES_FUNCTION(lanes_or_and, a | (b & c), 0xf8)
LANES_FUNCTION(lanes_or_andnot, a | (b & ~c), 0xf4)
LANES_FUNCTION(lanes_and_and, a &b &c, 0x80)
LANES_FUNCTION(lanes_and_andnot, a &b & ~c, 0x40)
LANES_FUNCTION(lanes_andnot_andnot, a & ~b & ~c, 0x10)
LANES_FUNCTION(lanes_and_xor, a &(b ^ c), 0x60)
LANES_FUNCTION(lanes_xor_xor, a ^ b ^ c, 0x96)

#endif
