/* For a source that is compiled once per instruction set (VARIANT_ISA in variants.def): the
 * build defines MX_ISA as base, avx2, avx512 or neon. */
#ifndef MX_ISA_H
#define MX_ISA_H

#include "support/cpu.h"

#define MX_ISA_PASTE2(name, isa) name##_##isa
#define MX_ISA_PASTE(name, isa) MX_ISA_PASTE2(name, isa)
#define MX_ISA_TEXT2(isa) #isa
#define MX_ISA_TEXT(isa) MX_ISA_TEXT2(isa)

/* The variant's symbol and label for this compilation: kernel_avx2, "kernel_avx2". */
#define MX_ISA_SYMBOL(name) MX_ISA_PASTE(name, MX_ISA)
#define MX_ISA_LABEL(name) name "_" MX_ISA_TEXT(MX_ISA)

/* Its mx_isa, and the bytes of its vectors. */
#define MX_LEVEL_base MX_ISA_BASE
#define MX_LEVEL_avx2 MX_ISA_AVX2
#ifndef MX_LEVEL_avx512 /* tests/lowered */
#define MX_LEVEL_avx512 MX_ISA_AVX512
#endif
#define MX_LEVEL_neon MX_ISA_NEON
#define MX_ISA_LEVEL MX_ISA_PASTE(MX_LEVEL, MX_ISA)
#define MX_WIDTH_base 16
#define MX_WIDTH_avx2 32
#define MX_WIDTH_avx512 64
#define MX_WIDTH_neon 16
#define MX_ISA_WIDTH MX_ISA_PASTE(MX_WIDTH, MX_ISA)

/* Whether it has a byte look-up (pshufb, tbl). */
#define MX_LOOKUP_base 0
#define MX_LOOKUP_avx2 1
#define MX_LOOKUP_avx512 1
#define MX_LOOKUP_neon 1
#define MX_ISA_LOOKUP MX_ISA_PASTE(MX_LOOKUP, MX_ISA)

#endif
