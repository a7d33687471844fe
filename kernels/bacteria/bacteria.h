/* Bacterial Tactics (Google Code Jam 2019, Round 1C).
 *
 * On a board of empty and radioactive cells two players in turn place a colony on an empty cell:
 * type H spreads west and east, type V north and south, each arm until the edge or another
 * colony. A spread that reaches a radioactive cell loses at once, so a player makes it only when
 * forced. A player who cannot move loses. The answer counts the (cell, type) openings that win.
 *
 * A colony spans its whole row (or column) of the free rectangle that it is placed in and leaves
 * two rectangles, so every position is a sum of subrectangles: the states. Their options are the
 * rows and columns without a radioactive cell *inside the rectangle*. Its h rows and w columns
 * give at most h + w options, hence nimbers of at most h + w.
 */
#ifndef MX_BACTERIA_H
#define MX_BACTERIA_H

#include <stdint.h>

/* Longest side that is read: 2 * 4096 options at most, so every nimber fits a uint16_t. */
#define BACTERIA_MOST_SIDE 4096u

/* The instance. */
struct bacteria {
    uint16_t rows, cols;
    uint8_t barred[]; /* [rows][cols], row by row: 1 = radioactive, 0 = empty */
};

/* A state: rows top .. bottom-1, columns left .. right-1, not empty. */
struct bacteria_rectangle {
    uint32_t top, left, bottom, right;
};

static inline uint64_t bacteria_state(struct bacteria_rectangle r) {
    return r.top | (uint64_t)r.left << 16 | (uint64_t)r.bottom << 32 | (uint64_t)r.right << 48;
}

static inline struct bacteria_rectangle bacteria_rectangle_of(uint64_t state) {
    return (struct bacteria_rectangle){state & 0xffff, state >> 16 & 0xffff, state >> 32 & 0xffff,
                                       (uint32_t)(state >> 48)};
}

#endif
