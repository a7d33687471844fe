/* The instruction sets that this processor can execute. */
#ifndef MX_SUPPORT_CPU_H
#define MX_SUPPORT_CPU_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Instruction sets that kernels are compiled for, each a superset of those before it that belong to
 * its architecture.
 *   base    what every processor of the target has (SSE2 on x86-64)
 *   avx2    AVX2, BMI1, BMI2, LZCNT, POPCNT, FMA (x86-64-v3)
 *   avx512  AVX-512 F, BW, CD, DQ, VL (x86-64-v4: Skylake-X, Zen 4 and later)
 *   neon    Advanced SIMD with its byte look-up (every 64-bit Arm processor)
 * The compiler flags that belong to each stand in cmake/IsaFlags.cmake. */
typedef enum mx_isa { MX_ISA_BASE, MX_ISA_AVX2, MX_ISA_AVX512, MX_ISA_NEON, MX_ISAS } mx_isa;

/* The widest set that the processor *and* the operating system support (XGETBV is checked:
 * wide registers must be saved on a context switch). MX_ISA_BASE where it is neither x86-64 nor
 * aarch64. */
mx_isa mx_cpu_isa(void);

/* Whether the processor has the instruction set. */
bool mx_cpu_has(mx_isa isa);

const char *mx_isa_name(mx_isa isa);

/* Inverse of mx_isa_name; false for an unknown name. */
bool mx_isa_parse(const char *name, mx_isa *isa);

/* Tells processors of equal names apart: "6-167-1, features 7ffafbff ...", with family, model,
 * stepping and the bits of CPUID leaves 1 and 7; on aarch64 with implementer, part, variant and
 * revision, and the kernel's capability bits. Returns text. */
const char *mx_cpu_identity(char *text, size_t room);

/* The model name that the processor reports, in a static buffer; "unknown" if it reports none.
 * Arm processors report numbers: "Neoverse N1" where they are known, else "Arm part 41-fff". */
const char *mx_cpu_model(void);

/* The features that kernels could use, separated by blanks, as /proc/cpuinfo names them. Returns
 * text; "" where they are not known. */
const char *mx_cpu_features(char *text, size_t room);

#ifdef __cplusplus
}
#endif

#endif
