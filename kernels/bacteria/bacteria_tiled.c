/* One large board, a byte a nimber, in tiles that are read while they are in the cache.
 *
 * Idea: a lane is a left edge, as in the drawing. An option is the XOR of two vectors; a byte of a
 * set with a bit a nimber is looked up with it in 16-entry tables, so that sixteen nimbers cost two
 * look-ups. Barred options have bit 7, which looks up 0. Rectangles are taken in tiles of TOPS top
 * edges by BOTTOMS bottom edges. Rows between all these edges ("middle") are options of the whole
 * tile, whose parts lie outside of it: they are done first, for four rectangles at a time. Then
 * every rectangle gets the few rows that are left and its columns.
 *
 *     strip of rows top .. bottom-1, a byte each:     bottom edges ->
 *     | width 1: left 0, 1, 2 ... | width 2: ... |     tile: x x x x
 *     column option c of width w:                            x x x x   x = a strip
 *       left part   width c,         at left            top edges, from the last one up
 *       right part  width w - 1 - c, at left + c + 1, in a copy with bit 7 where column
 *                   left - 1 has a barred cell
 *
 * Complexity: options / lanes * 7 operations; a byte a rectangle. Invariant: tiles further down or
 * further left are final, and so are smaller rectangles of the tile. The time goes into look-ups
 * (two a cycle); what has to come from memory for a tile's middle is used SIDE times.
 * Nimbers above 15 take another pass over all options of their vector; one above 127 is where the
 * kernel gives up.
 */
#include <omp.h>

#include "bacteria/lookup.h"
#include "bacteria/tile_table.h"
#include "kernel.h"

/* ---- The middle of a tile ---------------------------------------------------------------- */

struct tile {
    uint32_t top, top_end, bottom, bottom_end; /* edges top .. top_end-1 by bottom .. */
    uint32_t middle, middle_end; /* rows: none, or below all tops, above all bottoms */
};

LANES_INLINE void look_at_middle(const struct table *t, const struct tile *tile, uint32_t top,
                                 uint32_t bottom, bool two_tops, bool two_bottoms, bool wide,
                                 uint32_t width, size_t at, lanes sets[4][SETS]) {
    const struct look look = look_for(0);
    const uint16_t *before = t->open_before + width * (t->rows + (size_t)1);
    const uint16_t *list = t->open_rows + (size_t)width * t->rows;
    const uint8_t *value = t->value + at, *mask = t->row_mask + at;
    const uint8_t *below = value + mx_interval(0, bottom - 1) * t->strip + t->strip;
    size_t other_bottom = bottom * t->strip;
    for (uint32_t i = before[tile->middle]; i < before[tile->middle_end]; i++) {
        uint32_t row = list[i];
        const uint8_t *above = value + mx_interval(top, row - 1) * t->strip;
        const uint8_t *b = below + row * t->strip;
        lanes barred = lanes_load(mask + row * t->strip);
        lanes above0 = lanes_load(above) | barred, below0 = lanes_load(b);
        see(sets[0], &look, above0 ^ below0, wide);
        lanes below1 = two_bottoms ? lanes_load(b + other_bottom) : below0;
        if (two_bottoms)
            see(sets[1], &look, above0 ^ below1, wide);
        if (two_tops) {
            lanes above1 = lanes_load(above + t->strip) | barred;
            see(sets[2], &look, above1 ^ below0, wide);
            if (two_bottoms)
                see(sets[3], &look, above1 ^ below1, wide);
        }
    }
}

static uint8_t *sets_of(const struct table *t, const struct scratch *scratch,
                        const struct tile *tile, uint32_t top, uint32_t bottom, size_t at) {
    size_t number = (top - tile->top) * SIDE + bottom - tile->bottom;
    return scratch->sets + (number * t->strip + at) * SETS;
}

LANES_INLINE void fill_middle_block(const struct table *t, const struct scratch *scratch,
                                    const struct tile *tile, uint32_t top, uint32_t bottom,
                                    bool two_tops, bool two_bottoms, bool wide, uint32_t width,
                                    size_t at) {
    lanes sets[4][SETS] = {{{0}}};
    look_at_middle(t, tile, top, bottom, two_tops, two_bottoms, wide, width, at, sets);
    for (unsigned i = 0; i < 4; i++)
        if ((i < 2 || two_tops) && (i % 2 == 0 || two_bottoms)) {
            uint8_t *to = sets_of(t, scratch, tile, top + i / 2, bottom + i % 2, at);
            for (unsigned s = 0; s < (wide ? 4 : 2); s++)
                lanes_store(to + s * LANES_BYTES, sets[i][s]);
        }
}

/* Registers hold the sets of four rectangles, or of two when the pass is wide. */
static void fill_middle_at(const struct table *t, const struct scratch *scratch,
                           const struct tile *tile, uint32_t width, size_t at) {
    for (uint32_t top = tile->top; top < tile->top_end; top += 2)
        for (uint32_t bottom = tile->bottom; bottom < tile->bottom_end; bottom += 2) {
            bool two_tops = top + 1 < tile->top_end;
            if (two_tops && bottom + 1 < tile->bottom_end)
                fill_middle_block(t, scratch, tile, top, bottom, true, true, false, width, at);
            else if (two_tops)
                fill_middle_block(t, scratch, tile, top, bottom, true, false, false, width, at);
            else if (bottom + 1 < tile->bottom_end)
                fill_middle_block(t, scratch, tile, top, bottom, false, true, false, width, at);
            else
                fill_middle_block(t, scratch, tile, top, bottom, false, false, false, width, at);
        }
}

static void fill_middle_wide_at(const struct table *t, const struct scratch *scratch,
                                const struct tile *tile, uint32_t width, size_t at) {
    for (uint32_t top = tile->top; top < tile->top_end; top++)
        for (uint32_t bottom = tile->bottom; bottom < tile->bottom_end; bottom += 2)
            if (bottom + 1 < tile->bottom_end)
                fill_middle_block(t, scratch, tile, top, bottom, false, true, true, width, at);
            else
                fill_middle_block(t, scratch, tile, top, bottom, false, false, true, width, at);
}

static void fill_middle(const struct table *t, const struct scratch *scratch,
                        const struct tile *tile) {
    for (uint32_t width = 1; width <= t->cols; width++)
        for (size_t at = from_first(t, width); at < from_first(t, width + 1); at += LANES_BYTES)
            if (scratch->wide[width])
                fill_middle_wide_at(t, scratch, tile, width, at);
            else
                fill_middle_at(t, scratch, tile, width, at);
}

/* ---- One strip --------------------------------------------------------------------------- */

LANES_INLINE void look_at_rows(const struct table *t, uint32_t top, uint32_t bottom, uint32_t first,
                               uint32_t end, uint32_t width, size_t at, const struct look *look,
                               bool wide, lanes *sets) {
    const uint16_t *before = t->open_before + width * (t->rows + (size_t)1);
    const uint16_t *list = t->open_rows + (size_t)width * t->rows;
    for (uint32_t i = before[first]; i < before[end]; i++) {
        uint32_t row = list[i];
        const uint8_t *above = row > top ? strip_of(t, top, row) + at : t->zeros;
        const uint8_t *below = row + 1 < bottom ? strip_of(t, row + 1, bottom) + at : t->zeros;
        lanes barred = lanes_load(t->row_mask + row * t->strip + at);
        see(sets, look, (lanes_load(above) | barred) ^ lanes_load(below), wide);
    }
}

/* `left` is where the strip has width 1, `right` the copy with width 0 before it, both from this
 * vector's first left edge on. */
LANES_INLINE void look_at_columns(const struct table *t, const uint8_t *left, const uint8_t *right,
                                  uint32_t width, const struct look *look, bool wide, lanes *sets) {
    const size_t *place = t->place, *last = t->place + width - 1;
    see(sets, look, lanes_load(right + *last + 1), wide);
    left -= place[1];
    for (uint32_t col = 1; col < width; col++)
        see(sets, look,
            lanes_load(left + place[col]) ^ lanes_load(right + last[-(long)col] + col + 1), wide);
}

/* A strip in the making. */
struct target {
    const struct scratch *scratch;
    uint8_t *strip;
    uint32_t top, bottom, middle, middle_end;
    const uint8_t *sets; /* of the middle rows, SETS vectors for each of the strip; NULL = none */
};

/* The nimbers of the lanes in `high`, where `nimber` is `base`, the least that was not looked for.
 * False when one is above 127. */
__attribute__((noinline)) static bool fill_high(const struct table *t, const struct target *g,
                                                uint32_t width, size_t at, unsigned base,
                                                lanes high, lanes_of_bytes *nimber) {
    for (; base < 128 && lanes_any(high); base += 16) {
        const struct look look = look_for(base);
        lanes sets[SETS] = {{0}};
        look_at_rows(t, g->top, g->bottom, g->top, g->bottom, width, at, &look, false, sets);
        size_t first = at - from_first(t, width);
        look_at_columns(t, g->strip + first, g->scratch->right + first, width, &look, false, sets);
        lanes_of_bytes mex = mex_of(sets, false);
        *nimber += mex & (lanes_of_bytes)high;
        high &= (lanes)(mex == 16);
    }
    return !lanes_any(high);
}

LANES_INLINE bool fill_vector(const struct table *t, const struct target *g, uint32_t width,
                              size_t at, bool wide) {
    const struct look look = look_for(0);
    size_t first = at - from_first(t, width), left = t->cols - width + 1 - first;
    lanes sets[SETS] = {{0}};
    if (g->sets != NULL)
        for (unsigned s = 0; s < (wide ? 4 : 2); s++)
            sets[s] = lanes_load(g->sets + at * SETS + s * LANES_BYTES);
    look_at_rows(t, g->top, g->bottom, g->top, g->middle, width, at, &look, wide, sets);
    look_at_rows(t, g->top, g->bottom, g->middle_end, g->bottom, width, at, &look, wide, sets);
    look_at_columns(t, g->strip + first, g->scratch->right + first, width, &look, wide, sets);

    lanes valid = lanes_first(left < LANES_BYTES ? left : LANES_BYTES);
    lanes_of_bytes nimber = mex_of(sets, wide);
    if (__builtin_expect(lanes_any(valid & (lanes)(nimber >= 16)), 0)) {
        g->scratch->next_wide[width] = 1;
        unsigned most = wide ? 32 : 16;
        if (!fill_high(t, g, width, at, most, valid & (lanes)(nimber == (uint8_t)most), &nimber))
            return false;
    }
    lanes found = (lanes)nimber & valid;
    lanes_store(g->strip + at, found);
    lanes_store(g->scratch->right + t->place[width] + first,
                found | lanes_load(g->scratch->right + first));
    return true;
}

static bool fill_width(const struct table *t, const struct target *g, uint32_t width) {
    bool wide = g->scratch->wide[width];
    for (size_t at = from_first(t, width); at < from_first(t, width + 1); at += LANES_BYTES)
        if (!(wide ? fill_vector(t, g, width, at, true) : fill_vector(t, g, width, at, false)))
            return false;
    return true;
}

/* Tags of the left edges whose column to the left is barred, where the copy has width 0. */
static void tag_columns(const struct table *t, uint8_t *right, uint32_t top, uint32_t bottom) {
    memset(right, 0, LANES_BYTES);
    for (size_t at = 0; at < padded(t->cols); at += LANES_BYTES) {
        lanes barred = {0};
        for (uint32_t row = top; row < bottom; row++)
            barred |= lanes_load(mask_of(t, row, 1) + at);
        lanes_store(right + 1 + at, barred);
    }
}

static bool fill_strip(const struct table *t, const struct tile *tile,
                       const struct scratch *scratch, uint32_t top, uint32_t bottom) {
    bool any = tile->middle < tile->middle_end;
    struct target g = {scratch,
                       strip_of(t, top, bottom),
                       top,
                       bottom,
                       any ? tile->middle : bottom,
                       any ? tile->middle_end : bottom,
                       any ? sets_of(t, scratch, tile, top, bottom, 0) : NULL};
    tag_columns(t, scratch->right, top, bottom);
    for (uint32_t width = 1; width <= t->cols; width++)
        if (!fill_width(t, &g, width))
            return false;
    return true;
}

static bool fill_tile(const struct table *t, const struct scratch *scratch, uint32_t i,
                      uint32_t j) {
    struct tile tile = {.top = i * SIDE, .bottom = j * SIDE + 1};
    tile.top_end = tile.top + SIDE < t->rows ? tile.top + SIDE : t->rows;
    tile.bottom_end = tile.bottom + SIDE < t->rows + 1 ? tile.bottom + SIDE : t->rows + 1;
    tile.middle = tile.top_end;
    tile.middle_end = tile.bottom - 1;
    memcpy(scratch->wide, scratch->next_wide, t->cols + (size_t)1);
    memset(scratch->next_wide, 0, t->cols + (size_t)1);
    if (tile.middle < tile.middle_end)
        fill_middle(t, scratch, &tile);
    for (uint32_t top = tile.top_end; top-- > tile.top;)
        for (uint32_t bottom = tile.bottom; bottom < tile.bottom_end; bottom++)
            if (bottom > top && !fill_strip(t, &tile, scratch, top, bottom))
                return false;
    return true;
}

/* ---- The variant ------------------------------------------------------------------------- */

/* How far the threads have come, and whether they are to go on. */
struct course {
    uint64_t done, total;
    int outcome; /* MX_SOLVED while all is well */
};

static void end_with(struct course *course, int outcome) {
    __atomic_store_n(&course->outcome, outcome, __ATOMIC_RELAXED);
}

static void fill_reporting(const struct mx_run *run, const struct table *t, uint32_t i, uint32_t j,
                           struct course *course) {
    int thread = omp_get_thread_num();
    uint64_t done = __atomic_load_n(&course->done, __ATOMIC_RELAXED);
    if (thread == 0 && !mx_stage(run, done, course->total))
        end_with(course, MX_STOPPED);
    if (__atomic_load_n(&course->outcome, __ATOMIC_RELAXED) != MX_SOLVED)
        return;
    struct scratch scratch = scratch_of(t, thread);
    if (!fill_tile(t, &scratch, i, j))
        end_with(course, MX_GAVE_UP);
    __atomic_fetch_add(&course->done, j - i + 1, __ATOMIC_RELAXED);
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct table t = lay_out(board, run->threads, run->workspace);
    place_widths(t.cols, t.place);
    memset(t.zeros, 0, padded(t.cols + 1) + LANES_BYTES);
    mask_cells(&t, board);
    list_open_rows(&t);
    for (int thread = 0; thread < run->threads; thread++)
        memset(scratch_of(&t, thread).next_wide, 0, t.cols + (size_t)1);

    uint32_t tiles = (t.rows + SIDE - 1) / SIDE;
    struct course course = {0, (uint64_t)tiles * (tiles + 1) * (tiles + 2) / 6, MX_SOLVED};
#pragma omp parallel num_threads(run->threads) if (tiles > 1)
    for (uint32_t across = 0; across < tiles; across++) {
#pragma omp for schedule(dynamic, 1)
        for (uint32_t i = 0; i < tiles - across; i++)
            fill_reporting(run, &t, i, i + across, &course);
    }
    if (course.outcome != MX_SOLVED)
        return (enum mx_outcome)course.outcome;
    run->answers[0] = winning_rows(&t) + winning_columns(&t);
    if (run->work != NULL)
        run->work[0] = count_work(&t);
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct table t = lay_out(mx_instance(&run->batch, which), run->threads, run->workspace);
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    return strip_of(&t, r.top, r.bottom)[from_first(&t, r.right - r.left) + r.left];
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return lay_out(batch->instances, threads, NULL).bytes;
}

const struct mx_variant MX_ISA_SYMBOL(bacteria_tiled) = {
    .name = MX_ISA_LABEL("bacteria_tiled"),
    .idea = "one board in bytes, sets of nimbers looked up, tiles that stay in the cache",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
