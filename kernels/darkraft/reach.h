/* Which rectangles play can reach from the whole grids, on any board of the group.
 *
 * Bands are processed from the highest down. ends[band][left] is a bit set of right edges, less 1.
 * A move at row u leaves, in the bands above and below that row:
 *
 *     L at (u, v):  [left, right)  reached, with left <= v < right
 *     X at (u, v):  [left, v)      when a reached [left, right) has v < right
 *                   [v + 1, right) when a reached [left, right) has left <= v
 *
 * R leaves the same intervals of columns as X, but in the same band. Going from left to right, each
 * of them is found before it is needed. Complexity: rows^3 * columns^2 / 64 word operations.
 */
#ifndef MX_DARKRAFT_REACH_H
#define MX_DARKRAFT_REACH_H

#include "darkraft/lane_table.h"

/* The search in one class. */
struct reach {
    const struct lane_table *t;
    uint32_t parity;
    uint64_t *letter[4]; /* [side][words]: the columns of a row where some board has the letter */
    uint64_t *before;    /* [side][words]: the columns left of an X, in each row */
    uint64_t *cut;       /* [words]: columns with an R in the band */
    uint64_t *right;     /* [side][words]: right edges that a cut just before a left edge leaves */
    uint32_t *last;      /* [side]: the highest reached right edge of a left edge, or 0 */
};

static bool set_holds(const uint64_t *set, uint32_t bit) {
    return set[bit / 64] >> bit % 64 & 1;
}

/* Word number `word` of the set of all bits from `first` on. */
static uint64_t bits_from(uint32_t word, uint32_t first) {
    if (first <= word * 64)
        return UINT64_MAX;
    return first >= word * 64 + 64 ? 0 : UINT64_MAX << (first - word * 64);
}

/* One more than the highest bit; 0 for an empty set. */
static uint32_t set_end(const uint64_t *set, uint32_t words) {
    while (words > 0 && set[words - 1] == 0)
        words--;
    return words == 0 ? 0 : words * 64 - (uint32_t)__builtin_clzll(set[words - 1]);
}

static void shift_down(uint64_t *to, const uint64_t *set, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        to[w] = set[w] >> 1 | (w + 1 < words ? set[w + 1] << 63 : 0);
}

static uint64_t *ends_of(const struct lane_table *t, uint32_t parity, uint32_t top,
                         uint32_t bottom) {
    return t->ends + (parity * t->bands + band_number(top, bottom)) * t->side * t->words;
}

static bool is_reached(const struct lane_table *t, struct darkraft_rectangle r) {
    return set_holds(ends_of(t, r.parity, r.top, r.bottom) + r.left * t->words, r.right - 1);
}

static bool any_reached(const struct lane_table *t, uint32_t top, uint32_t bottom) {
    uint64_t any = 0;
    for (uint32_t parity = 0; parity < 2; parity++)
        for (size_t i = 0; i < (size_t)t->side * t->words; i++)
            any |= ends_of(t, parity, top, bottom)[i];
    return any != 0;
}

/* Lays out what one class needs; touches nothing. */
static struct reach lay_out_reach(const struct lane_table *t, uint32_t parity) {
    const size_t rows = (size_t)t->side * t->words;
    struct reach r = {.t = t, .parity = parity};
    r.before = t->reach_room + parity * t->class_room;
    for (unsigned letter = DARKRAFT_L; letter <= DARKRAFT_X; letter++)
        r.letter[letter] = r.before + letter * rows;
    r.right = r.before + 4 * rows;
    r.cut = r.before + 5 * rows;
    r.last = (uint32_t *)(r.cut + t->words);
    return r;
}

static void start_reach(const struct reach *r, const struct mx_batch *batch) {
    const struct lane_table *t = r->t;
    memset(r->before, 0, 4 * (size_t)t->side * t->words * sizeof(uint64_t));
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct darkraft *board = mx_instance(batch, i);
        for (uint32_t row = 0; row < board->rows; row++)
            for (uint32_t col = (row + r->parity) % 2; col < board->cols; col += 2) {
                struct darkraft_place at = darkraft_place_of(board, row, col);
                uint64_t *letter = r->letter[board->cell[(size_t)row * board->cols + col]];
                letter[at.u * t->words + at.v / 64] |= UINT64_C(1) << at.v % 64;
            }
    }
    for (uint32_t row = 0; row < t->side; row++)
        shift_down(r->before + row * t->words, r->letter[DARKRAFT_X] + row * t->words, t->words);
    memset(ends_of(t, r->parity, 0, 1), 0, t->bands * t->side * t->words * sizeof(uint64_t));
    struct darkraft_rectangle whole = whole_grid(batch->instances, r->parity);
    if (whole.bottom > 0 && whole.right > 0)
        ends_of(t, r->parity, 0, whole.bottom)[(whole.right - 1) / 64] = UINT64_C(1)
                                                                         << (whole.right - 1) % 64;
}

/* Finds the columns with an R in the band, and the columns before them. The latter go to right[0],
 * which is free because no cut lies before left edge 0. */
static void collect_cuts(const struct reach *r, uint32_t top, uint32_t bottom) {
    const uint32_t words = r->t->words;
    memset(r->cut, 0, words * sizeof *r->cut);
    for (uint32_t row = top; row < bottom; row++)
        for (uint32_t w = 0; w < words; w++)
            r->cut[w] |= r->letter[DARKRAFT_R][row * words + w];
    shift_down(r->right, r->cut, words);
}

/* Adds the intervals that R leaves and computes `right` and `last`. Returns false when nothing in
 * the band is reached. */
static bool complete_band(const struct reach *r, uint64_t *ends) {
    const uint32_t words = r->t->words;
    uint64_t sofar[DARKRAFT_MOST_SIDE / 64] = {0}, any = 0;
    for (uint32_t left = 0; left < r->t->side; left++, ends += words) {
        uint64_t *right = r->right + left * words;
        for (uint32_t w = 0; w < words && left > 0; w++) {
            right[w] = sofar[w] & bits_from(w, left);
            ends[w] |= set_holds(r->cut, left - 1) ? right[w] : 0;
        }
        uint32_t last = r->last[left] = set_end(ends, words);
        for (uint32_t w = 0; w < words && last > 0; w++) {
            ends[w] |= r->right[w] & bits_from(w, left) & ~bits_from(w, last - 1);
            any |= sofar[w] |= ends[w];
        }
    }
    return any != 0;
}

/* Adds the intervals that the moves of a row leave to the band above it and the band below it; NULL
 * for an empty band. */
static void add_row_parts(const struct reach *r, uint32_t row, const uint64_t *ends,
                          uint64_t *above, uint64_t *below) {
    const uint32_t words = r->t->words;
    const uint64_t *cross = r->letter[DARKRAFT_X] + row * words;
    const uint64_t *line = r->letter[DARKRAFT_L] + row * words;
    uint32_t next_line = r->t->side;
    for (uint32_t left = r->t->side; left-- > 0;) {
        bool behind_cross = left > 0 && set_holds(cross, left - 1);
        uint32_t last = r->last[left];
        next_line = set_holds(line, left) ? left : next_line;
        for (uint32_t w = 0; w < words && (last > 0 || behind_cross); w++) {
            uint64_t left_parts = last == 0 ? 0
                                            : r->before[row * words + w] & bits_from(w, left) &
                                                  ~bits_from(w, last - 1);
            uint64_t all = left_parts | (behind_cross ? r->right[left * words + w] : 0) |
                           (ends[left * words + w] & bits_from(w, next_line));
            if (above != NULL)
                above[left * words + w] |= all;
            if (below != NULL)
                below[left * words + w] |= all;
        }
    }
}

static bool has_row_cuts(const struct reach *r, uint32_t row) {
    const uint32_t words = r->t->words;
    return set_end(r->letter[DARKRAFT_X] + row * words, words) > 0 ||
           set_end(r->letter[DARKRAFT_L] + row * words, words) > 0;
}

static void find_reached(const struct lane_table *t, const struct mx_batch *batch,
                         uint32_t parity) {
    struct reach r = lay_out_reach(t, parity);
    start_reach(&r, batch);
    for (uint32_t height = t->side; height > 0; height--)
        for (uint32_t top = 0; top + height <= t->side; top++) {
            uint32_t bottom = top + height;
            uint64_t *ends = ends_of(t, parity, top, bottom);
            collect_cuts(&r, top, bottom);
            if (!complete_band(&r, ends))
                continue;
            for (uint32_t row = top; row < bottom; row++)
                if (has_row_cuts(&r, row))
                    add_row_parts(&r, row, ends, row > top ? ends_of(t, parity, top, row) : NULL,
                                  row + 1 < bottom ? ends_of(t, parity, row + 1, bottom) : NULL);
        }
}

/* The classes are independent of each other. */
static void find_all_reached(const struct lane_table *t, const struct mx_batch *batch,
                             int threads) {
#pragma omp parallel for num_threads(2) if (threads > 1)
    for (uint32_t parity = 0; parity < 2; parity++)
        find_reached(t, batch, parity);
}

/* Sets the bytes of the reached lanes, for one band and width, to 0xff and the others to 0. */
static void mark_reached(const struct lane_table *t, uint32_t top, uint32_t bottom, uint32_t width,
                         uint8_t *valid) {
    const uint64_t *even = ends_of(t, 0, top, bottom), *odd = ends_of(t, 1, top, bottom);
    for (uint32_t left = 0; left + width <= t->side; left++) {
        uint8_t of[2] = {set_holds(even + left * t->words, left + width - 1) ? 0xff : 0,
                         set_holds(odd + left * t->words, left + width - 1) ? 0xff : 0};
        if (of[0] == of[1])
            memset(valid + left * t->unit, of[0], t->unit);
        else
            for (size_t i = 0; i < t->unit; i++)
                valid[left * t->unit + i] = of[i % 2];
    }
}

#endif
