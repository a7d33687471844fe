/* The set of the nimbers that options have, and its mex, bit-sliced. A lane is a bit: one
 * rectangle.
 *
 * Plane p holds bit p of the nimbers of all lanes. seen[v] holds the lanes that have an option of
 * nimber 8 * octet + v. One pass handles one octet; octet 0 is enough for most vectors.
 *
 *     plane 0   1 0 1 1 0 ...                 seen[0]   1 1 0 1 1 ...   mex = 8 * octet + the
 *     plane 1   0 0 1 0 1 ...   -- option --> seen[1]   1 0 1 1 0 ...   number of leading v with
 *     plane 2   0 1 0 0 0 ...                 ...                       seen[0] & .. & seen[v]
 */
#ifndef MX_BACTERIA_SEEN_PLANES_H
#define MX_BACTERIA_SEEN_PLANES_H

#include "support/lanes.h"

/* Planes of the largest possible nimber, rows + cols <= 8192. */
#define SEEN_MOST_PLANES 14

/* Adds one option to the lanes that are open. `value` holds the planes of its nimber. */
LANES_INLINE void seen_add(lanes seen[8], const lanes *value, lanes open, unsigned planes,
                           unsigned octet) {
    for (unsigned p = 3; p < planes; p++)
        open = lanes_and_xor(open, value[p], (lanes){0} + ((octet >> (p - 3) & 1) - UINT64_C(1)));
    lanes is[4] = {
        lanes_andnot_andnot(open, value[0], value[1]), lanes_and_andnot(open, value[0], value[1]),
        lanes_and_andnot(open, value[1], value[0]), lanes_and_and(open, value[0], value[1])};
    for (unsigned v = 0; v < 4; v++)
        if (planes > 2) {
            seen[v] = lanes_or_andnot(seen[v], is[v], value[2]);
            seen[v + 4] = lanes_or_and(seen[v + 4], is[v], value[2]);
        } else {
            seen[v] |= is[v];
        }
}

/* Computes the mex within the octet for the lanes in `among` and writes its planes to mex[0 .. 2],
 * 0 where the whole octet is seen. Returns the lanes where the whole octet is seen. With 2 planes
 * only 4 nimbers exist, and no lane is returned. */
LANES_INLINE lanes seen_mex(const lanes seen[8], lanes among, lanes mex[3], unsigned planes) {
    lanes from0 = among & seen[0], to1 = from0 & seen[1], to2 = to1 & seen[2], to3 = to2 & seen[3];
    mex[1] = to1 ^ to3;
    mex[0] = lanes_xor_xor(from0, mex[1], to2);
    mex[2] = to3;
    if (planes <= 2)
        return (lanes){0};
    lanes to4 = to3 & seen[4], to5 = to4 & seen[5], to6 = to5 & seen[6], to7 = to6 & seen[7];
    mex[1] = lanes_xor_xor(mex[1], to5, to7);
    mex[0] = lanes_xor_xor(from0, to1, to2) ^ lanes_xor_xor(to3, to4, to5) ^ to6 ^ to7;
    mex[2] = to3 ^ to7;
    return to7;
}

#endif
