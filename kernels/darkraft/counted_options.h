/* The work of the vector kernels, in options. They evaluate only tight rectangles (strips.h) and
 * skip duplicates: of a rectangle they evaluate every X, but one L for each row and one R for each
 * column, because the others leave the same parts. darkraft_reached.c skips rectangles that play
 * does not reach, too.
 */
#ifndef MX_DARKRAFT_COUNTED_OPTIONS_H
#define MX_DARKRAFT_COUNTED_OPTIONS_H

#include "darkraft/reach.h"

/* The letter at row u and column v of a class's grid; 0 where it has no cell. */
static uint8_t letter_at(const struct darkraft *board, uint32_t parity, uint32_t u, uint32_t v) {
    int64_t rows = board->rows, sum = 2 * (int64_t)u + parity;
    int64_t difference = 2 * (int64_t)v + (parity + rows + 1) % 2 - (rows - 1);
    int64_t col = (sum + difference) / 2, row = sum - col;
    bool inside = col >= 0 && row >= 0 && col < board->cols && row < rows;
    return inside ? board->cell[row * board->cols + col] : 0;
}

/* The columns of a band, for one class of one board. crosses: number of X. cut: whether there is an
 * R. next_line [row]: the first L from the left edge on. lines: number of rows whose next L is in
 * this column. */
struct columns {
    uint32_t crosses[DARKRAFT_MOST_SIDE], cut[DARKRAFT_MOST_SIDE];
    uint32_t next_line[DARKRAFT_MOST_SIDE], lines[DARKRAFT_MOST_SIDE + 1];
};

static void start_columns(struct columns *c, const struct darkraft *board, uint32_t parity,
                          struct darkraft_rectangle band) {
    memset(c, 0, sizeof *c);
    c->lines[band.right] = band.bottom - band.top;
    for (uint32_t u = band.top; u < band.bottom; u++) {
        c->next_line[u] = band.right;
        for (uint32_t v = band.left; v < band.right; v++) {
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

/* The options of the rectangles of a band, which has columns left .. right-1 of its class. */
static uint64_t options_in_band(const struct lane_table *t, const struct darkraft *board,
                                struct columns *c, const struct darkraft_rectangle band) {
    const struct span cells = t->strips[band_number(band.top, band.bottom)].cells;
    const struct span first = t->cells[band.top], last = t->cells[band.bottom - 1];
    const struct span lefts = tight_lefts(cells, first, last),
                      ends = tight_ends(cells, first, last);
    struct darkraft_rectangle r = band;
    uint64_t count = 0;
    start_columns(c, board, r.parity, band);
    for (r.left = band.right; r.left-- > band.left;) {
        uint64_t options = 0;
        step_left(c, board, r.parity, r.top, r.bottom, r.left);
        for (r.right = r.left + 1; r.right <= band.right && r.left < lefts.end; r.right++) {
            uint32_t v = r.right - 1;
            options += c->crosses[v] + c->cut[v] + c->lines[v];
            if (r.right >= ends.first && (t->ends == NULL || is_reached(t, r)))
                count += options;
        }
    }
    return count;
}

static uint64_t counted_options(const struct lane_table *t, const struct darkraft *board) {
    uint64_t count = 0;
    struct columns columns;
    for (struct darkraft_rectangle r = {0}; r.parity < 2; r.parity++)
        for (r.bottom = 1; r.bottom <= darkraft_grid_rows(board, r.parity); r.bottom++)
            for (r.top = 0; r.top < r.bottom; r.top++) {
                const struct span cells = t->strips[band_number(r.top, r.bottom)].cells;
                r.left = cells.first;
                r.right = least(cells.end, darkraft_grid_cols(board, r.parity));
                count += options_in_band(t, board, &columns, r);
            }
    return count;
}

#endif
