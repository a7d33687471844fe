/* The column options of bacteria_tiled.c, strip by strip, and the mex of all options.
 *
 * The slab of a strip is completed width by width, a segment of left edges at a time. The columns
 * in the middle of a width come first: their parts are narrow and were stored long ago, while the
 * parts of the first and last column may still be in flight.
 */
#ifndef MX_BACTERIA_TILE_COLUMNS_H
#define MX_BACTERIA_TILE_COLUMNS_H

#include "bacteria/tile_rows.h"

/* The column pass over one strip. */
struct column_pass {
    const struct tile_table *t;
    uint32_t top, bottom, cols;
    const ptrdiff_t *place;
    uint8_t *strip,
        *packed;         /* the packed strip: bit 7 set where the column to the left is barred */
    const uint8_t *tags; /* that bit, from left edge 0 on */
    uint8_t *most;       /* [segments][a vector]: highest nimber of each lane in this tile */
    const uint8_t *sets; /* sets that the rows filled, addressed as if of a whole strip */
    size_t octet_stride; /* bytes from an octet to the next one of the same lanes */
    uint32_t row_count;  /* rows that are not in the sets yet: */
    const uint8_t *part[2], *barred[2]; /* the only part of each, its mask */
};

/* The packed strip, at width 1; width 0 lies before it. */
static uint8_t *packed_strip_of(const struct tile_table *t, const struct tile_scratch *scratch,
                                const struct tile *tile, uint32_t top, uint32_t bottom) {
    return scratch->packed + strip_number(tile, top, bottom) * t->packed_strip +
           padded(t->cols + (size_t)1 + CHUNK);
}

static void add_row(struct column_pass *g, uint32_t row, const uint8_t *part) {
    g->part[g->row_count] = part;
    g->barred[g->row_count++] = row_mask_of(g->t, row, 1);
}

/* The upper strips of a micro-tile have one row more than the lower ones, and those with the later
 * bottom edge one more than the others. These rows are added here. */
static struct column_pass column_pass_at(const struct tile_table *t,
                                         const struct tile_scratch *scratch,
                                         const struct tile *tile, uint32_t top, uint32_t bottom) {
    struct column_pass g = {
        .t = t, .top = top, .bottom = bottom, .cols = t->cols, .place = t->place};
    g.strip = strip_of(t, top, bottom);
    g.packed = packed_strip_of(t, scratch, tile, top, bottom);
    g.tags = g.packed + t->place[0];
    g.most = scratch->most;
    g.sets = sets_of(scratch, tile, top, bottom) - tile->start;
    g.octet_stride = tile->octet_stride;
    if ((top - tile->top) % 2 == 0)
        add_row(&g, top, strip_of(t, top + 1, bottom));
    if ((bottom - tile->bottom) % 2 == 1)
        add_row(&g, bottom - 1, strip_of(t, top, bottom - 1));
    return g;
}

LANES_INLINE void add_column(const uint8_t *left, const uint8_t *right, unsigned count,
                             const struct octet_pass *pass, unsigned octets, lanes sets[][OCTETS]) {
    for (unsigned v = 0; v < count; v++)
        octets_add(sets[v], pass,
                   lanes_load(left + v * LANES_BYTES) ^ lanes_load(right + v * LANES_BYTES),
                   octets);
}

/* Adds all column options of `count` vectors of a width, from left edge `first` on. */
LANES_INLINE void add_columns(const struct column_pass *g, uint32_t width, size_t first,
                              unsigned count, const struct octet_pass *pass, unsigned octets,
                              lanes sets[][OCTETS]) {
    const uint8_t *left = g->strip + first, *right = g->packed + first;
    const ptrdiff_t *place = g->place;
    const size_t half = width / 2;
    if (width % 2 == 1 && width > 1)
        add_column(left + place[half], right + place[half] + half + 1, count, pass, octets, sets);
    for (size_t a = half; a-- > 1;) {
        const size_t b = width - 1 - a;
        if (CHUNK_VECTORS == 1) {
            const lanes options[2] = {
                lanes_load(left + place[a]) ^ lanes_load(right + place[b] + a + 1),
                lanes_load(left + place[b]) ^ lanes_load(right + place[a] + b + 1)};
            octets_add_two(sets[0], pass, options, octets);
        } else {
            add_column(left + place[a], right + place[b] + a + 1, count, pass, octets, sets);
            add_column(left + place[b], right + place[a] + b + 1, count, pass, octets, sets);
        }
    }
    const uint8_t *widest = right + place[width - 1] + 1;
    for (unsigned v = 0; v < count; v++)
        octets_add(sets[v], pass, lanes_load(widest + v * LANES_BYTES), octets);
    if (width > 1)
        add_column(left + place[width - 1], g->tags + first + width, count, pass, octets, sets);
}

/* ---- More octets than were foreseen ------------------------------------------------------- */

static void add_all_rows(const struct column_pass *g, size_t at, const struct octet_pass *pass,
                         lanes *sets) {
    for (uint32_t row = g->top; row < g->bottom; row++) {
        lanes above = lanes_load(strip_of(g->t, g->top, row) + at);
        lanes below = lanes_load(strip_of(g->t, row + 1, g->bottom) + at);
        octets_add(sets, pass, (above | lanes_load(row_mask_of(g->t, row, 1) + at)) ^ below, 2);
    }
}

/* Finds the nimbers of the lanes in `high`, which have seen all octets below `octet`. Returns false
 * when a nimber is above 127. */
__attribute__((noinline)) static bool fill_high_nimbers(const struct column_pass *g, uint32_t width,
                                                        size_t first, unsigned octet, lanes high,
                                                        lanes_of_bytes *nimber) {
    for (unsigned base = octet / 2 * 16; base < 128 && lanes_any(high); base += 16) {
        const struct octet_pass pass = octet_pass_from(base);
        lanes sets[1][OCTETS] = {{{0}}};
        add_all_rows(g, (size_t)g->place[width] + first, &pass, sets[0]);
        add_columns(g, width, first, 1, &pass, 2, sets);
        lanes_of_bytes mex = mex_of_octets(sets[0], 2);
        *nimber =
            (lanes_of_bytes)(((lanes)(mex + (uint8_t)base) & high) | ((lanes)*nimber & ~high));
        high &= (lanes)(mex == 16);
    }
    return !lanes_any(high);
}

/* ---- Widths ------------------------------------------------------------------------------ */

LANES_INLINE bool finish_vector(const struct column_pass *g, uint32_t width, size_t first,
                                unsigned octets, lanes_of_bytes nimber, uint8_t *most) {
    size_t left = g->cols - width + 1 - first, at = (size_t)g->place[width] + first;
    lanes valid = lanes_first(left < LANES_BYTES ? left : LANES_BYTES);
    lanes high = valid & (lanes)(nimber == (uint8_t)(8 * octets));
    if (__builtin_expect(lanes_any(high), 0) &&
        !fill_high_nimbers(g, width, first, octets, high, &nimber))
        return false;
    lanes found = (lanes)nimber & valid;
    lanes_store(g->strip + at, found);
    lanes_store(g->packed + at, found | lanes_load(g->tags + first));
    lanes_store(most, lanes_max(lanes_load(most), found));
    return true;
}

/* Adds all options of `count` vectors that are not in the sets yet. */
LANES_INLINE void add_remaining_options(const struct column_pass *g, uint32_t width, size_t first,
                                        unsigned count, unsigned octets, lanes sets[][OCTETS]) {
    const struct octet_pass pass = octet_pass_from(0);
    const size_t at = (size_t)g->place[width] + first;
    for (unsigned v = 0; v < count; v++)
        octets_load(g->octet_stride, g->sets + at + v * LANES_BYTES, sets[v], octets);
    for (uint32_t i = 0; i < g->row_count; i++)
        for (unsigned v = 0; v < count; v++)
            octets_add(sets[v], &pass,
                       lanes_load(g->part[i] + at + v * LANES_BYTES) |
                           lanes_load(g->barred[i] + at + v * LANES_BYTES),
                       octets);
    add_columns(g, width, first, count, &pass, octets, sets);
}

LANES_INLINE bool fill_vectors(const struct column_pass *g, uint32_t width, size_t first,
                               unsigned count, unsigned octets, uint8_t *most) {
    lanes sets[CHUNK_VECTORS][OCTETS];
    add_remaining_options(g, width, first, count, octets, sets);
    for (unsigned v = 0; v < count; v++)
        if (!finish_vector(g, width, first + v * LANES_BYTES, octets,
                           mex_of_octets(sets[v], octets), most))
            return false;
    return true;
}

/* Computes one segment. */
LANES_INLINE bool fill_segment(const struct column_pass *g, uint32_t width, size_t first,
                               unsigned octets, uint8_t *most) {
    size_t count = g->cols - width + 1, end = count < first + CHUNK ? count : first + CHUNK;
    if (CHUNK_VECTORS > 1 && octets <= 4 && end - first > LANES_BYTES)
        return fill_vectors(g, width, first, CHUNK_VECTORS, octets, most);
    for (; first < end; first += LANES_BYTES)
        if (!fill_vectors(g, width, first, 1, octets, most))
            return false;
    return true;
}

/* Nimbers beyond OCTETS octets are left to fill_high_nimbers. */
static bool fill_any_segment(const struct column_pass *g, uint32_t width, size_t first,
                             unsigned octets, uint8_t *most) {
    if (octets <= 1)
        return fill_segment(g, width, first, 1, most);
    if (octets == 2)
        return fill_segment(g, width, first, 2, most);
    if (octets == 3)
        return fill_segment(g, width, first, 3, most);
    if (octets == 4)
        return fill_segment(g, width, first, 4, most);
    if (octets <= 6)
        return fill_segment(g, width, first, 6, most);
    return fill_segment(g, width, first, OCTETS, most);
}

/* Returns false when a nimber is above 127. */
static bool fill_strip(const struct column_pass *g, const uint8_t *octets,
                       const struct slab *slab) {
    uint32_t segment = slab[0].segment;
    for (uint32_t width = slab[0].width; width < slab[1].width; width++)
        for (size_t first = 0; first + width <= g->cols; first += CHUNK, segment++)
            if (!fill_any_segment(g, width, first, octets[segment],
                                  g->most + segment * LANES_BYTES))
                return false;
    return true;
}

/* Writes the tags of a packed strip where its width 0 would be: bit 7 for each left edge whose
 * column to the left is barred. */
static void pack_column_tags(const struct tile_table *t, const struct tile_scratch *scratch,
                             const struct tile *tile, uint32_t top, uint32_t bottom) {
    uint8_t *tags = packed_strip_of(t, scratch, tile, top, bottom) + t->place[0];
    tags[0] = 0;
    for (size_t at = 0; at < t->cols; at += LANES_BYTES) {
        lanes barred = {0};
        for (uint32_t row = top; row < bottom; row++)
            barred |= lanes_load(row_mask_of(t, row, 1) + at);
        lanes_store(tags + 1 + at, barred);
    }
}

#endif
