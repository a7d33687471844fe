/* The sweep of the vector kernels over all bands of a table, lowest bands first. */
#ifndef MX_DARKRAFT_LANE_SWEEP_H
#define MX_DARKRAFT_LANE_SWEEP_H

#include <omp.h>

#include "darkraft/lane_vector.h"
#include "darkraft/reach.h"
#include "team_progress.h"

/* ---- Parts ------------------------------------------------------------------------------- */

/* Where the nimbers of a run of rectangles begin: neighbouring left edges, one width. */
struct run {
    const uint8_t *low, *high; /* zeros where not in use */
};

/* A run in a band. Beyond the window, the run moves into it (strips.h). */
static struct run run_in_band(const struct lane_table *t, uint32_t top, uint32_t bottom,
                              struct span lefts, uint32_t width) {
    const struct run none = {t->none, t->none};
    if (top >= bottom)
        return none;
    const size_t band = band_number(top, bottom);
    const struct strip *strip = &t->strips[band];
    const struct span window = strip->window;
    const uint32_t last = lefts.end - 1 + width;
    const uint32_t right = lefts.first < window.first ? window.first - lefts.first : 0;
    const uint32_t cropped = right + (last > window.end ? last - window.end : 0);
    if (width <= cropped)
        return none;
    const size_t at = strip->at + width_at(t->sizes, window.end - window.first, width - cropped) +
                      (lefts.first + right - window.first) * t->unit;
    return (struct run){t->low + at, t->two_bytes[band] ? t->high + at : t->none};
}

/* The same, read in the smallest band: without the rows that have no cell in any of the columns. */
static struct run run_cropped(const struct lane_table *t, uint32_t top, uint32_t bottom,
                              struct span lefts, uint32_t width) {
    const struct span rows = t->rows[band_number(lefts.first, lefts.end - 1 + width)];
    return run_in_band(t, greatest(top, rows.first), least(bottom, rows.end), lefts, width);
}

/* ---- One width of a band ----------------------------------------------------------------- */

static uint8_t *octet_count_of(const struct lane_table *t, uint32_t top, uint32_t bottom,
                               uint32_t width) {
    return t->octet_counts + band_number(top, bottom) * (t->side + 1) + width;
}

/* The octets that the nimbers of all rectangles inside these need; 255 stands for 255 or more. */
static uint8_t most_octets_inside(const struct band *b, uint32_t width) {
    uint8_t most = *octet_count_of(b->t, b->top, b->bottom, width - 1);
    if (b->top + 1 < b->bottom) {
        uint8_t lower = *octet_count_of(b->t, b->top + 1, b->bottom, width);
        uint8_t upper = *octet_count_of(b->t, b->top, b->bottom - 1, width);
        most = lower > most ? lower : most;
        most = upper > most ? upper : most;
    }
    return most;
}

/* `left` is width_at(c) as a running sum: gcc 12 would compute all in vectors and take them apart.
 */
static void place_cuts(const struct band *b, uint32_t width) {
    const size_t *sizes = b->t->sizes, unit = b->t->unit;
    size_t left = 0;
    for (uint32_t c = 0; c < width; c++) {
        b->s->cuts[c] = (struct cut){
            (uint32_t)left, (uint32_t)(width_at(sizes, b->cols, width - 1 - c) + (c + 1) * unit),
            (uint32_t)(c * unit), 0};
        left += sizes[b->cols + 1 - c] - sizes[b->cols - c];
    }
}

/* Computes the rectangles of one width with left edges in `lefts`. */
static bool fill_tight(struct band *b, uint32_t width, struct span lefts, unsigned *need) {
    const struct lane_table *t = b->t;
    const size_t end = (lefts.end - b->strip->window.first) * t->unit;
    struct lane_vector g = {.b = b,
                            .width = width,
                            .at = (lefts.first - b->strip->window.first) * t->unit,
                            .width_at = width_at(t->sizes, b->cols, width)};
    place_cuts(b, width);
    if (t->ends != NULL)
        mark_reached(t, b->number, width, lefts, b->s->valid);
    for (; g.at < end; g.at += LANES_BYTES) {
        size_t left = end - g.at;
        g.valid = lanes_first(left < LANES_BYTES ? left : LANES_BYTES);
        g.two_bytes = b->two_bytes && *need > OCTETS_A_PAGE;
        if (t->ends != NULL)
            g.valid &= lanes_load(b->s->valid + b->skipped + g.at);
        if (!fill_vector(&g, need))
            return false;
    }
    return true;
}

static void copy_lanes(uint8_t *to, const uint8_t *from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += LANES_BYTES)
        lanes_store(to + at, lanes_load(from + at));
}

/* Gives the rectangles of a width with left edges first .. end-1 the nimbers of the same rectangles
 * without a border line that has no cell in them. */
static void copy_run(const struct band *b, uint32_t width, uint32_t first, uint32_t end,
                     struct run from) {
    const size_t to =
        width_at(b->t->sizes, b->cols, width) + (first - b->strip->window.first) * b->t->unit;
    copy_lanes(b->low + to, from.low, (end - first) * b->t->unit);
    if (b->two_bytes)
        copy_lanes(b->high + to, from.high, (end - first) * b->t->unit);
}

/* Crops the band's first row, if `upper`, or its last row. */
static void crop_row(const struct band *b, uint32_t width, uint32_t first, uint32_t end,
                     bool upper) {
    if (first < end)
        copy_run(b, width, first, end,
                 run_in_band(b->t, b->top + upper, b->bottom - !upper, (struct span){first, end},
                             width));
}

/* Crops a column: copies from the next smaller width, `shift` left edges to the right. */
static void crop_column(const struct band *b, uint32_t width, uint32_t first, uint32_t end,
                        uint32_t shift) {
    const size_t at = width_at(b->t->sizes, b->cols, width - 1) +
                      (first + shift - b->strip->window.first) * b->t->unit;
    if (first < end)
        copy_run(b, width, first, end,
                 (struct run){b->low + at, b->two_bytes ? b->high + at : NULL});
}

/* The least left edge, or 0, at which a rectangle reaches beyond column `first`. */
static uint32_t left_reaching(uint32_t first, uint32_t width) {
    return first < width ? 0 : first - width + 1;
}

/* Computes the rectangles of one width. The tight ones have neighbouring left edges; those before
 * and behind them lack a cell in a border line. */
static bool fill_width(struct band *b, uint32_t width) {
    const struct span window = b->strip->window, cells = b->strip->cells;
    const struct span top = b->t->cells[b->top], bottom = b->t->cells[b->bottom - 1];
    const uint32_t edges = window.end - width + 1; /* end of the left edges */
    const uint32_t reach_top = left_reaching(top.first, width);
    const uint32_t reach_bottom = left_reaching(bottom.first, width);
    uint8_t *octets = octet_count_of(b->t, b->top, b->bottom, width);
    unsigned need = *octets;

    const uint32_t first = least(greatest(cells.first, greatest(reach_top, reach_bottom)), edges);
    const uint32_t inside = cells.end < width ? 0 : cells.end - width + 1;
    const uint32_t end = greatest(first, least(inside, least(top.end, bottom.end)));

    crop_column(b, width, window.first, least(cells.first, first), 1);
    crop_row(b, width, cells.first, first, reach_top >= reach_bottom);
    if (first < end && !fill_tight(b, width, (struct span){first, end}, &need))
        return false;
    crop_row(b, width, end, inside, top.end <= bottom.end);
    crop_column(b, width, greatest(end, inside), edges, 0);
    *octets = (uint8_t)(need < UINT8_MAX ? need : UINT8_MAX);
    return true;
}

/* ---- Splits ------------------------------------------------------------------------------ */

/* Writes just `bytes` bytes, an even number: what is behind them may be filled already. */
static void xor_bytes(uint8_t *to, const uint8_t *a, const uint8_t *b, size_t bytes) {
    size_t at = 0;
    for (; at + LANES_BYTES <= bytes; at += LANES_BYTES)
        lanes_store(to + at, lanes_load(a + at) ^ lanes_load(b + at));
    for (; at < bytes; at += 2) {
        uint16_t pair[2];
        memcpy(&pair[0], a + at, 2);
        memcpy(&pair[1], b + at, 2);
        pair[0] ^= pair[1];
        memcpy(to + at, &pair[0], 2);
    }
}

/* Fills `bytes` bytes of a row's split, from offset `to` on, given where they are in both parts. */
static void split_bytes(const struct band *b, uint32_t row, size_t to, struct run above,
                        struct run below, size_t bytes) {
    to += (row - b->top) * b->strip->bytes;
    xor_bytes(b->s->split + to, above.low, below.low, bytes);
    if (b->two_bytes)
        xor_bytes(b->s->split_high + to, above.high, below.high, bytes);
}

/* Fills the split of a row for one width and the left edges of a run. */
static void split_run(const struct band *b, uint32_t row, struct span lefts, uint32_t width) {
    const struct lane_table *t = b->t;
    split_bytes(
        b, row,
        width_at(t->sizes, b->cols, width) + (lefts.first - b->strip->window.first) * t->unit,
        run_cropped(t, b->top, row, lefts, width), run_cropped(t, row + 1, b->bottom, lefts, width),
        (lefts.end - lefts.first) * t->unit);
}

/* Fills the split of a row for all rectangles with left edges in `lefts` and right edges in `ends`.
 */
static void split_edges(const struct band *b, uint32_t row, struct span lefts, struct span ends) {
    for (uint32_t width = least_width(lefts, ends); lefts.first + width < ends.end; width++)
        split_run(b, row, run_of_width(lefts, ends, width), width);
}

/* Fills the split of a row where its options read it: left and right of an X in it, and for L the
 * tight rectangles. */
static void split_row(const struct band *b, uint32_t row) {
    const struct lane_table *t = b->t;
    const struct span cells = t->cells[row];
    const size_t none = width_at(t->sizes, b->cols, 1),
                 all = width_at(t->sizes, b->cols, b->cols + 1);
    split_bytes(b, row, 0, (struct run){t->none, t->none}, (struct run){t->none, t->none}, none);
    if (t->margin == t->side) {
        const struct span first = {0, 1};
        split_bytes(b, row, none, run_in_band(t, b->top, row, first, 1),
                    run_in_band(t, row + 1, b->bottom, first, 1), all - none);
        return;
    }
    if (t->cross_before[(size_t)row * (t->side + 1) + t->side] > 0) {
        split_edges(b, row, b->lefts, cells);
        split_edges(b, row, (struct span){cells.first + 1, cells.end + 1}, b->ends);
    }
    if (t->lines[row])
        split_edges(b, row, b->lefts, b->ends);
}

static void split_rows(const struct band *b) {
    for (uint32_t row = b->top; row < b->bottom; row++)
        split_row(b, row);
}

/* ---- One band ---------------------------------------------------------------------------- */

static void bar_columns(const struct band *b) {
    const struct lane_table *t = b->t;
    for (size_t at = 0; at < t->line; at += LANES_BYTES) {
        lanes bars = lanes_fill(BARRED);
        for (uint32_t row = b->top; row < b->bottom; row++)
            bars &= lanes_load(t->barred[DARKRAFT_R] + row * t->line + at);
        lanes_store(b->s->bars + at, bars);
    }
}

static struct band start_band(const struct lane_table *t, const struct lane_scratch *s,
                              uint32_t top, uint32_t bottom) {
    struct band b = {.t = t, .s = s, .top = top, .bottom = bottom};
    b.number = band_number(top, bottom);
    b.strip = &t->strips[b.number];
    b.cols = b.strip->window.end - b.strip->window.first;
    b.skipped = b.strip->window.first * t->unit;
    b.lefts = tight_lefts(b.strip->cells, t->cells[top], t->cells[bottom - 1]);
    b.ends = tight_ends(b.strip->cells, t->cells[top], t->cells[bottom - 1]);
    b.least_width = 1;
    if (!t->has[DARKRAFT_R] && t->margin < t->side)
        b.least_width = left_reaching(least_width(b.lefts, b.ends), 4 * t->margin + 1);
    b.low = t->low + b.strip->at;
    memset(b.low, 0, width_at(t->sizes, b.cols, 1));
    if (t->high != NULL)
        b.high = t->high + b.strip->at;
    if (top + 1 < bottom)
        b.two_bytes =
            t->two_bytes[band_number(top + 1, bottom)] | t->two_bytes[band_number(top, bottom - 1)];
    if (b.two_bytes)
        memset(b.high, 0, b.strip->bytes);
    t->two_bytes[b.number] = b.two_bytes;
    *octet_count_of(t, top, bottom, 0) = 1;
    return b;
}

/* Returns false when a nimber is out of range. */
static bool fill_band(const struct lane_table *t, const struct lane_scratch *s, uint32_t top,
                      uint32_t bottom) {
    struct band b = start_band(t, s, top, bottom);
    const enum reached reached = reached_of(t, b.number);
    if (reached == REACHED_TIGHT) {
        split_rows(&b);
        bar_columns(&b);
    }
    for (uint32_t width = 1; width <= t->side; width++) {
        *octet_count_of(t, top, bottom, width) = most_octets_inside(&b, width);
        if (reached != REACHED_NOT && width >= b.least_width && width <= b.cols &&
            !fill_width(&b, width))
            return false;
    }
    return true;
}

/* ---- All bands --------------------------------------------------------------------------- */

static void fill_band_reporting(const struct mx_run *run, const struct lane_table *t,
                                const struct lane_scratch *s, uint32_t top, uint32_t bottom,
                                struct mx_team_progress *progress) {
    bool master = omp_get_thread_num() == 0 && omp_get_ancestor_thread_num(1) <= 0;
    if (!mx_team_continues(progress, run, master))
        return;
    if (!fill_band(t, s, top, bottom))
        mx_team_end(progress, MX_GAVE_UP);
    mx_team_add(progress, bottom - top);
}

/* Computes all bands. Those of one height are independent of each other. */
static void fill_table(const struct mx_run *run, const struct lane_table *t, int threads,
                       struct mx_team_progress *progress) {
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        struct lane_scratch s = scratch_of(t, threads > 1 ? omp_get_thread_num() : 0);
        for (uint32_t height = 1; height <= t->side; height++) {
#pragma omp for schedule(dynamic, 1)
            for (uint32_t top = 0; top <= t->side - height; top++)
                fill_band_reporting(run, t, &s, top, top + height, progress);
        }
    }
}

#endif
