/* The digests of the boards of bacteria_batched. A state is the same for all boards of a group:
 * what a pair adds is computed once for each nimber below 8, and looked up for each board. */
#ifndef MX_BACTERIA_BATCH_DIGEST_H
#define MX_BACTERIA_BATCH_DIGEST_H

#include "bacteria/batch_table.h"
#include "support/digest_lanes.h"

/* Corrects the digests of eight boards for those in `high`, whose nimbers exceed 7. Their planes
 * are at `at`, and the lowest three planes are in `low`, a byte each. */
static void digest_high_nimbers(const struct batch_table *t, const uint8_t *at, unsigned high,
                                uint64_t low, const uint64_t pairs[8], uint64_t state,
                                uint64_t *digests) {
    for (; high != 0; high &= high - 1) {
        const uint32_t board = (uint32_t)__builtin_ctz(high);
        uint32_t value = low >> 8 * board & 7;
        digests[board] -= pairs[value];
        for (uint32_t p = 3; p < t->planes; p++)
            value |= (at[p * t->plane] >> board & 1u) << p;
        digests[board] += mx_digest_pair(state, value);
    }
}

/* Adds one rectangle of all boards. Its planes begin at `at`; `planes` of them hold its nimbers. */
LANES_INLINE void digest_rectangle(const struct batch_table *t, const uint8_t *at, uint64_t state,
                                   uint32_t planes, uint64_t *digests) {
    uint64_t pairs[8];
    digest_list_pairs(pairs, state);
    for (size_t byte = 0; byte < t->unit; byte++, at++, digests += 8) {
        uint64_t low = 0;
        unsigned high = 0;
        for (uint32_t p = 0; p < 3; p++)
            low |= digest_spread(at[p * t->plane]) << p;
        digest_add_listed(pairs, low, digests);
        for (uint32_t p = 3; p < planes; p++)
            high |= at[p * t->plane];
        if (high != 0)
            digest_high_nimbers(t, at, high, low, pairs, state, digests);
    }
}

/* Adds a band's rectangles of widths first .. end-1 to digests[], which has 8 * unit numbers. */
static void digest_widths(const struct batch_table *t, uint32_t top, uint32_t bottom,
                          uint32_t first, uint32_t end, uint64_t *digests) {
    for (uint32_t width = first; width < end && width <= t->cols; width++) {
        const uint8_t *at = strip_of(t, top, bottom) + t->place[width];
        const uint32_t planes = *plane_count(t, top, bottom, width);
        for (uint32_t left = 0; left + width <= t->cols; left++, at += t->unit) {
            const struct bacteria_rectangle r = {top, left, bottom, left + width};
            digest_rectangle(t, at, bacteria_state(r), planes, digests);
        }
    }
}

#endif
