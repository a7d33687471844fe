/* Vectors are GCC's, as wide as the instruction set allows. OPAQUE costs no instruction. It hides a
 * value from the compiler, which therefore cannot compute it in advance, merge it or drop it. */
#include "measure/limit_probe.h"

#include "support/isa.h"

typedef uint64_t vector __attribute__((vector_size(MX_ISA_WIDTH)));

#if defined(__x86_64__)
#define OPAQUE(value) __asm__ volatile("" : "+x"(value))
#elif defined(__aarch64__)
#define OPAQUE(value) __asm__ volatile("" : "+w"(value))
#else
#define OPAQUE(value) __asm__ volatile("" : "+m"(value))
#endif

#define PROBE_INLINE static inline __attribute__((always_inline))
#define CHAINS 12u /* independent ones: more than latency times units, fewer than registers */
_Static_assert(MX_PROBE_OPERATIONS == 4 * CHAINS, "a round, as it is written below");
#define BLOCK (MX_PROBE_BLOCK / sizeof(vector))

PROBE_INLINE void and_each(vector chain[CHAINS], vector key) {
    for (unsigned i = 0; i < CHAINS; i++) {
        chain[i] &= key;
        OPAQUE(chain[i]);
    }
}

static void and_rounds(uint64_t rounds) {
    vector chain[CHAINS] = {{0}}, key = {1};
    OPAQUE(key);
    while (rounds-- > 0) {
        and_each(chain, key);
        and_each(chain, key);
        and_each(chain, key);
        and_each(chain, key);
    }
}

PROBE_INLINE void add_each(vector chain[CHAINS], vector key) {
    for (unsigned i = 0; i < CHAINS; i++) {
        chain[i] += key;
        OPAQUE(chain[i]);
    }
}

static void add_rounds(uint64_t rounds) {
    vector chain[CHAINS] = {{0}}, key = {1};
    OPAQUE(key);
    while (rounds-- > 0) {
        add_each(chain, key);
        add_each(chain, key);
        add_each(chain, key);
        add_each(chain, key);
    }
}

static void read_passes(const void *from, size_t bytes, uint64_t passes) {
    while (passes-- > 0) {
        const vector *at = from, *end = at + bytes / sizeof(vector);
        for (; at < end; at += BLOCK)
            for (size_t i = 0; i < BLOCK; i++) {
                vector value = at[i];
                OPAQUE(value);
            }
    }
}

static void copy_passes(void *to, const void *from, size_t bytes, uint64_t passes) {
    while (passes-- > 0) {
        const vector *at = from, *end = at + bytes / sizeof(vector);
        for (vector *into = to; at < end; at += BLOCK, into += BLOCK)
            for (size_t i = 0; i < BLOCK; i++) {
                vector value = at[i];
                OPAQUE(value); /* otherwise the compiler would make it a memcpy */
                into[i] = value;
            }
    }
}

extern const struct mx_limit_probe MX_ISA_SYMBOL(mx_limit_probe);

const struct mx_limit_probe MX_ISA_SYMBOL(mx_limit_probe) = {
    .isa = MX_ISA_LEVEL,
    .vector_bytes = sizeof(vector),
    .and_rounds = and_rounds,
    .add_rounds = add_rounds,
    .read_passes = read_passes,
    .copy_passes = copy_passes,
};
