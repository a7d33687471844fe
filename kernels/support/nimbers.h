/* The set of nimbers that the options of a state have, and its mex. */
#ifndef MX_SUPPORT_NIMBERS_H
#define MX_SUPPORT_NIMBERS_H

#include <stdint.h>
#include <string.h>

/* A state with k options has mex <= k, so nimbers above k need not be kept. With k <=
 * MX_NIMBERS_MOST every mex fits a uint16_t. */
#define MX_NIMBERS_MOST 65534u

struct mx_nimbers {
    uint32_t most;
    uint64_t seen[MX_NIMBERS_MOST / 64 + 1]; /* bit v of it: an option has nimber v */
};

/* Empties the set, for a state with at most `most` <= MX_NIMBERS_MOST options. Clears most / 64 + 1
 * words. */
static inline void mx_nimbers_start(struct mx_nimbers *set, uint32_t most) {
    set->most = most;
    memset(set->seen, 0, (most / 64 + 1) * sizeof set->seen[0]);
}

static inline void mx_nimbers_add(struct mx_nimbers *set, uint32_t nimber) {
    if (nimber <= set->most)
        set->seen[nimber / 64] |= UINT64_C(1) << nimber % 64;
}

/* The smallest nimber that no option has. It is at most `most`: `most` options cannot cover the
 * most + 1 values 0 .. most, so the loop ends inside the words that were cleared. */
static inline uint32_t mx_nimbers_mex(const struct mx_nimbers *set) {
    uint32_t word = 0;
    while (set->seen[word] == UINT64_MAX)
        word++;
    return word * 64 + (uint32_t)__builtin_ctzll(~set->seen[word]);
}

#endif
