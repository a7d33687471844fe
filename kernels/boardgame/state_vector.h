/* Vectors of states: one bit each for 128, 256 or 512 sets of filled cells.
 *
 * The lowest cells select the bit: six of them the bit in a word, one to three the word. The code
 * is plain vector arithmetic of GCC and clang in the width of MX_ISA, so a kernel written with it
 * is compiled once for each instruction set. This is the only file of boardgame that tests for one.
 * All functions are static: every variant compiles its own with its own flags.
 */
#ifndef MX_BOARDGAME_STATE_VECTOR_H
#define MX_BOARDGAME_STATE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "support/isa.h"

#define BOARDGAME_VECTOR(type)                                                                     \
    type __attribute__((vector_size(MX_ISA_WIDTH), aligned(MX_ISA_WIDTH), may_alias))

typedef BOARDGAME_VECTOR(uint64_t) boardgame_vector;
typedef BOARDGAME_VECTOR(uint32_t) boardgame_vector32;
typedef BOARDGAME_VECTOR(uint16_t) boardgame_vector16;

/* The cells within a vector. */
#if MX_ISA_WIDTH == 64
#define BOARDGAME_VECTOR_CELLS 9
#elif MX_ISA_WIDTH == 32
#define BOARDGAME_VECTOR_CELLS 8
#else
#define BOARDGAME_VECTOR_CELLS 7
#endif

/* The states that lead to one of these by filling a cell that selects the word. */
static inline boardgame_vector boardgame_leading_across(boardgame_vector x) {
    const boardgame_vector none = {0};
#if MX_ISA_WIDTH == 64
    return __builtin_shufflevector(x, none, 1, 8, 3, 8, 5, 8, 7, 8) |
           __builtin_shufflevector(x, none, 2, 3, 8, 8, 6, 7, 8, 8) |
           __builtin_shufflevector(x, none, 4, 5, 6, 7, 8, 8, 8, 8);
#elif MX_ISA_WIDTH == 32 && defined(__AVX2__)
    (void)none; /* GCC 12 generates two shuffles for each line below */
    return (boardgame_vector)_mm256_bsrli_epi128((__m256i)x, 8) |
           (boardgame_vector)_mm256_permute2x128_si256((__m256i)x, (__m256i)x, 0x81);
#elif MX_ISA_WIDTH == 32
    return __builtin_shufflevector(x, none, 1, 4, 3, 4) |
           __builtin_shufflevector(x, none, 2, 3, 4, 4);
#else
    return __builtin_shufflevector(x, none, 1, 2);
#endif
}

static inline bool boardgame_any(boardgame_vector x) {
#if MX_ISA_WIDTH == 64 && defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
#elif MX_ISA_WIDTH == 32 && defined(__AVX__)
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#elif MX_ISA_WIDTH == 16 && defined(__SSE2__)
    return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)x, _mm_setzero_si128())) != 0xffff;
#else
    uint64_t any = 0;
    for (size_t i = 0; i < MX_ISA_WIDTH / 8; i++)
        any |= x[i];
    return any != 0;
#endif
}

/* Stores past the caches. Other threads see it after boardgame_stream_end(). */
static inline void boardgame_stream(boardgame_vector *to, boardgame_vector x) {
#if MX_ISA_WIDTH == 64 && defined(__AVX512F__)
    _mm512_stream_si512((void *)to, (__m512i)x);
#elif MX_ISA_WIDTH == 32 && defined(__AVX__)
    _mm256_stream_si256((void *)to, (__m256i)x);
#elif MX_ISA_WIDTH == 16 && defined(__SSE2__)
    _mm_stream_si128((void *)to, (__m128i)x);
#else
    *to = x;
#endif
}

static inline void boardgame_stream_end(void) {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/* The same word in all places of the vector. */
static inline boardgame_vector boardgame_every(uint64_t word) {
    return (boardgame_vector){0} + word;
}

/* The states that lead to one of these by a move within the vector. Cells 3 to 5 need no mask: a
 * shift of narrower elements drops the bits that would cross. */
static inline boardgame_vector boardgame_leading_to(boardgame_vector x) {
    const boardgame_vector in_byte = (x >> 1 & UINT64_C(0x5555555555555555)) |
                                     (x >> 2 & UINT64_C(0x3333333333333333)) |
                                     (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    const boardgame_vector in_word = (boardgame_vector)((boardgame_vector16)x >> 8) |
                                     (boardgame_vector)((boardgame_vector32)x >> 16) | x >> 32;
    return in_byte | in_word | boardgame_leading_across(x);
}

/* The states of a vector that contain these of its cells. */
static inline boardgame_vector boardgame_containing(uint32_t cells) {
    static const uint64_t has[] = {UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
                                   UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
                                   UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};
    uint64_t word = UINT64_MAX;
    for (int cell = 0; cell < 6; cell++)
        word &= cells >> cell & 1 ? has[cell] : UINT64_MAX;
    boardgame_vector states;
    for (uint32_t i = 0; i < MX_ISA_WIDTH / 8; i++)
        states[i] = (cells >> 6 & ~i) == 0 ? word : 0;
    return states;
}

#endif
