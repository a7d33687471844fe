/* The row options of bacteria_tiled.c: the middle rows of a tile, then the rows of a micro-tile.
 *
 * A row option combines rectangles of equal columns, so widths do not matter here: a slab is
 * processed in chunks of a cache line, across the ends of widths. The result is a set of nimbers
 * for each lane: OCTETS octets of a slab's size for each strip of the tile.
 */
#ifndef MX_BACTERIA_TILE_ROWS_H
#define MX_BACTERIA_TILE_ROWS_H

#include "bacteria/tile_table.h"

struct tile {
    uint32_t i, j; /* bundles: of the top edges; of the bottom edges less one */
    uint32_t top, top_end, bottom, bottom_end; /* edges top .. top_end-1 by bottom .. */
    size_t start, end;                         /* of the slab: offsets in a strip */
    size_t octet_stride; /* bytes from an octet to the next one of the same lanes */
};

static struct tile tile_at(const struct tile_table *t, uint32_t i, uint32_t j) {
    struct tile tile = {.i = i, .j = j, .top = i * TILE_SIDE, .bottom = j * TILE_SIDE + 1};
    tile.top_end = tile.top + TILE_SIDE < t->rows ? tile.top + TILE_SIDE : t->rows;
    tile.bottom_end = tile.bottom + TILE_SIDE < t->rows + 1 ? tile.bottom + TILE_SIDE : t->rows + 1;
    tile.octet_stride = odd_lines(t->slab);
    return tile;
}

/* Whether there are rows below all top edges and above all bottom edges. */
static bool has_middle(const struct tile *tile) {
    return tile->i + 1 < tile->j;
}

static uint32_t strip_number(const struct tile *tile, uint32_t top, uint32_t bottom) {
    return (top - tile->top) * TILE_SIDE + bottom - tile->bottom;
}

/* The sets of a strip for the slab at work. */
static uint8_t *sets_of(const struct tile_scratch *scratch, const struct tile *tile, uint32_t top,
                        uint32_t bottom) {
    return scratch->sets + strip_number(tile, top, bottom) * OCTETS * tile->octet_stride;
}

LANES_INLINE void octets_store(size_t octet_stride, uint8_t *to, const lanes *sets,
                               unsigned octets) {
    for (unsigned s = 0; s < octets; s++)
        lanes_store(to + s * octet_stride, sets[s]);
}

LANES_INLINE void octets_load(size_t octet_stride, const uint8_t *from, lanes *sets,
                              unsigned octets) {
    for (unsigned s = 0; s < octets; s++)
        sets[s] = lanes_load(from + s * octet_stride);
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* Appends the rows of a bundle whose bit is set in `rows`. above[] holds the offset of their upper
 * part for top edge 0; below[] that of their lower part, and of their mask, relative to row 0. */
static uint32_t list_rows(const struct tile_table *t, const struct tile_scratch *scratch,
                          uint32_t bundle, uint32_t rows, uint32_t count) {
    for (; rows != 0; rows &= rows - 1) {
        uint32_t row = bundle * TILE_SIDE + (uint32_t)__builtin_ctz(rows);
        scratch->above[count] = mx_interval(0, row) * t->strip;
        scratch->below[count++] = row * t->strip;
    }
    return count;
}

static uint32_t open_rows_in(const struct tile_table *t, uint32_t bundle, size_t at) {
    return t->open[(size_t)bundle * t->chunks + at / CHUNK];
}

static uint32_t list_middle_rows(const struct tile_table *t, const struct tile_scratch *scratch,
                                 const struct tile *tile, size_t at) {
    uint32_t count = 0;
    for (uint32_t bundle = tile->i + 1; bundle < tile->j; bundle++)
        count = list_rows(t, scratch, bundle, open_rows_in(t, bundle, at), count);
    return count;
}

/* Lists the rows of the tile's own bundles that lie below row `top` and above row `bottom`. */
static uint32_t list_near_rows(const struct tile_table *t, const struct tile_scratch *scratch,
                               const struct tile *tile, uint32_t top, uint32_t bottom, size_t at) {
    const uint32_t below_top = ~UINT32_C(1) << (top - tile->top);
    const uint32_t above_bottom = ~(~UINT32_C(0) << (bottom - tile->bottom + 1));
    uint32_t rows = open_rows_in(t, tile->i, at) & below_top;
    if (tile->i == tile->j)
        return list_rows(t, scratch, tile->i, rows & above_bottom, 0);
    uint32_t count = list_rows(t, scratch, tile->i, rows, 0);
    return list_rows(t, scratch, tile->j, open_rows_in(t, tile->j, at) & above_bottom, count);
}

/* ---- The micro-kernel ------------------------------------------------------------------------ */

/* A micro-tile: the four strips of two top edges by two bottom edges. They share the parts of their
 * options. At the board's edge the last edge is used twice. */
struct micro_tile {
    const struct tile_table *t;
    const struct tile *tile;
    const size_t *above, *below; /* [count]: rows that all four strips have */
    uint32_t count;
    bool first;                                      /* the sets are still empty */
    const uint8_t *first_above, *first_below, *mask; /* bases for above[], below[], below[] */
    size_t next_top, next_bottom; /* from a part to the same part of the next strip */
    const uint8_t *fetch;         /* base for fetch_at[]: prefetched for the next chunk */
    const size_t *fetch_at;
    uint8_t *sets[4]; /* first strip, next bottom, next top, next of both */
};

/* Base of the lower parts of strips that end at `bottom`; the strip of part [row + 1, bottom) is
 * `row` strips further. */
static const uint8_t *first_below(const struct tile_table *t, uint32_t bottom) {
    return t->value + (mx_interval(0, bottom) + 1) * t->strip;
}

static struct micro_tile micro_tile_at(const struct tile_table *t,
                                       const struct tile_scratch *scratch, const struct tile *tile,
                                       uint32_t top, uint32_t bottom) {
    uint32_t next_top = top + 1 < tile->top_end ? top + 1 : top;
    uint32_t next_bottom = bottom + 1 < tile->bottom_end ? bottom + 1 : bottom;
    return (struct micro_tile){
        .t = t,
        .tile = tile,
        .above = scratch->above,
        .below = scratch->below,
        .first_above = t->value + top * t->strip,
        .first_below = first_below(t, bottom),
        .mask = t->row_mask,
        .next_top = (next_top - top) * t->strip,
        .next_bottom = (next_bottom - bottom) * (bottom + (size_t)1) * t->strip,
        .sets = {sets_of(scratch, tile, top, bottom), sets_of(scratch, tile, top, next_bottom),
                 sets_of(scratch, tile, next_top, bottom),
                 sets_of(scratch, tile, next_top, next_bottom)},
    };
}

/* The micro-kernel: adds the listed rows to the sets of `tops` by `bottoms` strips, from the first
 * one on, for the vector at `at`. `tops`, `bottoms` and `octets` must be compile-time constants. */
LANES_INLINE void row_micro_kernel(const struct micro_tile *micro, size_t at, unsigned tops,
                                   unsigned bottoms, unsigned octets) {
    const struct octet_pass pass = octet_pass_from(0);
    const size_t to = at - micro->tile->start;
    lanes sets[4][OCTETS];
    for (unsigned strip = 0; strip < tops * bottoms; strip++)
        if (micro->first)
            octets_clear(sets[strip], octets);
        else
            octets_load(micro->tile->octet_stride, micro->sets[strip] + to, sets[strip], octets);
    for (uint32_t i = 0; i < micro->count; i++) {
        const uint8_t *above = micro->first_above + micro->above[i] + at;
        const uint8_t *below = micro->first_below + micro->below[i] + at;
        __builtin_prefetch(micro->fetch + micro->fetch_at[i] + at);
        lanes barred = lanes_load(micro->mask + micro->below[i] + at);
        lanes parts[2] = {lanes_load(below)};
        if (bottoms > 1)
            parts[1] = lanes_load(below + micro->next_bottom);
        for (unsigned strip = 0; strip < tops * bottoms; strip++)
            octets_add(sets[strip], &pass,
                       (lanes_load(above + strip / 2 * micro->next_top) | barred) ^
                           parts[strip % 2],
                       octets);
    }
    for (unsigned strip = 0; strip < tops * bottoms; strip++)
        octets_store(micro->tile->octet_stride, micro->sets[strip] + to, sets[strip], octets);
}

static struct micro_tile at_next_top(const struct micro_tile *micro) {
    struct micro_tile next = *micro;
    next.first_above += micro->next_top;
    next.sets[0] = micro->sets[2];
    next.sets[1] = micro->sets[3];
    return next;
}

static struct micro_tile at_next_bottom(const struct micro_tile *micro) {
    struct micro_tile next = *micro;
    next.first_below += micro->next_bottom;
    next.sets[0] = micro->sets[1];
    return next;
}

LANES_INLINE void run_on_pairs(const struct micro_tile *micro, size_t at, unsigned octets) {
    const struct micro_tile next = at_next_top(micro);
    row_micro_kernel(micro, at, 1, 2, octets);
    row_micro_kernel(&next, at, 1, 2, octets);
}

LANES_INLINE void run_on_each_strip(const struct micro_tile *micro, size_t at, unsigned octets) {
    const struct micro_tile next = at_next_top(micro);
    const struct micro_tile next_strip = at_next_bottom(micro), diagonal = at_next_bottom(&next);
    row_micro_kernel(micro, at, 1, 1, octets);
    row_micro_kernel(&next_strip, at, 1, 1, octets);
    row_micro_kernel(&next, at, 1, 1, octets);
    row_micro_kernel(&diagonal, at, 1, 1, octets);
}

/* Takes as many strips at once as the registers hold sets of. 32 registers hold those of four
 * strips up to 6 octets, and of two with more; 16 those of four up to 2, of two up to 4, and of
 * one. */
LANES_INLINE void run_on_strips(const struct micro_tile *micro, size_t at, unsigned octets) {
    const bool many = LANES_REGISTERS == 32;
    if (octets <= (many ? 6 : 2))
        row_micro_kernel(micro, at, 2, 2, octets);
    else if (octets <= 4 || many)
        run_on_pairs(micro, at, octets);
    else
        run_on_each_strip(micro, at, octets);
}

static void run_micro_kernel(const struct micro_tile *micro, size_t at, unsigned octets) {
    if (octets <= 1)
        run_on_strips(micro, at, 1);
    else if (octets == 2)
        run_on_strips(micro, at, 2);
    else if (octets == 3)
        run_on_strips(micro, at, 3);
    else if (octets == 4)
        run_on_strips(micro, at, 4);
    else if (octets <= 6)
        run_on_strips(micro, at, 6);
    else
        run_on_strips(micro, at, OCTETS);
}

static void run_on_chunk(const struct micro_tile *micro, const struct tile_scratch *scratch,
                         size_t chunk) {
    for (size_t at = chunk; at < chunk + CHUNK; at += LANES_BYTES)
        run_micro_kernel(micro, at, scratch->chunk_octets[chunk / CHUNK]);
}

/* ---- A slab ------------------------------------------------------------------------------ */

/* Each micro-tile prefetches the next chunk of one row or column of the tile's strips, by its
 * number. */
static void fetch_ahead(struct micro_tile *micro, uint32_t number) {
    const struct tile_table *t = micro->t;
    const struct tile *tile = micro->tile;
    bool above = number < TILE_SIDE;
    micro->fetch_at = above ? micro->above : micro->below;
    micro->fetch = CHUNK + (above ? t->value + (tile->top + number) * t->strip
                                  : first_below(t, tile->bottom + number - TILE_SIDE));
}

static void add_middle_rows(const struct tile_table *t, const struct tile_scratch *scratch,
                            const struct tile *tile, size_t chunk) {
    uint32_t count = list_middle_rows(t, scratch, tile, chunk), number = 0;
    for (uint32_t top = tile->top; top < tile->top_end; top += 2)
        for (uint32_t bottom = tile->bottom; bottom < tile->bottom_end; bottom += 2, number++) {
            struct micro_tile micro = micro_tile_at(t, scratch, tile, top, bottom);
            micro.count = count;
            micro.first = true;
            fetch_ahead(&micro, number);
            run_on_chunk(&micro, scratch, chunk);
        }
}

static void add_all_middle_rows(const struct tile_table *t, const struct tile_scratch *scratch,
                                const struct tile *tile) {
    for (size_t chunk = tile->start; chunk < tile->end; chunk += CHUNK)
        add_middle_rows(t, scratch, tile, chunk);
}

/* Adds the rows that all strips of a micro-tile share. Rows `top` and `bottom`, which only some of
 * them have, are left to the column pass. */
static void add_near_rows(const struct tile_table *t, const struct tile_scratch *scratch,
                          const struct tile *tile, uint32_t top, uint32_t bottom) {
    struct micro_tile micro = micro_tile_at(t, scratch, tile, top, bottom);
    micro.first = !has_middle(tile);
    micro.fetch = micro.first_above; /* a prefetch without effect: these lines are read anyway */
    micro.fetch_at = micro.above;
    for (size_t chunk = tile->start; chunk < tile->end; chunk += CHUNK) {
        micro.count = list_near_rows(t, scratch, tile, top, bottom, chunk);
        if (micro.count > 0 || micro.first)
            run_on_chunk(&micro, scratch, chunk);
    }
}

#endif
