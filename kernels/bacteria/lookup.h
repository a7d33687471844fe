/* The set of nimbers that options have and its mex, by look-up: a lane is a byte.
 *
 * A set is a byte with a bit for each of eight nimbers. A 16-entry table turns a nimber into its
 * bit in the set 0 .. 7, another one in the set 8 .. 15; what has bit 7 turns into nothing. SSE2
 * looks nothing up: it shifts the bit into its place.
 */
#ifndef MX_BACTERIA_LOOKUP_H
#define MX_BACTERIA_LOOKUP_H

#include "support/octet_mex.h"

#define BARRED 0x80
#define OCTETS 8u /* sets that one pass sees at most: nimbers 0 .. 63 */

#if MX_ISA_WIDTH > 16
/* Constants of a pass that sees nimbers from `base` on, a multiple of 16. */
struct look {
    lanes bits[2], base, limit;
};

LANES_INLINE struct look look_for(unsigned base) {
    return (struct look){{lanes_repeat(octet_bits[0]), lanes_repeat(octet_bits[1])},
                         lanes_fill((uint8_t)base),
                         lanes_fill(0x70)};
}

/* Adds one option, a nimber or BARRED and more, to the sets of `octets` times eight nimbers, for
 * which that number has to be a constant. What is not in a pair of sets has bit 7 in the index. */
LANES_INLINE void see(lanes *sets, const struct look *look, lanes option, unsigned octets) {
    for (unsigned s = 0; s < octets; s += 2) {
        lanes from = look->base ^ lanes_fill((uint8_t)(8 * s));
        lanes index = lanes_add_saturated(option ^ from, look->limit);
        sets[s] |= lanes_pick(look->bits[0], index);
        if (s + 1 < octets)
            sets[s + 1] |= lanes_pick(look->bits[1], index);
    }
}
#else
/* Without look-ups the set of each nimber is found by comparison. */
struct look {
    lanes base;
};

LANES_INLINE struct look look_for(unsigned base) {
    return (struct look){lanes_fill((uint8_t)base)};
}

LANES_INLINE void see(lanes *sets, const struct look *look, lanes option, unsigned octets) {
    const lanes bit = lanes_bit(option), first = (option ^ look->base) & lanes_fill(0xf8);
    for (unsigned s = 0; s < octets; s++)
        sets[s] |= bit & lanes_equal(first, lanes_fill((uint8_t)(8 * s)));
}
#endif

/* Of the octets alone that a pass sees: gcc clears a larger array by a call. */
LANES_INLINE void clear(lanes *sets, unsigned octets) {
    for (unsigned s = 0; s < octets; s++)
        sets[s] = (lanes){0};
}

#endif
