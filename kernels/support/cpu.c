/* On x86-64, asks CPUID for the instructions and XCR0 for the registers that the operating system
 * saves; on aarch64, asks the kernel's capability bits and MIDR_EL1. With the intrinsics of
 * lanes.h, the only file of support/ that may depend on the architecture through the preprocessor.
 */
#include "support/cpu.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const isa_names[] = {
    [MX_ISA_BASE] = "base",
    [MX_ISA_AVX2] = "avx2",
    [MX_ISA_AVX512] = "avx512",
    [MX_ISA_NEON] = "neon",
};

const char *mx_isa_name(mx_isa isa) {
    return isa_names[isa];
}

bool mx_isa_parse(const char *name, mx_isa *isa) {
    for (size_t i = 0; i < MX_ISAS; i++)
        if (strcmp(name, isa_names[i]) == 0) {
            *isa = (mx_isa)i;
            return true;
        }
    return false;
}

/* Appends a word, with a blank before all but the first. */
static size_t add_word(char *text, size_t room, size_t used, const char *word) {
    if (used < room)
        used += (size_t)snprintf(text + used, room - used, "%s%s", used > 0 ? " " : "", word);
    return used;
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

bool mx_cpu_has(mx_isa isa) {
    return isa <= mx_cpu_isa();
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

/* Whether `word` is one of the blank-separated words of `line`. */
static bool has_word(const char *line, const char *word) {
    size_t length = strlen(word);
    for (const char *at = line; (at = strstr(at, word)) != NULL; at += length)
        if (at > line && at[-1] == ' ' && strchr(" \n", at[length]) != NULL)
            return true;
    return false;
}

const char *mx_cpu_features(char *text, size_t room) {
    static const char *const names[] = {
        "sse2",     "ssse3",    "sse4_2",     "popcnt",       "avx",           "avx2",
        "bmi1",     "bmi2",     "fma",        "gfni",         "avx512f",       "avx512bw",
        "avx512dq", "avx512vl", "avx512vbmi", "avx512_vbmi2", "avx512_bitalg", "avx512_vpopcntdq",
        NULL};
    char line[8192];
    FILE *file = fopen("/proc/cpuinfo", "re");
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = strncmp(line, "flags", 5) == 0;
    if (file != NULL)
        fclose(file);
    text[0] = '\0';
    for (size_t i = 0, used = 0; found && names[i] != NULL; i++)
        if (has_word(line, names[i]))
            used = add_word(text, room, used, names[i]);
    return text;
}

#elif defined(__aarch64__)

#include <sys/auxv.h>

mx_isa mx_cpu_isa(void) {
    return (getauxval(AT_HWCAP) & HWCAP_ASIMD) != 0 ? MX_ISA_NEON : MX_ISA_BASE;
}

bool mx_cpu_has(mx_isa isa) {
    return isa == MX_ISA_BASE || isa == mx_cpu_isa();
}

/* The main identification register; 0 where the kernel does not let programs read it. */
static uint32_t identification(void) {
    uint64_t bits = 0;
    if ((getauxval(AT_HWCAP) & HWCAP_CPUID) != 0)
        __asm__("mrs %0, MIDR_EL1" : "=r"(bits));
    return (uint32_t)bits;
}

const char *mx_cpu_identity(char *text, size_t room) {
    const uint32_t id = identification();
    snprintf(text, room, "%x-%x-%u-%u, features %lx %lx", id >> 24, id >> 4 & 0xfff, id >> 20 & 15,
             id & 15, getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
    return text;
}

const char *mx_cpu_model(void) {
    static const struct {
        uint32_t implementer, part;
        const char *name;
    } known[] = {
        {0x41, 0xd03, "Cortex-A53"},  {0x41, 0xd07, "Cortex-A57"},  {0x41, 0xd08, "Cortex-A72"},
        {0x41, 0xd0b, "Cortex-A76"},  {0x41, 0xd0c, "Neoverse N1"}, {0x41, 0xd40, "Neoverse V1"},
        {0x41, 0xd49, "Neoverse N2"}, {0x41, 0xd4f, "Neoverse V2"}, {0x61, 0x022, "Apple M1"},
        {0x61, 0x023, "Apple M1"},    {0xc0, 0xac3, "Ampere-1"}};
    static char other[32];
    const uint32_t id = identification(), implementer = id >> 24, part = id >> 4 & 0xfff;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].implementer == implementer && known[i].part == part)
            return known[i].name;
    snprintf(other, sizeof other, "Arm part %02x-%03x", implementer, part);
    return id != 0 ? other : "unknown";
}

const char *mx_cpu_features(char *text, size_t room) {
    static const struct {
        int word; /* of the auxiliary vector */
        unsigned long bit;
        const char *name;
    } known[] = {{AT_HWCAP, HWCAP_ASIMD, "asimd"},     {AT_HWCAP, HWCAP_CRC32, "crc32"},
                 {AT_HWCAP, HWCAP_ATOMICS, "atomics"}, {AT_HWCAP, HWCAP_ASIMDDP, "asimddp"},
                 {AT_HWCAP, HWCAP_SHA3, "sha3"},       {AT_HWCAP, HWCAP_SVE, "sve"},
                 {AT_HWCAP2, HWCAP2_SVE2, "sve2"}};
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if ((getauxval((unsigned long)known[i].word) & known[i].bit) != 0)
            used = add_word(text, room, used, known[i].name);
    return text;
}

#else

mx_isa mx_cpu_isa(void) {
    return MX_ISA_BASE;
}

bool mx_cpu_has(mx_isa isa) {
    return isa == MX_ISA_BASE;
}

const char *mx_cpu_identity(char *text, size_t room) {
    snprintf(text, room, "unknown");
    return text;
}

const char *mx_cpu_model(void) {
    return "unknown";
}

const char *mx_cpu_features(char *text, size_t room) {
    add_word(text, room, 0, "");
    return text;
}

#endif
