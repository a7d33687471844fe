/* The row options of bacteria_tiled.c: those of a whole tile, then those of four strips.
 *
 * Rows join rectangles of equal columns, so widths do not matter here: a slab is taken in chunks
 * of a cache line, over the ends of widths. What is left behind are sets of nimbers, OCTETS planes
 * of a slab's size for each strip of the tile.
 */
#ifndef MX_BACTERIA_TILE_ROWS_H
#define MX_BACTERIA_TILE_ROWS_H

#include "bacteria/tile_table.h"

struct tile {
    uint32_t i, j; /* groups of rows: of the top edges, of the bottom edges less one */
    uint32_t top, top_end, bottom, bottom_end; /* edges top .. top_end-1 by bottom .. */
    size_t start, end;                         /* of the slab, in a strip */
    size_t plane;                              /* bytes from a set to the next octet's */
};

static struct tile tile_at(const struct table *t, uint32_t i, uint32_t j) {
    struct tile tile = {.i = i, .j = j, .top = i * SIDE, .bottom = j * SIDE + 1};
    tile.top_end = tile.top + SIDE < t->rows ? tile.top + SIDE : t->rows;
    tile.bottom_end = tile.bottom + SIDE < t->rows + 1 ? tile.bottom + SIDE : t->rows + 1;
    tile.plane = odd_lines(t->slab);
    return tile;
}

/* There are rows below all tops and above all bottoms. */
static bool has_middle(const struct tile *tile) {
    return tile->i + 1 < tile->j;
}

static uint32_t number_of(const struct tile *tile, uint32_t top, uint32_t bottom) {
    return (top - tile->top) * SIDE + bottom - tile->bottom;
}

/* Where a slab's sets of a strip begin. */
static uint8_t *sets_of(const struct scratch *scratch, const struct tile *tile, uint32_t top,
                        uint32_t bottom) {
    return scratch->sets + number_of(tile, top, bottom) * OCTETS * tile->plane;
}

LANES_INLINE void store_sets(size_t plane, uint8_t *to, const lanes *sets, unsigned octets) {
    for (unsigned s = 0; s < octets; s++)
        lanes_store(to + s * plane, sets[s]);
}

LANES_INLINE void load_sets(size_t plane, const uint8_t *from, lanes *sets, unsigned octets) {
    for (unsigned s = 0; s < octets; s++)
        sets[s] = lanes_load(from + s * plane);
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* Adds the rows of a group for which `rows` has a bit. above[] and below[] are from where a strip
 * of top edge 0, or with no row below, is in the table of values; below[] also from the first
 * row's mask. */
static uint32_t list_rows(const struct table *t, const struct scratch *scratch, uint32_t group,
                          uint32_t rows, uint32_t count) {
    for (; rows != 0; rows &= rows - 1) {
        uint32_t row = group * SIDE + (uint32_t)__builtin_ctz(rows);
        scratch->above[count] = mx_interval(0, row) * t->strip;
        scratch->below[count++] = row * t->strip;
    }
    return count;
}

static uint32_t open_rows_of(const struct table *t, uint32_t group, size_t at) {
    return t->open[(size_t)group * t->chunks + at / CHUNK];
}

static uint32_t list_middle_rows(const struct table *t, const struct scratch *scratch,
                                 const struct tile *tile, size_t at) {
    uint32_t count = 0;
    for (uint32_t group = tile->i + 1; group < tile->j; group++)
        count = list_rows(t, scratch, group, open_rows_of(t, group, at), count);
    return count;
}

/* Those of the tile's own groups that are below `top` and above `bottom - 1`. */
static uint32_t list_near_rows(const struct table *t, const struct scratch *scratch,
                               const struct tile *tile, uint32_t top, uint32_t bottom, size_t at) {
    const uint32_t below_top = ~UINT32_C(1) << (top - tile->top);
    const uint32_t above_bottom = ~(~UINT32_C(0) << (bottom - tile->bottom + 1));
    uint32_t rows = open_rows_of(t, tile->i, at) & below_top;
    if (tile->i == tile->j)
        return list_rows(t, scratch, tile->i, rows & above_bottom, 0);
    uint32_t count = list_rows(t, scratch, tile->i, rows, 0);
    return list_rows(t, scratch, tile->j, open_rows_of(t, tile->j, at) & above_bottom, count);
}

/* ---- Blocks ------------------------------------------------------------------------------ */

/* Two tops by two bottoms, whose strips share their parts. At the edge of a board a strip stands
 * for the next one, too. */
struct block {
    const struct table *t;
    const struct tile *tile;
    const size_t *above, *below; /* [count], of rows that all its strips have */
    uint32_t count;
    bool first;                                      /* there is nothing in the sets yet */
    const uint8_t *first_above, *first_below, *mask; /* add above[], below[], below[] */
    size_t next_top, next_bottom;                    /* from a part to that of the next */
    const uint8_t *fetch; /* what to fetch meanwhile for the next chunk, add fetch_at[] */
    const size_t *fetch_at;
    uint8_t *sets[4]; /* first of both, next bottom, next top, next of both */
};

/* What is below a row of the strips that end at `bottom`, from the row's number on. */
static const uint8_t *first_below(const struct table *t, uint32_t bottom) {
    return t->value + (mx_interval(0, bottom) + 1) * t->strip;
}

static struct block block_at(const struct table *t, const struct scratch *scratch,
                             const struct tile *tile, uint32_t top, uint32_t bottom) {
    uint32_t next_top = top + 1 < tile->top_end ? top + 1 : top;
    uint32_t next_bottom = bottom + 1 < tile->bottom_end ? bottom + 1 : bottom;
    return (struct block){
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

/* Of the first strip, or with two bottoms or two tops and two bottoms also the next ones. */
LANES_INLINE void look_at_strips(const struct block *block, size_t at, unsigned tops,
                                 unsigned bottoms, unsigned octets) {
    const struct look look = look_for(0);
    const size_t to = at - block->tile->start;
    lanes sets[4][OCTETS];
    for (unsigned strip = 0; strip < tops * bottoms; strip++)
        if (block->first)
            clear(sets[strip], octets);
        else
            load_sets(block->tile->plane, block->sets[strip] + to, sets[strip], octets);
    for (uint32_t i = 0; i < block->count; i++) {
        const uint8_t *above = block->first_above + block->above[i] + at;
        const uint8_t *below = block->first_below + block->below[i] + at;
        __builtin_prefetch(block->fetch + block->fetch_at[i] + at);
        lanes barred = lanes_load(block->mask + block->below[i] + at);
        lanes parts[2] = {lanes_load(below)};
        if (bottoms > 1)
            parts[1] = lanes_load(below + block->next_bottom);
        for (unsigned strip = 0; strip < tops * bottoms; strip++)
            see(sets[strip], &look,
                (lanes_load(above + strip / 2 * block->next_top) | barred) ^ parts[strip % 2],
                octets);
    }
    for (unsigned strip = 0; strip < tops * bottoms; strip++)
        store_sets(block->tile->plane, block->sets[strip] + to, sets[strip], octets);
}

static struct block next_top(const struct block *block) {
    struct block next = *block;
    next.first_above += block->next_top;
    next.sets[0] = block->sets[2];
    next.sets[1] = block->sets[3];
    return next;
}

static struct block next_bottom(const struct block *block) {
    struct block next = *block;
    next.first_below += block->next_bottom;
    next.sets[0] = block->sets[1];
    return next;
}

/* With more than 16 nimbers, registers hold the sets of two strips. */
LANES_INLINE void look_at_pairs(const struct block *block, size_t at, unsigned octets) {
    const struct block next = next_top(block);
    look_at_strips(block, at, 1, 2, octets);
    look_at_strips(&next, at, 1, 2, octets);
}

/* With more than 32, those of one. */
LANES_INLINE void look_at_each(const struct block *block, size_t at, unsigned octets) {
    const struct block next = next_top(block);
    const struct block beside = next_bottom(block), diagonal = next_bottom(&next);
    look_at_strips(block, at, 1, 1, octets);
    look_at_strips(&beside, at, 1, 1, octets);
    look_at_strips(&next, at, 1, 1, octets);
    look_at_strips(&diagonal, at, 1, 1, octets);
}

static void look_at_block(const struct block *block, size_t at, unsigned octets) {
    if (octets <= 1)
        look_at_strips(block, at, 2, 2, 1);
    else if (octets == 2)
        look_at_strips(block, at, 2, 2, 2);
    else if (octets == 3)
        look_at_pairs(block, at, 3);
    else if (octets == 4)
        look_at_pairs(block, at, 4);
    else if (octets <= 6)
        look_at_each(block, at, 6);
    else
        look_at_each(block, at, OCTETS);
}

static void look_at_chunk(const struct block *block, const struct scratch *scratch, size_t chunk) {
    for (size_t at = chunk; at < chunk + CHUNK; at += LANES_BYTES)
        look_at_block(block, at, scratch->chunk_octets[chunk / CHUNK]);
}

/* ---- A slab ------------------------------------------------------------------------------ */

/* Block after block another one of the tile's lines of strips, a chunk ahead. */
static void fetch_ahead(struct block *block, uint32_t number) {
    const struct table *t = block->t;
    const struct tile *tile = block->tile;
    bool above = number < SIDE;
    block->fetch_at = above ? block->above : block->below;
    block->fetch = CHUNK + (above ? t->value + (tile->top + number) * t->strip
                                  : first_below(t, tile->bottom + number - SIDE));
}

static void look_at_middle_rows(const struct table *t, const struct scratch *scratch,
                                const struct tile *tile, size_t chunk) {
    uint32_t count = list_middle_rows(t, scratch, tile, chunk), number = 0;
    for (uint32_t top = tile->top; top < tile->top_end; top += 2)
        for (uint32_t bottom = tile->bottom; bottom < tile->bottom_end; bottom += 2, number++) {
            struct block block = block_at(t, scratch, tile, top, bottom);
            block.count = count;
            block.first = true;
            fetch_ahead(&block, number);
            look_at_chunk(&block, scratch, chunk);
        }
}

static void look_at_all_middle_rows(const struct table *t, const struct scratch *scratch,
                                    const struct tile *tile) {
    for (size_t chunk = tile->start; chunk < tile->end; chunk += CHUNK)
        look_at_middle_rows(t, scratch, tile, chunk);
}

/* Of a block; rows `top` and `bottom` are left, which not all of its strips have. */
static void look_at_near_rows(const struct table *t, const struct scratch *scratch,
                              const struct tile *tile, uint32_t top, uint32_t bottom) {
    struct block block = block_at(t, scratch, tile, top, bottom);
    block.first = !has_middle(tile);
    block.fetch = block.first_above; /* what is read anyway: all is in the cache */
    block.fetch_at = block.above;
    for (size_t chunk = tile->start; chunk < tile->end; chunk += CHUNK) {
        block.count = list_near_rows(t, scratch, tile, top, bottom, chunk);
        if (block.count > 0 || block.first)
            look_at_chunk(&block, scratch, chunk);
    }
}

#endif
