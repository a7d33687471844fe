/* The set of nimbers that options have, by look-up: windows of 16 nimbers, two bytes a lane each.
 *
 * A 16-entry table turns a nimber into its bit in the byte 0 .. 7 of its window, another one in
 * the byte 8 .. 15. The index is made so that nimbers of other windows have bit 7 in it, which
 * looks up nothing. A barred option, 255, must not be in a window that is looked for.
 */
#ifndef MX_DARKRAFT_WINDOWS_H
#define MX_DARKRAFT_WINDOWS_H

#include "bacteria/lanes.h"

#define WINDOW 16u
#define WINDOWS_A_PASS 4u /* as many as registers hold */
#if MX_ISA_WIDTH > 16
#define MOST_WINDOWS 8u /* more, and marks in memory are cheaper */
#else
#define MOST_WINDOWS 0u /* SSE2 has no look-up */
LANES_INLINE lanes lanes_pick(lanes table, lanes index) {
    uint8_t bytes[LANES_BYTES], picks[LANES_BYTES];
    lanes_store(picks, table);
    lanes_store(bytes, index);
    for (size_t i = 0; i < LANES_BYTES; i++)
        bytes[i] = bytes[i] & 0x80 ? 0 : picks[bytes[i] % 16];
    return lanes_load(bytes);
}
LANES_INLINE lanes lanes_add_saturated(lanes a, lanes b) {
    lanes_of_bytes sum = (lanes_of_bytes)a + (lanes_of_bytes)b;
    return (lanes)sum | (lanes)(sum < (lanes_of_bytes)a);
}
#endif

static const uint8_t window_tables[3][16] = {
    {1, 2, 4, 8, 16, 32, 64, 128},
    {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128},
    {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4}, /* trailing ones of 0 .. 15 */
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

/* One pass's windows: first, first+1 ... */
struct windows {
    lanes set[2 * WINDOWS_A_PASS], base[WINDOWS_A_PASS], bits[2], limit;
};

LANES_INLINE void windows_start(struct windows *w, unsigned first, unsigned count) {
    w->bits[0] = lanes_repeat(window_tables[0]);
    w->bits[1] = lanes_repeat(window_tables[1]);
    w->limit = lanes_fill(0x70);
    for (unsigned i = 0; i < count; i++) {
        w->base[i] = lanes_fill((uint8_t)((first + i) * WINDOW));
        w->set[2 * i] = w->set[2 * i + 1] = (lanes){0};
    }
}

/* `from_zero` says that the first window is number 0. */
LANES_INLINE void windows_see(struct windows *w, lanes option, unsigned count, bool from_zero) {
    for (unsigned i = 0; i < count; i++) {
        lanes index = from_zero && i == 0 ? option : option ^ w->base[i];
        index = lanes_add_saturated(index, w->limit);
        w->set[2 * i] |= lanes_pick(w->bits[0], index);
        w->set[2 * i + 1] |= lanes_pick(w->bits[1], index);
    }
}

/* Byte by byte, how many ones before the lowest zero: 0 .. 8. */
LANES_INLINE lanes_of_bytes trailing_ones(lanes set) {
    lanes ones = lanes_repeat(window_tables[2]), nibble = lanes_fill(15);
    lanes_of_bytes low = (lanes_of_bytes)lanes_pick(ones, set & nibble);
    lanes_of_bytes high = (lanes_of_bytes)lanes_pick(ones, set >> 4 & nibble);
    return low + (high & (lanes_of_bytes)(low == 4));
}

/* The mex within the pass; WINDOW * count where all are seen. */
LANES_INLINE lanes_of_bytes windows_mex(const struct windows *w, unsigned count) {
    lanes_of_bytes mex = trailing_ones(w->set[0]);
    for (unsigned i = 1; i < 2 * count; i++)
        mex += trailing_ones(w->set[i]) & (lanes_of_bytes)(mex == (uint8_t)(8 * i));
    return mex;
}

#endif
