/* The set of nimbers that options have and its mex, bit-sliced: a lane is a rectangle.
 *
 * Plane p holds bit p of the nimbers of all lanes. seen[v] has the lanes with an option of nimber
 * 8 * octet + v, for one octet at a time; octet 0 mostly is enough.
 *
 *     plane 0   1 0 1 1 0 ...                 seen[0]   1 1 0 1 1 ...   mex = 8 * octet + the
 *     plane 1   0 0 1 0 1 ...   -- option --> seen[1]   1 0 1 1 0 ...   number of ANDs from
 *     plane 2   0 1 0 0 0 ...                 ...                       seen[0] on that hold
 */
#ifndef MX_BACTERIA_SEEN_H
#define MX_BACTERIA_SEEN_H

#include "support/lanes.h"

/* Planes that the largest nimber needs: at most rows + cols <= 8192. */
#define SEEN_MOST_PLANES 14

/* Adds the options (a ^ b) of the lanes that are open. `value` has the planes of a ^ b. */
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

/* Of the lanes in `among`: mex[0 .. 2] become the planes of the mex within the octet, 0 where all
 * of it is seen; returns the lanes where it is. With 2 planes 4 nimbers count as the octet. */
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
