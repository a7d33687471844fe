/* Sets of the nimbers that options have: for each lane, a byte for each eight nimbers.
 *
 * Such a byte is an octet. Octets 2i and 2i + 1 are an octet pair (16 nimbers), 32 octets are a
 * page (256 nimbers: those with equal high bytes). Bits 0 .. 3 of an option select one bit of an
 * octet, bits 4 .. 7 the pair, the high byte the page. A barred option selects no bit. One pass
 * over the options collects up to OCTETS_A_PASS octets of one page, as many as the registers hold,
 * with five operations for each pair.
 *
 * With few octets, options go into the sets at once. With more, they are stored in a buffer that
 * fits the first-level cache, and several passes over the buffer collect the octets.
 */
#ifndef MX_DARKRAFT_OCTETS_H
#define MX_DARKRAFT_OCTETS_H

#include "support/octet_mex.h"

#define OCTETS_A_PASS 8u
#define COLLECTED_OCTETS 64u /* at most, in several passes */
#ifndef OCTETS_A_PAGE        /* tests/narrow */
#define OCTETS_A_PAGE 32u
#endif
#define NIMBERS_A_PAGE (8 * OCTETS_A_PAGE)
#define MOST_OCTETS (256 * OCTETS_A_PAGE)

/* An option, decoded: its bit in the lower or the upper octet of its pair, and its pair and
 * page. */
struct option {
    lanes bit[2], pair, page;
};

/* Decodes the low bytes of an option, all but the page; `bars` is 0xff where it is barred, else 0.
 * `few` promises that the low bytes are below 128. */
LANES_INLINE struct option option_from_bytes(lanes low, lanes bars, bool few) {
    struct option o = {.pair = low & lanes_fill(0xf0)};
#if MX_ISA_LOOKUP
    const lanes index = (few && LANES_LOOKUP_WRAPS ? low : low & lanes_fill(15)) | bars;
    o.bit[0] = lanes_lookup(lanes_repeat(octet_bits[0]), index);
    o.bit[1] = lanes_lookup(lanes_repeat(octet_bits[1]), index);
#else
    (void)few;
    lanes bit = lanes_bit(low) & ~bars;
    lanes upper = lanes_equal(low & lanes_fill(8), lanes_fill(8));
    o.bit[0] = bit & ~upper;
    o.bit[1] = bit & upper;
#endif
    return o;
}

/* Bytes of an option in the buffer: three vectors, with the page four. */
#define OPTION_BYTES(two_bytes) (((two_bytes) ? 4 : 3) * LANES_BYTES)

/* Stores an option in the buffer; returns where the next one goes. */
LANES_INLINE uint8_t *option_store(uint8_t *to, const struct option *option, bool two_bytes) {
    lanes_store(to, option->bit[0]);
    lanes_store(to + LANES_BYTES, option->bit[1]);
    lanes_store(to + 2 * LANES_BYTES, option->pair);
    if (two_bytes)
        lanes_store(to + 3 * LANES_BYTES, option->page);
    return to + OPTION_BYTES(two_bytes);
}

/* Loads an option from the buffer. Where its page is another, it gets a pair that does not exist.
 */
LANES_INLINE struct option option_load(const uint8_t *from, lanes page, bool two_bytes) {
    struct option option = {{lanes_load(from), lanes_load(from + LANES_BYTES)},
                            lanes_load(from + 2 * LANES_BYTES),
                            page};
    if (two_bytes)
        option.pair |= ~lanes_equal(lanes_load(from + 3 * LANES_BYTES), page) & lanes_fill(1);
    return option;
}

/* The octets of one pass, in registers. */
struct octets {
    lanes set[OCTETS_A_PASS], pair[OCTETS_A_PASS / 2];
};

/* Starts a pass from octet `first` on, an even number. */
LANES_INLINE void octets_load(struct octets *o, const lanes *sets, unsigned first, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        o->set[i] = sets[i];
        o->pair[i / 2] = lanes_fill((uint8_t)((first + i) % OCTETS_A_PAGE / 2 * 16));
    }
}

LANES_INLINE void octets_add(struct octets *o, const struct option *option, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        o->set[i] =
            lanes_or_and(o->set[i], option->bit[i % 2], lanes_equal(option->pair, o->pair[i / 2]));
}

LANES_INLINE void octets_store(const struct octets *o, lanes *sets, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        sets[i] = o->set[i];
}

/* One pass: adds the buffered options from .. end to octets first .. first+count-1 of one page. */
LANES_INLINE void collect_pass(const uint8_t *from, const uint8_t *end, unsigned first,
                               unsigned count, bool two_bytes, lanes *sets) {
    const lanes page = lanes_fill((uint8_t)(first / OCTETS_A_PAGE));
    struct octets octets;
    octets_load(&octets, sets, first, count);
    for (; from < end; from += OPTION_BYTES(two_bytes)) {
        struct option option = option_load(from, page, two_bytes);
        octets_add(&octets, &option, count);
    }
    octets_store(&octets, sets, count);
}

LANES_INLINE void collect_any_pass(const uint8_t *from, const uint8_t *end, unsigned first,
                                   unsigned count, bool two_bytes, lanes *sets) {
    switch (count) {
    case 1:
        collect_pass(from, end, first, 1, two_bytes, sets);
        break;
    case 2:
        collect_pass(from, end, first, 2, two_bytes, sets);
        break;
    case 3:
        collect_pass(from, end, first, 3, two_bytes, sets);
        break;
    case 4:
        collect_pass(from, end, first, 4, two_bytes, sets);
        break;
    case 5:
        collect_pass(from, end, first, 5, two_bytes, sets);
        break;
    case 6:
        collect_pass(from, end, first, 6, two_bytes, sets);
        break;
    case 7:
        collect_pass(from, end, first, 7, two_bytes, sets);
        break;
    default:
        collect_pass(from, end, first, OCTETS_A_PASS, two_bytes, sets);
    }
}

/* The number of octets among `count` from `first` on that are in the page of the first. */
static unsigned octets_left_in_page(unsigned first, unsigned count) {
    unsigned left = OCTETS_A_PAGE - first % OCTETS_A_PAGE;
    return count < left ? count : left;
}

/* Adds the buffered options from .. end to octets first .. first+count-1, in as many passes as that
 * takes; `first` is even. */
static void collect_octets(const uint8_t *from, const uint8_t *end, bool two_bytes, unsigned first,
                           unsigned count, lanes *sets) {
    while (count > 0) {
        unsigned now = octets_left_in_page(first, count);
        unsigned passes = (now + OCTETS_A_PASS - 1) / OCTETS_A_PASS;
        if (passes > 1)
            now = ((now + passes - 1) / passes + 1) / 2 * 2;
        if (two_bytes)
            collect_any_pass(from, end, first, now, true, sets);
        else
            collect_any_pass(from, end, first, now, false, sets);
        first += now;
        sets += now;
        count -= now;
    }
}

#endif
