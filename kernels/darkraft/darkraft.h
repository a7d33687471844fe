/* World of Darkraft (Codeforces 138D; JZOJ 4381).
 *
 * Each cell of a board is active and holds L, R or X. Two players in turn choose an active cell;
 * it becomes inactive and sends waves: L down-left and up-right, R up-left and down-right, X all
 * four ways. A wave deactivates cell after cell until an inactive cell or the edge. A player
 * who cannot move loses. The answer is 1 when the first player wins, else 0.
 *
 * A wave keeps the parity of row + col, so the board is a sum of two games, its classes. Turned
 * by 45 degrees a class is a grid: row u holds the cells of one / diagonal, column v those of one
 * \ diagonal, and its corners, which lie off the board, have no cells. The even class of a 3x4
 * board:
 *
 *       a . b .        u = (row + col) / 2                   v = 0 1 2
 *       . c . d        v = (col - row + rows - 1) / 2    u = 0   - a -
 *       e . f .        both rounded down                     1   e c b
 *                                                            2   - f d
 *
 * The cells of a diagonal have no gap between them, so within a rectangle of the grid L clears
 * its whole row and leaves what is above and below; R clears its column and leaves left and
 * right; X clears both and leaves four quadrants. Every position is therefore a sum of
 * subrectangles of the two grids: the states.
 */
#ifndef MX_DARKRAFT_H
#define MX_DARKRAFT_H

#include <stdbool.h>
#include <stdint.h>

/* Longest side that is read; a grid then has at most as many rows and columns. */
#define DARKRAFT_MOST_SIDE 1024u

/* The lines that a cell cuts: bit 0 = its row of the grid, bit 1 = its column. */
enum darkraft_letter { DARKRAFT_L = 1, DARKRAFT_R = 2, DARKRAFT_X = 3 };

/* The instance. */
struct darkraft {
    uint16_t rows, cols;
    uint8_t cell[]; /* [rows][cols], row by row: enum darkraft_letter */
};

/* A state: rows top .. bottom-1 and columns left .. right-1 of the grid of one class, not empty,
 * though it may be without cells. */
struct darkraft_rectangle {
    uint32_t parity; /* 0 or 1: which class */
    uint32_t top, left, bottom, right;
};

/* Four coordinates of 15 bits, then the class. */
static inline uint64_t darkraft_state(struct darkraft_rectangle r) {
    return r.top | (uint64_t)r.left << 15 | (uint64_t)r.bottom << 30 | (uint64_t)r.right << 45 |
           (uint64_t)r.parity << 60;
}

static inline struct darkraft_rectangle darkraft_rectangle_of(uint64_t state) {
    return (struct darkraft_rectangle){state >> 60 & 1, state & 0x7fff, state >> 15 & 0x7fff,
                                       state >> 30 & 0x7fff, state >> 45 & 0x7fff};
}

/* Size of a class's grid. On a 1x1 board the odd class has none: 0 rows, 0 columns. */
static inline uint32_t darkraft_grid_rows(const struct darkraft *board, uint32_t parity) {
    return ((uint32_t)board->rows + board->cols - parity) / 2;
}

static inline uint32_t darkraft_grid_cols(const struct darkraft *board, uint32_t parity) {
    return ((uint32_t)board->rows + board->cols - (board->rows + parity + 1) % 2) / 2;
}

/* Where a cell of the board stands in the grid of its class. */
struct darkraft_place {
    uint32_t parity, u, v;
};

static inline struct darkraft_place darkraft_place_of(const struct darkraft *board, uint32_t row,
                                                      uint32_t col) {
    return (struct darkraft_place){(row + col) % 2, (row + col) / 2,
                                   (col + board->rows - 1 - row) / 2};
}

static inline bool darkraft_inside(struct darkraft_rectangle r, struct darkraft_place place) {
    return place.parity == r.parity && place.u >= r.top && place.u < r.bottom &&
           place.v >= r.left && place.v < r.right;
}

#endif
