/* Which rectangles play can reach from the whole grids, for any board of the group.
 *
 * From the highest band down, a word for 64 intervals of columns: ends[left], bit right - 1. The
 * moves of a band's row u leave the same intervals above it and below it:
 *
 *     L at (u, v):  [left, right)  of a reached one with left <= v < right
 *     X at (u, v):  [left, v)      when a reached one begins at left and ends behind v
 *                   [v + 1, right) when a reached one ends at right and begins at or before v
 *
 * R leaves intervals as X does, but in the same band; from left to right each is found before it
 * is needed. Complexity: rows^3 * columns^2 / 64 word operations.
 */
#ifndef MX_DARKRAFT_REACH_H
#define MX_DARKRAFT_REACH_H

#include "darkraft/lane_table.h"

#define MOST_WORDS (DARKRAFT_MOST_SIDE / 64)

/* A set of columns, or of right edges less 1. */
struct set {
    uint64_t word[MOST_WORDS];
};

/* One band of one class. */
struct reached {
    const struct table *t;
    uint64_t *ends; /* [bands][side][words] of the class */
    uint32_t parity;
    uint32_t top, bottom;
    uint32_t last[DARKRAFT_MOST_SIDE];    /* of each left edge: its highest right edge, or 0 */
    struct set right[DARKRAFT_MOST_SIDE]; /* right edges that a cut just before it leaves */
};

static uint64_t *ends_of(const struct table *t, uint32_t parity, uint32_t top, uint32_t bottom) {
    return t->ends + (parity * t->bands + band_number(top, bottom)) * t->side * t->words;
}

static bool is_reached(const struct table *t, struct darkraft_rectangle r) {
    const uint64_t *ends = ends_of(t, r.parity, r.top, r.bottom) + r.left * t->words;
    return ends[(r.right - 1) / 64] >> (r.right - 1) % 64 & 1;
}

#endif
