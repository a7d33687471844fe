/* The mex of sets of nimbers, byte by byte: a byte of a vector is an octet, with one bit for each
 * of eight nimbers. All functions are static: they are compiled with the flags of the variant.
 */
#ifndef MX_SUPPORT_OCTET_MEX_H
#define MX_SUPPORT_OCTET_MEX_H

#include "support/lanes.h"

#if MX_ISA_LOOKUP
/* Tables for lanes_lookup: the bit of nimber 0 .. 15 in the lower octet, in the upper octet. */
static const uint8_t octet_bits[2][16] = {
    {1, 2, 4, 8, 16, 32, 64, 128},
    {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128},
};
#endif

/* Byte by byte: the number of ones below the lowest zero, 0 .. 8. */
LANES_INLINE lanes_of_bytes trailing_ones(lanes set) {
#if MX_ISA_LOOKUP && MX_ISA_WIDTH == 16
    return (lanes_of_bytes)lanes_trailing_zeros(~set);
#elif MX_ISA_LOOKUP
    static const uint8_t ones[16] = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4};
    lanes table = lanes_repeat(ones), nibble = lanes_fill(15);
    lanes_of_bytes low = (lanes_of_bytes)lanes_lookup(table, set & nibble);
    lanes_of_bytes high = (lanes_of_bytes)lanes_lookup(table, set >> 4 & nibble);
    return low + (high & (lanes_of_bytes)(low == 4));
#else
    lanes_of_bytes ones = {0};
    lanes all = lanes_fill(0xff);
    for (unsigned bit = 0; bit < 8; bit++) {
        const lanes wanted = lanes_fill((uint8_t)(1u << bit));
        all &= lanes_equal(set & wanted, wanted);
        ones -= (lanes_of_bytes)all;
    }
    return ones;
#endif
}

#define MEX_OCTETS 16u

/* Byte by byte: the mex within `count` <= MEX_OCTETS octets; 8 * count where all nimbers are seen.
 */
LANES_INLINE lanes_of_bytes mex_of_octets(const lanes *sets, unsigned count) {
    lanes_of_bytes mex = trailing_ones(sets[0]);
    for (unsigned i = 1; i < count; i++)
        mex += trailing_ones(sets[i]) & (lanes_of_bytes)(mex == (uint8_t)(8 * i));
    return mex;
}

#endif
