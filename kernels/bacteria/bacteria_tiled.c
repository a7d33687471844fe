/* One large board, a byte a nimber, in tiles that are read while they are in the cache.
 *
 * Idea: a lane is a left edge, as in the drawing. An option is the XOR of two vectors; sets of
 * eight nimbers ("octets"), a bit each, are looked up with it in 16-entry tables, two octets with
 * one index. Barred options have bit 7, which looks up 0. Rectangles are taken in tiles of SIDE top
 * edges by SIDE bottom edges. Rows between all these edges ("middle") are options of the whole
 * tile, whose parts lie outside of it: they are done first, for four rectangles at a time, then the
 * other rows of each rectangle, see tile_rows.h. To rows a strip is one sequence of bytes; its
 * columns are then done width after width, and the mex taken.
 *
 *     strip of rows top .. bottom-1, a byte each:     bottom edges ->
 *     | width 1: left 0, 1, 2 ... | width 2: ... |     tile: x x x x
 *     column option c of width w:                            x x x x   x = a strip
 *       left part   width c,         at left            top edges, from the last one up
 *       right part  width w - 1 - c, at left + c + 1, in a copy with bit 7 where column
 *                   left - 1 has a barred cell
 *
 * How many octets a pass looks for is foreseen for each vector: as many as it needed in the tile
 * before. Where that is too few, the vector takes another pass over all its options; a nimber above
 * 127 is where the kernel gives up. Complexity: options / lanes * 5 to 25 operations; a byte a
 * rectangle. Invariant: tiles further down or further left are final, and so are smaller rectangles
 * of the tile. The time goes into look-ups (two a cycle); what has to come from memory for a tile's
 * middle is used SIDE times and fetched a chunk ahead.
 */
#include <omp.h>

#include "bacteria/tile_rows.h"
#include "support/course.h"

#define SHARED_TILES 4u /* in a row: with fewer, threads take longer to wake than they save */

/* A strip in the making. */
struct target {
    const struct scratch *scratch;
    uint32_t top, bottom;
    uint8_t *strip;
    const uint8_t *sets; /* what its rows leave */
};

/* `count` vectors of a width, from its left edge `first` on. */
LANES_INLINE void look_at_columns(const struct table *t, const struct target *g, uint32_t width,
                                  size_t first, unsigned count, const struct look *look,
                                  unsigned octets, lanes sets[][OCTETS]) {
    const uint8_t *left = g->strip + first, *right = g->scratch->right + first;
    const ptrdiff_t *place = t->place, *last = t->place + width - 1;
    for (unsigned v = 0; v < count; v++)
        see(sets[v], look, lanes_load(right + *last + 1 + v * LANES_BYTES), octets);
    for (uint32_t col = 1; col < width; col++) {
        const uint8_t *l = left + place[col], *r = right + last[-(long)col] + col + 1;
        for (unsigned v = 0; v < count; v++)
            see(sets[v], look, lanes_load(l + v * LANES_BYTES) ^ lanes_load(r + v * LANES_BYTES),
                octets);
    }
}

static void look_at_all_rows(const struct table *t, const struct target *g, size_t at,
                             const struct look *look, lanes *sets) {
    for (uint32_t row = g->top; row < g->bottom; row++) {
        const uint8_t *above = row > g->top ? strip_of(t, g->top, row) : t->zeros;
        const uint8_t *below = row + 1 < g->bottom ? strip_of(t, row + 1, g->bottom) : t->zeros;
        lanes barred = lanes_load(mask_of(t, row, 1) + at);
        see(sets, look, (lanes_load(above + at) | barred) ^ lanes_load(below + at), 2);
    }
}

/* The nimbers of the lanes in `high`, of which octets below `octet` are known to have all. False
 * when one is above 127. */
static bool fill_high(const struct table *t, const struct target *g, uint32_t width, size_t first,
                      unsigned octet, lanes high, lanes_of_bytes *nimber) {
    for (unsigned base = octet / 2 * 16; base < 128 && lanes_any(high); base += 16) {
        const struct look look = look_for(base);
        lanes sets[1][OCTETS] = {{{0}}};
        look_at_all_rows(t, g, (size_t)t->place[width] + first, &look, sets[0]);
        look_at_columns(t, g, width, first, 1, &look, 2, sets);
        lanes_of_bytes mex = mex_of_octets(sets[0], 2);
        *nimber =
            (lanes_of_bytes)(((lanes)(mex + (uint8_t)base) & high) | ((lanes)*nimber & ~high));
        high &= (lanes)(mex == 16);
    }
    return !lanes_any(high);
}

/* A vector has more than the unit needed so far in this tile, or than was looked for. */
__attribute__((noinline)) static bool note_high(const struct table *t, const struct target *g,
                                                uint32_t width, size_t first, unsigned octets,
                                                lanes valid, lanes_of_bytes *nimber,
                                                uint8_t *next_octets) {
    lanes high = valid & (lanes)(*nimber == (uint8_t)(8 * octets));
    if (lanes_any(high) && !fill_high(t, g, width, first, octets, high, nimber))
        return false;
    while (*next_octets < OCTETS &&
           lanes_any(valid & (lanes)(*nimber >= (uint8_t)(8 * *next_octets))))
        ++*next_octets;
    return true;
}

LANES_INLINE bool finish_vector(const struct table *t, const struct target *g, uint32_t width,
                                size_t first, unsigned octets, const lanes *sets,
                                uint8_t *next_octets) {
    size_t left = width_count(t, width) - first, at = (size_t)t->place[width] + first;
    lanes valid = lanes_first(left < LANES_BYTES ? left : LANES_BYTES);
    lanes_of_bytes nimber = mex_of_octets(sets, octets);
    uint8_t usual = (uint8_t)(8 * (*next_octets < octets ? *next_octets : octets));
    if (__builtin_expect(lanes_any(valid & (lanes)(nimber >= usual)), 0) &&
        !note_high(t, g, width, first, octets, valid, &nimber, next_octets))
        return false;
    uint8_t *right = g->scratch->right;
    lanes found = (lanes)nimber & valid;
    lanes_store(g->strip + at, found);
    lanes_store(right + at, found | lanes_load(right + t->place[0] + (ptrdiff_t)first));
    return true;
}

LANES_INLINE bool fill_vectors(const struct table *t, const struct target *g, uint32_t width,
                               size_t first, unsigned count, unsigned octets,
                               uint8_t *next_octets) {
    const struct look look = look_for(0);
    lanes sets[CHUNK_VECTORS][OCTETS];
    for (unsigned v = 0; v < count; v++)
        load_sets(t, g->sets + t->place[width] + first + v * LANES_BYTES, sets[v], octets);
    look_at_columns(t, g, width, first, count, &look, octets, sets);
    for (unsigned v = 0; v < count; v++)
        if (!finish_vector(t, g, width, first + v * LANES_BYTES, octets, sets[v], next_octets))
            return false;
    return true;
}

/* A unit is a chunk's length of left edges, or what the width has left. */
LANES_INLINE bool fill_unit(const struct table *t, const struct target *g, uint32_t width,
                            size_t first, unsigned octets, uint8_t *next_octets) {
    size_t end = width_count(t, width) < first + CHUNK ? width_count(t, width) : first + CHUNK;
    if (CHUNK_VECTORS > 1 && octets <= 4 && end - first > LANES_BYTES)
        return fill_vectors(t, g, width, first, CHUNK_VECTORS, octets, next_octets);
    for (; first < end; first += LANES_BYTES)
        if (!fill_vectors(t, g, width, first, 1, octets, next_octets))
            return false;
    return true;
}

static bool fill_strip_unit(const struct table *t, const struct target *g, uint32_t width,
                            size_t first, unsigned octets, uint8_t *next_octets) {
    if (octets <= 1)
        return fill_unit(t, g, width, first, 1, next_octets);
    if (octets == 2)
        return fill_unit(t, g, width, first, 2, next_octets);
    if (octets == 3)
        return fill_unit(t, g, width, first, 3, next_octets);
    if (octets == 4)
        return fill_unit(t, g, width, first, 4, next_octets);
    if (octets <= 6)
        return fill_unit(t, g, width, first, 6, next_octets);
    return fill_unit(t, g, width, first, 8, next_octets);
}

/* Tags of the left edges whose column to the left is barred, where the copy has width 0. */
static void tag_columns(const struct table *t, uint8_t *right, uint32_t top, uint32_t bottom) {
    uint8_t *tags = right + t->place[0];
    tags[0] = 0;
    for (size_t at = 0; at < t->cols; at += LANES_BYTES) {
        lanes barred = {0};
        for (uint32_t row = top; row < bottom; row++)
            barred |= lanes_load(mask_of(t, row, 1) + at);
        lanes_store(tags + 1 + at, barred);
    }
}

static bool fill_strip(const struct table *t, const struct tile *tile,
                       const struct scratch *scratch, uint32_t top, uint32_t bottom) {
    const struct target g = {scratch, top, bottom, strip_of(t, top, bottom),
                             sets_of(t, scratch, tile, top, bottom)};
    fill_near_rows(t, scratch, tile, top, bottom);
    tag_columns(t, scratch->right, top, bottom);
    uint32_t unit = 0;
    for (uint32_t width = 1; width <= t->cols; width++)
        for (size_t first = 0; first < width_count(t, width); first += CHUNK, unit++)
            if (!fill_strip_unit(t, &g, width, first, scratch->octets[unit],
                                 scratch->next_octets + unit))
                return false;
    return true;
}

/* What the tile before needed, for each unit and for the chunks that it reaches. */
static void foresee_octets(const struct table *t, const struct scratch *scratch) {
    uint32_t unit = 0;
    memcpy(scratch->octets, scratch->next_octets, t->units);
    memset(scratch->next_octets, 1, t->units);
    memset(scratch->chunk_octets, 1, t->chunks);
    for (uint32_t width = 1; width <= t->cols; width++)
        for (size_t first = 0; first < width_count(t, width); first += CHUNK, unit++) {
            uint8_t *chunk = scratch->chunk_octets + ((size_t)t->place[width] + first) / CHUNK;
            for (unsigned i = 0; i < 2; i++)
                if (chunk[i] < scratch->octets[unit])
                    chunk[i] = scratch->octets[unit];
        }
}

static bool fill_tile(const struct table *t, const struct scratch *scratch, uint32_t i,
                      uint32_t j) {
    struct tile tile = {.i = i, .j = j, .top = i * SIDE, .bottom = j * SIDE + 1};
    tile.top_end = tile.top + SIDE < t->rows ? tile.top + SIDE : t->rows;
    tile.bottom_end = tile.bottom + SIDE < t->rows + 1 ? tile.bottom + SIDE : t->rows + 1;
    foresee_octets(t, scratch);
    if (has_middle(&tile))
        fill_middle(t, scratch, &tile);
    for (uint32_t top = tile.top_end; top-- > tile.top;)
        for (uint32_t bottom = tile.bottom; bottom < tile.bottom_end; bottom++)
            if (bottom > top && !fill_strip(t, &tile, scratch, top, bottom))
                return false;
    return true;
}

/* ---- The variant ------------------------------------------------------------------------- */

static void fill_reporting(const struct mx_run *run, const struct table *t, uint32_t i, uint32_t j,
                           struct mx_course *course) {
    int thread = omp_get_thread_num();
    if (!mx_course_goes_on(course, run, thread == 0))
        return;
    struct scratch scratch = scratch_of(t, thread);
    if (!fill_tile(t, &scratch, i, j))
        mx_course_end(course, MX_GAVE_UP);
    mx_course_add(course, j - i + 1);
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct table t = lay_out(board, run->threads, run->workspace);
    place_widths(t.cols, t.place);
    memset(t.zeros, 0, t.strip);
    mask_rows(&t, board);
    for (int thread = 0; thread < run->threads; thread++)
        memset(scratch_of(&t, thread).next_octets, 2, t.units);

    uint32_t tiles = t.groups;
    struct mx_course course = {0, (uint64_t)tiles * (tiles + 1) * (tiles + 2) / 6, MX_SOLVED};
#pragma omp parallel num_threads(run->threads) if (tiles >= SHARED_TILES)
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
    if (t.turned)
        r = (struct bacteria_rectangle){r.left, r.top, r.right, r.bottom};
    return strip_of(&t, r.top, r.bottom)[t.place[r.right - r.left] + r.left];
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
    .lanes = MX_ISA_WIDTH,
    .state_bits = 8,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
