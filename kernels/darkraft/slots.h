/* The set of nimbers that options have, as marks in memory: mark[nimber][lane] is the tag of the
 * rectangles at hand where that nimber was seen. Costs a store a lane, whatever the nimber.
 */
#ifndef MX_DARKRAFT_SLOTS_H
#define MX_DARKRAFT_SLOTS_H

#include "darkraft/lane_table.h"

/* A new tag; no mark has it. */
static uint8_t slots_start(const struct table *t, const struct scratch *s) {
    if (++*s->tag == 0) {
        memset(s->mark, 0, t->slots * LANES_BYTES);
        *s->tag = 1;
    }
    return *s->tag;
}

LANES_INLINE void slots_see(uint8_t *mark, uint8_t tag, lanes low, lanes high) {
    lanes_of_16 even = (lanes_of_16)low & 0xff, odd = (lanes_of_16)low >> 8;
    uint16_t nimber[2][LANES_BYTES / 2];
    lanes_store(nimber[0], (lanes)(even | (lanes_of_16)high << 8));
    lanes_store(nimber[1], (lanes)(odd | ((lanes_of_16)high & 0xff00)));
    for (size_t i = 0; i < LANES_BYTES / 2; i++) {
        mark[nimber[0][i] * LANES_BYTES + 2 * i] = tag;
        mark[nimber[1][i] * LANES_BYTES + 2 * i + 1] = tag;
    }
}

/* The mex of the lanes in `valid`, 0 in the others. Returns those that have seen all but the last
 * of `count` slots, which is where barred options go. */
LANES_INLINE lanes slots_mex(const uint8_t *mark, uint8_t tag, uint32_t count, lanes valid,
                             lanes_of_bytes *low, lanes_of_bytes *high) {
    lanes alive = valid;
    *low = *high = (lanes_of_bytes){0};
    for (uint32_t nimber = 0; nimber < count - 1; nimber++) {
        lanes_of_bytes marks = (lanes_of_bytes)lanes_load(mark + nimber * LANES_BYTES);
        alive &= (lanes)(marks == tag);
        if (!lanes_any(alive))
            break;
        *low -= (lanes_of_bytes)alive; /* a lane that is alive is -1 */
        if (nimber % 256 == 255)
            *high -= (lanes_of_bytes)alive;
    }
    return alive;
}

#endif
