/* The set of nimbers that options have and its mex, by look-up: a lane is a byte.
 *
 * A set is a byte with a bit for each of eight nimbers. A 16-entry table turns a nimber into its
 * bit in the set 0 .. 7, another one in the set 8 .. 15; what has bit 7 turns into nothing.
 */
#ifndef MX_BACTERIA_LOOKUP_H
#define MX_BACTERIA_LOOKUP_H

#include "bacteria/lanes.h"

#define BARRED 0x80
#define OCTETS 8u /* sets that one pass sees at most: nimbers 0 .. 63 */

static const uint8_t bit_tables[3][16] = {
    {1, 2, 4, 8, 16, 32, 64, 128},                         /* set 0: nimbers 0 .. 7 */
    {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128}, /* set 1: nimbers 8 .. 15 */
    {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4},      /* trailing ones of 0 .. 15 */
};

LANES_INLINE lanes lanes_repeat(const uint8_t table[16]) {
    uint8_t bytes[LANES_BYTES];
    for (size_t i = 0; i < LANES_BYTES; i += 16)
        memcpy(bytes + i, table, 16);
    return lanes_load(bytes);
}

LANES_INLINE lanes lanes_fill(uint8_t byte) {
    return (lanes)((lanes_of_bytes){0} + byte);
}

/* Constants of a pass that sees nimbers from `base` on, a multiple of 16. */
struct look {
    lanes bits[2], base, limit;
};

LANES_INLINE struct look look_for(unsigned base) {
    return (struct look){{lanes_repeat(bit_tables[0]), lanes_repeat(bit_tables[1])},
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

/* Byte by byte, how many ones before the lowest zero: 0 .. 8. */
LANES_INLINE lanes_of_bytes trailing_ones(lanes set) {
    lanes ones = lanes_repeat(bit_tables[2]), nibble = lanes_fill(15);
    lanes_of_bytes low = (lanes_of_bytes)lanes_pick(ones, set & nibble);
    lanes_of_bytes high = (lanes_of_bytes)lanes_pick(ones, set >> 4 & nibble);
    return low + (high & (lanes_of_bytes)(low == 4));
}

/* The mex within a pass: 8 * octets where all are seen. */
LANES_INLINE lanes_of_bytes mex_of(const lanes *sets, unsigned octets) {
    lanes_of_bytes mex = trailing_ones(sets[0]);
    for (uint8_t s = 1; s < octets; s++)
        mex += trailing_ones(sets[s]) & (lanes_of_bytes)(mex == (uint8_t)(8 * s));
    return mex;
}

#endif
