/* Which tight rectangles (strips.h) play can reach from the whole grids, on any board of the group.
 *
 * Bands are processed from the highest down. The set of a band and a left edge holds right edges,
 * less 1. A move at row u leaves, in the bands above and below that row:
 *
 *     L at (u, v):  [left, right)  reached, with left <= v < right
 *     X at (u, v):  [left, v)      when a reached [left, right) has v < right
 *                   [v + 1, right) when a reached [left, right) has left <= v
 *
 * R leaves the same intervals of columns as X, but in the same band. Going from left to right, each
 * of them is found before it is needed. Columns without cells are cropped when an interval is added
 * to a band, rows without cells when the band is processed: the interval then moves to the band
 * without that row. Complexity: rows^3 * columns * words operations; on a thin board, twice its
 * shorter side takes the place of columns.
 */
#ifndef MX_DARKRAFT_REACH_H
#define MX_DARKRAFT_REACH_H

#include "darkraft/lane_table.h"

/* The part of a band that is reached: nothing, only rectangles that are not tight, or tight ones
 * too. */
enum reached { REACHED_NOT, REACHED, REACHED_TIGHT };

/* The search in one class. */
struct reach {
    const struct lane_table *t;
    uint32_t parity;
    uint64_t *letter[4];  /* [side][words]: the columns of a row where some board has the letter */
    uint64_t *before;     /* [side][words]: the columns left of an X, in each row */
    uint64_t *cut;        /* [words]: columns with an R in the band */
    uint64_t *before_cut; /* [words]: the columns left of these */
    uint64_t *right;      /* [side][words]: right edges that a cut just before a left edge leaves */
    uint32_t *last;       /* [side]: the highest reached right edge of a left edge, or 0 */
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

/* The set of left edge `left` of a band. */
static uint64_t *ends_at(const struct lane_table *t, uint32_t parity, size_t band, uint32_t left) {
    const struct strip *strip = &t->strips[band];
    return t->ends +
           (parity * t->left_edges + strip->left_edges + left - strip->window.first) * t->words;
}

static bool is_reached(const struct lane_table *t, struct darkraft_rectangle tight) {
    return set_holds(ends_at(t, tight.parity, band_number(tight.top, tight.bottom), tight.left),
                     tight.right - 1);
}

/* Adds the intervals of a set, from `left` on, to a band, without its columns that have no cells.
 */
static void add_ends(const struct reach *r, uint32_t top, uint32_t bottom, uint32_t left,
                     const uint64_t *set) {
    const size_t band = band_number(top, bottom);
    const struct span cells = r->t->strips[band].cells;
    left = greatest(left, cells.first);
    if (left >= cells.end)
        return;
    uint64_t *ends = ends_at(r->t, r->parity, band, left), beyond = 0;
    for (uint32_t w = left / 64; w < r->t->words; w++) {
        const uint64_t last = bits_from(w, cells.end - 1), bits = set[w] & bits_from(w, left);
        ends[w] |= bits & ~last;
        beyond |= bits & last;
    }
    if (beyond != 0)
        ends[(cells.end - 1) / 64] |= UINT64_C(1) << (cells.end - 1) % 64;
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
    r.before_cut = r.cut + t->words;
    r.last = (uint32_t *)(r.before_cut + t->words);
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
    memset(t->ends + r->parity * t->left_edges * t->words, 0,
           t->left_edges * t->words * sizeof(uint64_t));
    memset(t->reached + r->parity * t->bands, 0, t->bands);
    struct darkraft_rectangle whole = whole_grid(batch->instances, r->parity);
    if (whole.bottom > 0 && crop_rectangle(t, &whole))
        ends_at(t, r->parity, band_number(whole.top, whole.bottom),
                whole.left)[(whole.right - 1) / 64] |= UINT64_C(1) << (whole.right - 1) % 64;
}

/* Finds the columns with an R in the band, and the columns before them. */
static void collect_cuts(const struct reach *r, uint32_t top, uint32_t bottom) {
    const uint32_t words = r->t->words;
    memset(r->cut, 0, words * sizeof *r->cut);
    for (uint32_t row = top; row < bottom; row++)
        for (uint32_t w = 0; w < words; w++)
            r->cut[w] |= r->letter[DARKRAFT_R][row * words + w];
    shift_down(r->before_cut, r->cut, words);
}

/* Adds the intervals that R leaves in the band's `cells` and computes `right`. Returns false when
 * nothing in the band is reached. */
static bool complete_band(const struct reach *r, struct span cells, uint64_t *ends) {
    const uint32_t words = r->t->words;
    uint64_t sofar[DARKRAFT_MOST_SIDE / 64] = {0}, any = 0;
    for (uint32_t left = cells.first; left < cells.end; left++, ends += words) {
        uint64_t *right = r->right + left * words;
        for (uint32_t w = 0; w < words; w++) {
            right[w] = sofar[w] & bits_from(w, left);
            ends[w] |= left > 0 && set_holds(r->cut, left - 1) ? right[w] : 0;
        }
        const uint32_t last = set_end(ends, words);
        for (uint32_t w = 0; w < words && last > 0; w++) {
            ends[w] |= r->before_cut[w] & bits_from(w, left) & ~bits_from(w, last - 1);
            any |= sofar[w] |= ends[w];
        }
    }
    return any != 0;
}

/* Moves the intervals of a left edge that have no cell in a row to the band top .. bottom-1. */
static void crop_row_ends(const struct reach *r, uint32_t row, uint32_t left, uint64_t *ends,
                          uint32_t top, uint32_t bottom) {
    const struct span cells = r->t->cells[row];
    const uint32_t first = left < cells.end ? cells.first : r->t->side;
    uint64_t cropped[DARKRAFT_MOST_SIDE / 64], any = 0;
    for (uint32_t w = 0; w < r->t->words; w++) {
        any |= cropped[w] = ends[w] & ~bits_from(w, first);
        ends[w] &= bits_from(w, first);
    }
    if (any != 0 && top < bottom)
        add_ends(r, top, bottom, left, cropped);
}

/* Leaves only tight rectangles in a band and computes `last`. Returns whether there are any. */
static bool crop_band(const struct reach *r, struct span cells, uint32_t top, uint32_t bottom,
                      uint64_t *ends) {
    bool any = false;
    for (uint32_t left = cells.first; left < cells.end; left++, ends += r->t->words) {
        crop_row_ends(r, top, left, ends, top + 1, bottom);
        crop_row_ends(r, bottom - 1, left, ends, top, bottom - 1);
        r->last[left] = set_end(ends, r->t->words);
        any |= r->last[left] > 0;
    }
    return any;
}

/* Adds the intervals that the moves of a row leave of the band's tight rectangles, whose left edges
 * are `lefts`, to the bands above and below that row. */
static void add_row_parts(const struct reach *r, uint32_t row, struct span lefts, uint32_t top,
                          uint32_t bottom) {
    const struct lane_table *t = r->t;
    const uint32_t words = t->words;
    const size_t band = band_number(top, bottom);
    const uint64_t *cross = r->letter[DARKRAFT_X] + row * words;
    const uint64_t *line = r->letter[DARKRAFT_L] + row * words;
    const struct span cells = t->cells[row];
    uint32_t next_line = t->side;
    for (uint32_t left = least(greatest(lefts.end, cells.end + 1), t->strips[band].cells.end);
         left-- > lefts.first;) {
        if (left >= lefts.end && left < cells.first) {
            left = lefts.end; /* no cell of the row is between */
            continue;
        }
        const bool behind_cross = left > 0 && set_holds(cross, left - 1);
        const uint32_t last = r->last[left];
        next_line = set_holds(line, left) ? left : next_line;
        if (last == 0 && !behind_cross)
            continue;
        const uint64_t *ends = ends_at(t, r->parity, band, left);
        uint64_t all[DARKRAFT_MOST_SIDE / 64], any = 0;
        for (uint32_t w = 0; w < words; w++) {
            uint64_t left_parts = last == 0 ? 0
                                            : r->before[row * words + w] & bits_from(w, left) &
                                                  ~bits_from(w, last - 1);
            any |= all[w] = left_parts | (behind_cross ? r->right[left * words + w] : 0) |
                            (ends[w] & bits_from(w, next_line));
        }
        if (any != 0 && top < row)
            add_ends(r, top, row, left, all);
        if (any != 0 && row + 1 < bottom)
            add_ends(r, row + 1, bottom, left, all);
    }
}

static bool has_row_cuts(const struct reach *r, uint32_t row) {
    const uint32_t words = r->t->words;
    return set_end(r->letter[DARKRAFT_X] + row * words, words) > 0 ||
           set_end(r->letter[DARKRAFT_L] + row * words, words) > 0;
}

static void find_reached_in(const struct reach *r, uint32_t top, uint32_t bottom) {
    const struct lane_table *t = r->t;
    const size_t band = band_number(top, bottom);
    const struct span cells = t->strips[band].cells;
    uint64_t *ends = ends_at(t, r->parity, band, cells.first);
    collect_cuts(r, top, bottom);
    if (!complete_band(r, cells, ends))
        return;
    const bool tight = crop_band(r, cells, top, bottom, ends);
    t->reached[r->parity * t->bands + band] = tight ? REACHED_TIGHT : REACHED;
    const struct span lefts = tight_lefts(cells, t->cells[top], t->cells[bottom - 1]);
    for (uint32_t row = top; row < bottom && tight; row++)
        if (has_row_cuts(r, row))
            add_row_parts(r, row, lefts, top, bottom);
}

static void find_reached(const struct lane_table *t, const struct mx_batch *batch,
                         uint32_t parity) {
    struct reach r = lay_out_reach(t, parity);
    start_reach(&r, batch);
    for (uint32_t height = t->side; height > 0; height--)
        for (uint32_t top = 0; top + height <= t->side; top++)
            find_reached_in(&r, top, top + height);
}

/* The classes are independent of each other. */
static void find_all_reached(const struct lane_table *t, const struct mx_batch *batch,
                             int threads) {
#pragma omp parallel for num_threads(2) if (threads > 1)
    for (uint32_t parity = 0; parity < 2; parity++)
        find_reached(t, batch, parity);
}

/* Sets the bytes of the reached lanes, for one band, width and run of left edges, to 0xff and the
 * others to 0. */
static void mark_reached(const struct lane_table *t, size_t band, uint32_t width, struct span lefts,
                         uint8_t *valid) {
    for (uint32_t left = lefts.first; left < lefts.end; left++) {
        uint8_t of[2];
        for (uint32_t parity = 0; parity < 2; parity++)
            of[parity] = set_holds(ends_at(t, parity, band, left), left + width - 1) ? 0xff : 0;
        if (of[0] == of[1])
            memset(valid + left * t->unit, of[0], t->unit);
        else
            for (size_t i = 0; i < t->unit; i++)
                valid[left * t->unit + i] = of[i % 2];
    }
}

/* How much of a band is reached in either class. */
static enum reached reached_of(const struct lane_table *t, size_t band) {
    return t->ends == NULL ? REACHED_TIGHT
                           : greatest(t->reached[band], t->reached[t->bands + band]);
}

#endif
