/* The column options of bacteria_tiled.c, one strip after the other, and the mex of all options.
 *
 * A strip's slab is done width after width, a unit of left edges at a time. Of the columns of a
 * width those in the middle are first: their parts are narrow and have long been stored, while
 * those of the first and last column may still be on their way.
 */
#ifndef MX_BACTERIA_TILE_COLUMNS_H
#define MX_BACTERIA_TILE_COLUMNS_H

#include "bacteria/tile_rows.h"

/* A strip in the making. */
struct target {
    const struct table *t;
    uint32_t top, bottom, cols;
    const ptrdiff_t *place;
    uint8_t *strip, *right; /* the copy: bit 7 where the column to the left is barred */
    const uint8_t *tags;    /* of left edge 0: that bit */
    uint8_t *most;          /* [units][a vector]: the most nimber of each lane in this tile */
    const uint8_t *sets;    /* what its rows leave, as if of a whole strip */
    size_t plane;           /* bytes from a set to the next octet's */
    uint32_t row_count;     /* rows whose options are not in the sets: */
    const uint8_t *part[2], *barred[2]; /* what is beside them, on one side alone; their masks */
};

/* The copy of a strip, at width 1; width 0 is before it. */
static uint8_t *right_of(const struct table *t, const struct scratch *scratch,
                         const struct tile *tile, uint32_t top, uint32_t bottom) {
    return scratch->rights + number_of(tile, top, bottom) * t->right +
           padded(t->cols + (size_t)1 + CHUNK);
}

static void add_row(struct target *g, uint32_t row, const uint8_t *part) {
    g->part[g->row_count] = part;
    g->barred[g->row_count++] = mask_of(g->t, row, 1);
}

/* Strips of the second top or bottom of their block have a row that the others have not. */
static struct target target_at(const struct table *t, const struct scratch *scratch,
                               const struct tile *tile, uint32_t top, uint32_t bottom) {
    struct target g = {.t = t, .top = top, .bottom = bottom, .cols = t->cols, .place = t->place};
    g.strip = strip_of(t, top, bottom);
    g.right = right_of(t, scratch, tile, top, bottom);
    g.tags = g.right + t->place[0];
    g.most = scratch->most;
    g.sets = sets_of(scratch, tile, top, bottom) - tile->start;
    g.plane = tile->plane;
    if ((top - tile->top) % 2 == 0)
        add_row(&g, top, strip_of(t, top + 1, bottom));
    if ((bottom - tile->bottom) % 2 == 1)
        add_row(&g, bottom - 1, strip_of(t, top, bottom - 1));
    return g;
}

LANES_INLINE void look_at_column(const uint8_t *left, const uint8_t *right, unsigned count,
                                 const struct look *look, unsigned octets, lanes sets[][OCTETS]) {
    for (unsigned v = 0; v < count; v++)
        see(sets[v], look, lanes_load(left + v * LANES_BYTES) ^ lanes_load(right + v * LANES_BYTES),
            octets);
}

/* Of `count` vectors of a width, from its left edge `first` on. */
LANES_INLINE void look_at_columns(const struct target *g, uint32_t width, size_t first,
                                  unsigned count, const struct look *look, unsigned octets,
                                  lanes sets[][OCTETS]) {
    const uint8_t *left = g->strip + first, *right = g->right + first;
    const ptrdiff_t *place = g->place;
    const size_t half = width / 2;
    if (width % 2 == 1 && width > 1)
        look_at_column(left + place[half], right + place[half] + half + 1, count, look, octets,
                       sets);
    for (size_t a = half; a-- > 1;) {
        const size_t b = width - 1 - a;
        look_at_column(left + place[a], right + place[b] + a + 1, count, look, octets, sets);
        look_at_column(left + place[b], right + place[a] + b + 1, count, look, octets, sets);
    }
    const uint8_t *widest = right + place[width - 1] + 1;
    for (unsigned v = 0; v < count; v++)
        see(sets[v], look, lanes_load(widest + v * LANES_BYTES), octets);
    if (width > 1)
        look_at_column(left + place[width - 1], g->tags + first + width, count, look, octets, sets);
}

/* ---- More octets than were foreseen ------------------------------------------------------- */

static void look_at_all_rows(const struct target *g, size_t at, const struct look *look,
                             lanes *sets) {
    for (uint32_t row = g->top; row < g->bottom; row++) {
        lanes above = lanes_load(strip_of(g->t, g->top, row) + at);
        lanes below = lanes_load(strip_of(g->t, row + 1, g->bottom) + at);
        see(sets, look, (above | lanes_load(mask_of(g->t, row, 1) + at)) ^ below, 2);
    }
}

/* The nimbers of the lanes in `high`, of which octets below `octet` are known to have all. False
 * when one is above 127. */
__attribute__((noinline)) static bool fill_high(const struct target *g, uint32_t width,
                                                size_t first, unsigned octet, lanes high,
                                                lanes_of_bytes *nimber) {
    for (unsigned base = octet / 2 * 16; base < 128 && lanes_any(high); base += 16) {
        const struct look look = look_for(base);
        lanes sets[1][OCTETS] = {{{0}}};
        look_at_all_rows(g, (size_t)g->place[width] + first, &look, sets[0]);
        look_at_columns(g, width, first, 1, &look, 2, sets);
        lanes_of_bytes mex = mex_of_octets(sets[0], 2);
        *nimber =
            (lanes_of_bytes)(((lanes)(mex + (uint8_t)base) & high) | ((lanes)*nimber & ~high));
        high &= (lanes)(mex == 16);
    }
    return !lanes_any(high);
}

/* ---- Widths ------------------------------------------------------------------------------ */

LANES_INLINE bool finish_vector(const struct target *g, uint32_t width, size_t first,
                                unsigned octets, lanes_of_bytes nimber, uint8_t *most) {
    size_t left = g->cols - width + 1 - first, at = (size_t)g->place[width] + first;
    lanes valid = lanes_first(left < LANES_BYTES ? left : LANES_BYTES);
    lanes high = valid & (lanes)(nimber == (uint8_t)(8 * octets));
    if (__builtin_expect(lanes_any(high), 0) && !fill_high(g, width, first, octets, high, &nimber))
        return false;
    lanes found = (lanes)nimber & valid;
    lanes_store(g->strip + at, found);
    lanes_store(g->right + at, found | lanes_load(g->tags + first));
    lanes_store(most, lanes_most(lanes_load(most), found));
    return true;
}

/* Looks at all options of `count` vectors that are not in the sets yet. */
LANES_INLINE void look_at_rest(const struct target *g, uint32_t width, size_t first, unsigned count,
                               unsigned octets, lanes sets[][OCTETS]) {
    const struct look look = look_for(0);
    const size_t at = (size_t)g->place[width] + first;
    for (unsigned v = 0; v < count; v++)
        load_sets(g->plane, g->sets + at + v * LANES_BYTES, sets[v], octets);
    for (uint32_t i = 0; i < g->row_count; i++)
        for (unsigned v = 0; v < count; v++)
            see(sets[v], &look,
                lanes_load(g->part[i] + at + v * LANES_BYTES) |
                    lanes_load(g->barred[i] + at + v * LANES_BYTES),
                octets);
    look_at_columns(g, width, first, count, &look, octets, sets);
}

LANES_INLINE bool fill_vectors(const struct target *g, uint32_t width, size_t first, unsigned count,
                               unsigned octets, uint8_t *most) {
    lanes sets[CHUNK_VECTORS][OCTETS];
    look_at_rest(g, width, first, count, octets, sets);
    for (unsigned v = 0; v < count; v++)
        if (!finish_vector(g, width, first + v * LANES_BYTES, octets,
                           mex_of_octets(sets[v], octets), most))
            return false;
    return true;
}

/* A unit of left edges. */
LANES_INLINE bool fill_unit(const struct target *g, uint32_t width, size_t first, unsigned octets,
                            uint8_t *most) {
    size_t count = g->cols - width + 1, end = count < first + CHUNK ? count : first + CHUNK;
    if (CHUNK_VECTORS > 1 && octets <= 4 && end - first > LANES_BYTES)
        return fill_vectors(g, width, first, CHUNK_VECTORS, octets, most);
    for (; first < end; first += LANES_BYTES)
        if (!fill_vectors(g, width, first, 1, octets, most))
            return false;
    return true;
}

/* More octets than OCTETS are left to fill_high. */
static bool fill_any_unit(const struct target *g, uint32_t width, size_t first, unsigned octets,
                          uint8_t *most) {
    if (octets <= 1)
        return fill_unit(g, width, first, 1, most);
    if (octets == 2)
        return fill_unit(g, width, first, 2, most);
    if (octets == 3)
        return fill_unit(g, width, first, 3, most);
    if (octets == 4)
        return fill_unit(g, width, first, 4, most);
    if (octets <= 6)
        return fill_unit(g, width, first, 6, most);
    return fill_unit(g, width, first, OCTETS, most);
}

/* False when a nimber is above 127. */
static bool fill_strip(const struct target *g, const uint8_t *octets, const struct slab *slab) {
    uint32_t unit = slab[0].unit;
    for (uint32_t width = slab[0].width; width < slab[1].width; width++)
        for (size_t first = 0; first + width <= g->cols; first += CHUNK, unit++)
            if (!fill_any_unit(g, width, first, octets[unit], g->most + unit * LANES_BYTES))
                return false;
    return true;
}

/* Tags of the left edges whose column to the left is barred, where a copy has width 0. */
static void tag_columns(const struct table *t, const struct scratch *scratch,
                        const struct tile *tile, uint32_t top, uint32_t bottom) {
    uint8_t *tags = right_of(t, scratch, tile, top, bottom) + t->place[0];
    tags[0] = 0;
    for (size_t at = 0; at < t->cols; at += LANES_BYTES) {
        lanes barred = {0};
        for (uint32_t row = top; row < bottom; row++)
            barred |= lanes_load(mask_of(t, row, 1) + at);
        lanes_store(tags + 1 + at, barred);
    }
}

#endif
