/* Numbering of intervals, for tables over subrectangles.
 *
 * An interval [first, end) of 0 .. n has 0 <= first <= end <= n; it is empty when first == end.
 * Numbers grow with `end`, so those within 0 .. k come first for every k <= n.
 */
#ifndef MX_SUPPORT_INTERVAL_H
#define MX_SUPPORT_INTERVAL_H

#include <stddef.h>
#include <stdint.h>

/* The number of intervals of 0 .. n, including the n + 1 empty ones. */
static inline uint64_t mx_intervals(uint64_t n) {
    return (n + 1) * (n + 2) / 2;
}

static inline size_t mx_interval(size_t first, size_t end) {
    return end * (end + 1) / 2 + first;
}

/* The number of non-empty intervals. */
static inline uint64_t mx_nonempty_intervals(uint64_t n) {
    return n * (n + 1) / 2;
}

/* Number `index` of the non-empty intervals, in order of `end`, then `first`. */
static inline void mx_nonempty_interval(uint64_t index, uint32_t *first, uint32_t *end) {
    uint32_t length = 1; /* `length` intervals end at `length` */
    while (index >= length)
        index -= length++;
    *first = (uint32_t)index;
    *end = length;
}

#endif
