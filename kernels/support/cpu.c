/* Asks CPUID for the instructions and XCR0 for the registers that the operating system saves.
 * The only file that may depend on the architecture through the preprocessor. */
#include "support/cpu.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const isa_names[] = {
    [MX_ISA_BASE] = "base",
    [MX_ISA_AVX2] = "avx2",
    [MX_ISA_AVX512] = "avx512",
};

const char *mx_isa_name(mx_isa isa) {
    return isa_names[isa];
}

bool mx_isa_parse(const char *name, mx_isa *isa) {
    for (size_t i = 0; i < sizeof isa_names / sizeof *isa_names; i++)
        if (strcmp(name, isa_names[i]) == 0) {
            *isa = (mx_isa)i;
            return true;
        }
    return false;
}

#if defined(__x86_64__)

#include <cpuid.h>

#define BIT(n) (UINT32_C(1) << (n))

/* Leaf 1, ECX: SSE3, SSSE3, FMA, CX16, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C. */
#define V3_LEAF1_C                                                                                 \
    (BIT(0) | BIT(9) | BIT(12) | BIT(13) | BIT(19) | BIT(20) | BIT(22) | BIT(23) | BIT(27) |       \
     BIT(28) | BIT(29))
/* Leaf 7, EBX: BMI1, AVX2, BMI2. */
#define V3_LEAF7_B (BIT(3) | BIT(5) | BIT(8))
/* Leaf 0x80000001, ECX: LAHF, LZCNT. */
#define V3_EXTENDED_C (BIT(0) | BIT(5))
/* Leaf 7, EBX: AVX512 F, DQ, CD, BW, VL. */
#define AVX512_LEAF7_B (BIT(16) | BIT(17) | BIT(28) | BIT(30) | BIT(31))

#define XCR0_YMM (BIT(1) | BIT(2))
#define XCR0_ZMM (BIT(5) | BIT(6) | BIT(7))

struct leaf {
    uint32_t a, b, c, d;
};

static struct leaf cpuid(uint32_t number) {
    struct leaf leaf = {0, 0, 0, 0};
    (void)__get_cpuid_count(number, 0, &leaf.a, &leaf.b, &leaf.c, &leaf.d);
    return leaf;
}

static bool has(uint32_t word, uint32_t bits) {
    return (word & bits) == bits;
}

/* Only after CPUID has shown OSXSAVE. */
static uint32_t xcr0(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static bool has_avx2_level(void) {
    return has(cpuid(1).c, V3_LEAF1_C) && has(cpuid(7).b, V3_LEAF7_B) &&
           has(cpuid(0x80000001).c, V3_EXTENDED_C) && has(xcr0(), XCR0_YMM);
}

/* Only after has_avx2_level. */
static bool has_avx512_level(void) {
    return has(cpuid(7).b, AVX512_LEAF7_B) && has(xcr0(), XCR0_ZMM);
}

mx_isa mx_cpu_isa(void) {
    if (!has_avx2_level())
        return MX_ISA_BASE;
    return has_avx512_level() ? MX_ISA_AVX512 : MX_ISA_AVX2;
}

const char *mx_cpu_identity(char *text, size_t room) {
    const struct leaf one = cpuid(1), seven = cpuid(7);
    uint32_t family = one.a >> 8 & 15, model = one.a >> 4 & 15;
    model |= family == 6 || family == 15 ? (one.a >> 16 & 15) << 4 : 0;
    family += family == 15 ? one.a >> 20 & 255 : 0;
    snprintf(text, room, "%u-%u-%u, features %x %x %x %x %x", family, model, one.a & 15, one.c,
             one.d, seven.b, seven.c, seven.d);
    return text;
}

static void read_brand(char *brand) {
    for (uint32_t i = 0; i < 3; i++) {
        const struct leaf leaf = cpuid(0x80000002 + i);
        memcpy(brand + i * sizeof leaf, &leaf, sizeof leaf);
    }
}

const char *mx_cpu_model(void) {
    static char brand[3 * sizeof(struct leaf) + 1];
    read_brand(brand);
    size_t length = strlen(brand);
    while (length > 0 && brand[length - 1] == ' ')
        brand[--length] = '\0';
    const char *start = brand + strspn(brand, " ");
    return *start != '\0' ? start : "unknown";
}

#else

mx_isa mx_cpu_isa(void) {
    return MX_ISA_BASE;
}

const char *mx_cpu_identity(char *text, size_t room) {
    snprintf(text, room, "not x86-64");
    return text;
}

const char *mx_cpu_model(void) {
    return "unknown";
}

#endif
