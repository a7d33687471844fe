/* The set of nimbers that options have: a byte a lane for each eight nimbers, an octet.
 *
 * An option's low bits, 0 .. 6 of its nimber, choose a bit (bits 0 .. 2) and an octet (bits 3 ..
 * 6) of a block of 128 nimbers; its high byte is the block. Where it is barred it chooses no bit.
 * One pass over the options collects up to OCTETS_A_PASS octets of one block, as many as registers
 * hold, at three operations an octet.
 */
#ifndef MX_DARKRAFT_OCTETS_H
#define MX_DARKRAFT_OCTETS_H

#include "bacteria/lanes.h"

#define OCTETS_A_PASS 8u
#define OCTETS_A_BLOCK 16u
#define BLOCK (8 * OCTETS_A_BLOCK)
#define MOST_OCTETS (256 * OCTETS_A_BLOCK)

LANES_INLINE lanes lanes_fill(uint8_t byte) {
    return (lanes)((lanes_of_bytes){0} + byte);
}

LANES_INLINE lanes lanes_equal(lanes a, lanes b) {
    return (lanes)((lanes_of_bytes)a == (lanes_of_bytes)b);
}

#if MX_ISA_WIDTH > 16
LANES_INLINE lanes lanes_repeat(const uint8_t table[16]) {
    uint8_t bytes[LANES_BYTES];
    for (size_t i = 0; i < LANES_BYTES; i += 16)
        memcpy(bytes + i, table, 16);
    return lanes_load(bytes);
}

/* Byte by byte: 1 << low % 8, or 0 where bars is 0xff; low is below 128. */
LANES_INLINE lanes bit_of(lanes low, lanes bars) {
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return lanes_pick(lanes_repeat(bits), low | bars);
}

/* Byte by byte, how many ones before the lowest zero: 0 .. 8. */
LANES_INLINE lanes_of_bytes trailing_ones(lanes set) {
    static const uint8_t ones[16] = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4};
    lanes table = lanes_repeat(ones), nibble = lanes_fill(15);
    lanes_of_bytes low = (lanes_of_bytes)lanes_pick(table, set & nibble);
    lanes_of_bytes high = (lanes_of_bytes)lanes_pick(table, set >> 4 & nibble);
    return low + (high & (lanes_of_bytes)(low == 4));
}
#else
/* Without look-ups: 1 is doubled where bit 0 is set, shifted by 2 for bit 1, by 4 for bit 2. */
LANES_INLINE lanes bit_of(lanes low, lanes bars) {
    lanes bit = (lanes)((lanes_of_bytes)(low & lanes_fill(1)) + 1);
    lanes two = lanes_equal(low & lanes_fill(2), lanes_fill(2));
    bit = (bit & ~two) | ((bit & two) << 2);
    lanes four = lanes_equal(low & lanes_fill(4), lanes_fill(4));
    return ((bit & ~four) | ((bit & four) << 4)) & ~bars;
}

LANES_INLINE lanes_of_bytes trailing_ones(lanes set) {
    lanes_of_bytes ones = {0};
    lanes all = lanes_fill(0xff);
    for (unsigned bit = 0; bit < 8; bit++) {
        all &=
            lanes_equal(set & lanes_fill((uint8_t)(1u << bit)), lanes_fill((uint8_t)(1u << bit)));
        ones -= (lanes_of_bytes)all;
    }
    return ones;
}
#endif

/* What one pass collects. */
struct octets {
    lanes set[OCTETS_A_PASS], number[OCTETS_A_PASS], block;
};

/* Octets first .. first+count-1, of one block. */
LANES_INLINE void octets_start(struct octets *o, unsigned first, unsigned count) {
    o->block = lanes_fill((uint8_t)(first / OCTETS_A_BLOCK));
    for (unsigned i = 0; i < count; i++) {
        o->set[i] = (lanes){0};
        o->number[i] = lanes_fill((uint8_t)((first + i) % OCTETS_A_BLOCK * 8));
    }
}

LANES_INLINE void octets_see(struct octets *o, lanes low, lanes bit, unsigned count) {
    lanes octet = low & lanes_fill(BLOCK - 8);
    for (unsigned i = 0; i < count; i++)
        o->set[i] = lanes_or_and(o->set[i], bit, lanes_equal(octet, o->number[i]));
}

/* The mex within the pass; 8 * count where all are seen. */
LANES_INLINE lanes_of_bytes octets_mex(const struct octets *o, unsigned count) {
    lanes_of_bytes mex = trailing_ones(o->set[0]);
    for (unsigned i = 1; i < count; i++)
        mex += trailing_ones(o->set[i]) & (lanes_of_bytes)(mex == (uint8_t)(8 * i));
    return mex;
}

#endif
