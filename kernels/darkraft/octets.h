/* The set of nimbers that options have: a byte a lane for each eight nimbers, an octet.
 *
 * Two octets are a window, 32 of them a block. The low byte of an option, 0 .. 255, chooses a bit
 * of one octet of one window (bits 0 .. 3 and 4 .. 7 of its nimber), the high byte is the block.
 * Where it is barred it chooses no bit. One pass over the options collects up to OCTETS_A_PASS
 * octets of one block, as many as registers hold, at five operations a window.
 */
#ifndef MX_DARKRAFT_OCTETS_H
#define MX_DARKRAFT_OCTETS_H

#include "support/octet_mex.h"

#define OCTETS_A_PASS 8u
#define OCTETS_A_LOOK 64u
#ifndef OCTETS_A_BLOCK /* tests/narrow */
#define OCTETS_A_BLOCK 32u
#endif
#define BLOCK (8 * OCTETS_A_BLOCK)
#define MOST_OCTETS (256 * OCTETS_A_BLOCK)

/* What an option adds: to the lower or the upper octet of a window, of a block. */
struct option {
    lanes bit[2], window, block;
};

/* Byte by byte, of low bytes and 0xff where they are barred, else 0; all but `block`. `few`: the
 * low bytes are below 128. */
LANES_INLINE struct option option_of(lanes low, lanes bars, bool few) {
    struct option o = {.window = low & lanes_fill(0xf0)};
#if MX_ISA_WIDTH > 16
    const lanes index = (few ? low : low & lanes_fill(15)) | bars;
    o.bit[0] = lanes_pick(lanes_repeat(octet_bits[0]), index);
    o.bit[1] = lanes_pick(lanes_repeat(octet_bits[1]), index);
#else
    (void)few;
    lanes bit = lanes_bit(low) & ~bars;
    lanes upper = lanes_equal(low & lanes_fill(8), lanes_fill(8));
    o.bit[0] = bit & ~upper;
    o.bit[1] = bit & upper;
#endif
    return o;
}

/* Options one after the other, three vectors each, with `block` four when they are tall. */
#define OPTION_BYTES(tall) (((tall) ? 4 : 3) * LANES_BYTES)

/* Puts one down; returns where the next one goes. */
LANES_INLINE uint8_t *option_put(uint8_t *to, const struct option *option, bool tall) {
    lanes_store(to, option->bit[0]);
    lanes_store(to + LANES_BYTES, option->bit[1]);
    lanes_store(to + 2 * LANES_BYTES, option->window);
    if (tall)
        lanes_store(to + 3 * LANES_BYTES, option->block);
    return to + OPTION_BYTES(tall);
}

/* Those that are not in the block are moved out of all windows. */
LANES_INLINE struct option option_in(const uint8_t *from, lanes block, bool tall) {
    struct option option = {{lanes_load(from), lanes_load(from + LANES_BYTES)},
                            lanes_load(from + 2 * LANES_BYTES),
                            block};
    if (tall)
        option.window |= ~lanes_equal(lanes_load(from + 3 * LANES_BYTES), block) & lanes_fill(1);
    return option;
}

/* Octets in the making, as many as registers hold. */
struct octets {
    lanes set[OCTETS_A_PASS], window[OCTETS_A_PASS / 2];
};

/* From octet `first` on, an even number. */
LANES_INLINE void octets_start(struct octets *o, const lanes *sets, unsigned first,
                               unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        o->set[i] = sets[i];
        o->window[i / 2] = lanes_fill((uint8_t)((first + i) % OCTETS_A_BLOCK / 2 * 16));
    }
}

LANES_INLINE void octets_see(struct octets *o, const struct option *option, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        o->set[i] = lanes_or_and(o->set[i], option->bit[i % 2],
                                 lanes_equal(option->window, o->window[i / 2]));
}

LANES_INLINE void octets_end(const struct octets *o, lanes *sets, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        sets[i] = o->set[i];
}

/* Adds the options at from .. end to octets first .. first+count-1, all of one block. */
LANES_INLINE void collect(const uint8_t *from, const uint8_t *end, unsigned first, unsigned count,
                          bool tall, lanes *sets) {
    const lanes block = lanes_fill((uint8_t)(first / OCTETS_A_BLOCK));
    struct octets octets;
    octets_start(&octets, sets, first, count);
    for (; from < end; from += OPTION_BYTES(tall)) {
        struct option option = option_in(from, block, tall);
        octets_see(&octets, &option, count);
    }
    octets_end(&octets, sets, count);
}

LANES_INLINE void collect_any(const uint8_t *from, const uint8_t *end, unsigned first,
                              unsigned count, bool tall, lanes *sets) {
    switch (count) {
    case 1:
        collect(from, end, first, 1, tall, sets);
        break;
    case 2:
        collect(from, end, first, 2, tall, sets);
        break;
    case 3:
        collect(from, end, first, 3, tall, sets);
        break;
    case 4:
        collect(from, end, first, 4, tall, sets);
        break;
    case 5:
        collect(from, end, first, 5, tall, sets);
        break;
    case 6:
        collect(from, end, first, 6, tall, sets);
        break;
    case 7:
        collect(from, end, first, 7, tall, sets);
        break;
    default:
        collect(from, end, first, OCTETS_A_PASS, tall, sets);
    }
}

/* Of `count` octets from `first` on, how many are in its block. */
static unsigned octets_left_in_block(unsigned first, unsigned count) {
    unsigned left = OCTETS_A_BLOCK - first % OCTETS_A_BLOCK;
    return count < left ? count : left;
}

/* Adds the options at from .. end to octets first .. first+count-1; `first` is even. */
static void collect_octets(const uint8_t *from, const uint8_t *end, bool tall, unsigned first,
                           unsigned count, lanes *sets) {
    while (count > 0) {
        unsigned now = octets_left_in_block(first, count);
        unsigned passes = (now + OCTETS_A_PASS - 1) / OCTETS_A_PASS;
        if (passes > 1)
            now = ((now + passes - 1) / passes + 1) / 2 * 2;
        if (tall)
            collect_any(from, end, first, now, true, sets);
        else
            collect_any(from, end, first, now, false, sets);
        first += now;
        sets += now;
        count -= now;
    }
}

#endif
