/* The set of nimbers that options have: a byte a lane for each eight nimbers, an octet.
 *
 * An option's low bits, 0 .. 6 of its nimber, choose a bit (bits 0 .. 2) and an octet (bits 3 ..
 * 6) of a block of 128 nimbers; its high byte is the block. Where it is barred it chooses no bit.
 * One pass over the options collects up to OCTETS_A_PASS octets of one block, as many as registers
 * hold, at three operations an octet.
 */
#ifndef MX_DARKRAFT_OCTETS_H
#define MX_DARKRAFT_OCTETS_H

#include "support/octet_mex.h"

#define OCTETS_A_PASS 8u
#define OCTETS_A_LOOK 64u
#define OCTETS_A_BLOCK 16u
#define BLOCK (8 * OCTETS_A_BLOCK)
#define MOST_OCTETS (256 * OCTETS_A_BLOCK)

#if MX_ISA_WIDTH > 16
/* Byte by byte: 1 << low % 8, or 0 where bars is 0xff; low is below 128. */
LANES_INLINE lanes bit_of(lanes low, lanes bars) {
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return lanes_pick(lanes_repeat(bits), low | bars);
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
#endif

/* Options, three vectors each: the bit and the octet that their low bytes choose, and the block. */
struct options {
    uint8_t *bit, *octet, *block; /* block only when `tall` */
    bool tall;
    size_t count;
};

/* `memory` has room for 3 * `room` vectors. */
static struct options options_at(uint8_t *memory, size_t room, bool tall) {
    return (struct options){memory, memory + room * LANES_BYTES, memory + 2 * room * LANES_BYTES,
                            tall, 0};
}

LANES_INLINE void options_add(struct options *o, lanes bit, lanes octet, lanes block, bool tall) {
    size_t at = o->count++ * LANES_BYTES;
    lanes_store(o->bit + at, bit);
    lanes_store(o->octet + at, octet);
    if (tall)
        lanes_store(o->block + at, block);
}

/* Octets in the making, as many as registers hold. */
struct octets {
    lanes set[OCTETS_A_PASS], number[OCTETS_A_PASS];
};

LANES_INLINE void octets_start(struct octets *o, const lanes *sets, unsigned first,
                               unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        o->set[i] = sets[i];
        o->number[i] = lanes_fill((uint8_t)((first + i) % OCTETS_A_BLOCK * 8));
    }
}

LANES_INLINE void octets_see(struct octets *o, lanes bit, lanes octet, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        o->set[i] = lanes_or_and(o->set[i], bit, lanes_equal(octet, o->number[i]));
}

LANES_INLINE void octets_end(const struct octets *o, lanes *sets, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        sets[i] = o->set[i];
}

/* Adds options to octets first .. first+count-1, all of one block. */
LANES_INLINE void collect(const struct options *o, unsigned first, unsigned count, bool tall,
                          lanes *sets) {
    const lanes block = lanes_fill((uint8_t)(first / OCTETS_A_BLOCK));
    struct octets octets;
    octets_start(&octets, sets, first, count);
    for (size_t at = 0; at < o->count * LANES_BYTES; at += LANES_BYTES) {
        lanes bit = lanes_load(o->bit + at);
        if (tall)
            bit &= lanes_equal(lanes_load(o->block + at), block);
        octets_see(&octets, bit, lanes_load(o->octet + at), count);
    }
    octets_end(&octets, sets, count);
}

LANES_INLINE void collect_any(const struct options *o, unsigned first, unsigned count, bool tall,
                              lanes *sets) {
    switch (count) {
    case 1:
        collect(o, first, 1, tall, sets);
        break;
    case 2:
        collect(o, first, 2, tall, sets);
        break;
    case 3:
        collect(o, first, 3, tall, sets);
        break;
    case 4:
        collect(o, first, 4, tall, sets);
        break;
    case 5:
        collect(o, first, 5, tall, sets);
        break;
    case 6:
        collect(o, first, 6, tall, sets);
        break;
    case 7:
        collect(o, first, 7, tall, sets);
        break;
    default:
        collect(o, first, OCTETS_A_PASS, tall, sets);
    }
}

/* The first of `count` octets that are in the same block as octet `first`. */
static unsigned octets_left_in_block(unsigned first, unsigned count) {
    unsigned left = OCTETS_A_BLOCK - first % OCTETS_A_BLOCK;
    return count < left ? count : left;
}

/* Adds options to octets first .. first+count-1, and has done with them. */
static void collect_octets(struct options *o, unsigned first, unsigned count, lanes *sets) {
    while (count > 0) {
        unsigned now = octets_left_in_block(first, count);
        unsigned passes = (now + OCTETS_A_PASS - 1) / OCTETS_A_PASS;
        now = (now + passes - 1) / passes;
        if (o->tall)
            collect_any(o, first, now, true, sets);
        else
            collect_any(o, first, now, false, sets);
        first += now;
        sets += now;
        count -= now;
    }
    o->count = 0;
}

#endif
