/* The options that a kernel evaluates when it skips duplicates (distinct_options.h) and rectangles
 * that play does not reach. */
#ifndef MX_DARKRAFT_REACHED_OPTIONS_H
#define MX_DARKRAFT_REACHED_OPTIONS_H

#include "darkraft/distinct_options.h"
#include "darkraft/reach.h"

/* The columns of a band, for one class of one board. crosses: number of X. cut: whether there is an
 * R. next_line [row]: the first L from the left edge on. lines: number of rows whose next L is in
 * this column. */
struct columns {
    uint32_t crosses[DARKRAFT_MOST_SIDE], cut[DARKRAFT_MOST_SIDE];
    uint32_t next_line[DARKRAFT_MOST_SIDE], lines[DARKRAFT_MOST_SIDE + 1];
};

static void start_columns(struct columns *c, const struct darkraft *board, uint32_t parity,
                          uint32_t top, uint32_t bottom, uint32_t side) {
    memset(c, 0, sizeof *c);
    c->lines[side] = bottom - top;
    for (uint32_t u = top; u < bottom; u++) {
        c->next_line[u] = side;
        for (uint32_t v = 0; v < side; v++) {
            uint8_t letter = letter_at(board, parity, u, v);
            c->crosses[v] += letter == DARKRAFT_X;
            c->cut[v] |= letter == DARKRAFT_R;
        }
    }
}

/* Moves the left edge one column to the left, to `left`. */
static void step_left(struct columns *c, const struct darkraft *board, uint32_t parity,
                      uint32_t top, uint32_t bottom, uint32_t left) {
    for (uint32_t u = top; u < bottom; u++)
        if (letter_at(board, parity, u, left) == DARKRAFT_L) {
            c->lines[c->next_line[u]]--;
            c->lines[left]++;
            c->next_line[u] = left;
        }
}

static uint64_t reached_in_band(const struct lane_table *t, const struct darkraft *board,
                                struct columns *c, struct darkraft_rectangle r) {
    uint64_t count = 0;
    start_columns(c, board, r.parity, r.top, r.bottom, t->side);
    for (r.left = t->side; r.left-- > 0;) {
        uint64_t options = 0;
        step_left(c, board, r.parity, r.top, r.bottom, r.left);
        for (r.right = r.left + 1; r.right <= t->side; r.right++) {
            uint32_t v = r.right - 1;
            options += c->crosses[v] + c->cut[v] + c->lines[v];
            count += is_reached(t, r) ? options : 0;
        }
    }
    return count;
}

static uint64_t reached_options(const struct lane_table *t, const struct darkraft *board) {
    uint64_t count = 0;
    struct columns columns;
    for (struct darkraft_rectangle r = {0}; r.parity < 2; r.parity++)
        for (r.bottom = 1; r.bottom <= t->side; r.bottom++)
            for (r.top = 0; r.top < r.bottom; r.top++)
                count += reached_in_band(t, board, &columns, r);
    return count;
}

#endif
