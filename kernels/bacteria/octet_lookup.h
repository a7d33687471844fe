/* Sets of the nimbers that options have, by look-up. A lane is a byte.
 *
 * An octet is a byte with one bit for each of eight nimbers. A 16-entry table turns a nimber into
 * its bit in the octet of 0 .. 7, a second table into its bit in the octet of 8 .. 15. An index
 * with bit 7 set looks up 0. SSE2 has no byte look-up: it shifts the bit into place instead.
 */
#ifndef MX_BACTERIA_OCTET_LOOKUP_H
#define MX_BACTERIA_OCTET_LOOKUP_H

#include "support/octet_mex.h"

#define BARRED 0x80
#define OCTETS 8u /* most octets that one pass collects: nimbers 0 .. 63 */

#if MX_ISA_LOOKUP
/* Constants of a pass that collects nimbers from `base` on, a multiple of 16. */
struct octet_pass {
    lanes bits[2], base;
};

LANES_INLINE struct octet_pass octet_pass_from(unsigned base) {
    return (struct octet_pass){{lanes_repeat(octet_bits[0]), lanes_repeat(octet_bits[1])},
                               lanes_fill((uint8_t)base)};
}

/* Adds one option to `octets` octets; `octets` must be a compile-time constant. A barred option has
 * bit 7 set; it, and an option outside of a pair of octets, looks up 0. */
LANES_INLINE void octets_add(lanes *sets, const struct octet_pass *pass, lanes option,
                             unsigned octets) {
    for (unsigned s = 0; s < octets; s += 2) {
        lanes from = pass->base ^ lanes_fill((uint8_t)(8 * s));
        lanes index = lanes_index(option ^ from);
        sets[s] |= lanes_lookup(pass->bits[0], index);
        if (s + 1 < octets)
            sets[s + 1] |= lanes_lookup(pass->bits[1], index);
    }
}

/* Adds two options. With AVX-512, one operation adds the bits of both. */
LANES_INLINE void octets_add_two(lanes *sets, const struct octet_pass *pass, const lanes option[2],
                                 unsigned octets) {
    for (unsigned s = 0; s < octets; s++) {
        lanes from = pass->base ^ lanes_fill((uint8_t)(8 * (s / 2 * 2)));
        sets[s] =
            lanes_or_or(sets[s], lanes_lookup(pass->bits[s % 2], lanes_index(option[0] ^ from)),
                        lanes_lookup(pass->bits[s % 2], lanes_index(option[1] ^ from)));
    }
}
#else
/* Without look-ups, comparison finds the octet of each nimber. */
struct octet_pass {
    lanes base;
};

LANES_INLINE struct octet_pass octet_pass_from(unsigned base) {
    return (struct octet_pass){lanes_fill((uint8_t)base)};
}

LANES_INLINE void octets_add(lanes *sets, const struct octet_pass *pass, lanes option,
                             unsigned octets) {
    const lanes bit = lanes_bit(option), first = (option ^ pass->base) & lanes_fill(0xf8);
    for (unsigned s = 0; s < octets; s++)
        sets[s] |= bit & lanes_equal(first, lanes_fill((uint8_t)(8 * s)));
}

LANES_INLINE void octets_add_two(lanes *sets, const struct octet_pass *pass, const lanes option[2],
                                 unsigned octets) {
    octets_add(sets, pass, option[0], octets);
    octets_add(sets, pass, option[1], octets);
}
#endif

/* Clears only the octets that a pass collects: gcc clears a whole array by a call. */
LANES_INLINE void octets_clear(lanes *sets, unsigned octets) {
    for (unsigned s = 0; s < octets; s++)
        sets[s] = (lanes){0};
}

#endif
