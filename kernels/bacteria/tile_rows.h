/* The row options of bacteria_tiled.c: those of a whole tile, then those of one strip.
 *
 * Rows join rectangles of equal columns, so widths do not matter here: a strip is taken in chunks
 * of a cache line, over the ends of widths. What is left behind are sets of nimbers, OCTETS planes
 * of a strip's size for each strip of the tile.
 */
#ifndef MX_BACTERIA_TILE_ROWS_H
#define MX_BACTERIA_TILE_ROWS_H

#include "bacteria/tile_table.h"

struct tile {
    uint32_t i, j; /* groups of rows: of the top edges, of the bottom edges less one */
    uint32_t top, top_end, bottom, bottom_end; /* edges top .. top_end-1 by bottom .. */
};

/* There are rows below all tops and above all bottoms. */
static bool has_middle(const struct tile *tile) {
    return tile->i + 1 < tile->j;
}

static uint8_t *sets_of(const struct table *t, const struct scratch *scratch,
                        const struct tile *tile, uint32_t top, uint32_t bottom) {
    size_t number = (top - tile->top) * SIDE + bottom - tile->bottom;
    return scratch->sets + number * OCTETS * t->strip;
}

LANES_INLINE void store_sets(const struct table *t, uint8_t *to, const lanes *sets,
                             unsigned octets) {
    for (unsigned s = 0; s < octets; s++)
        lanes_store(to + s * t->strip, sets[s]);
}

LANES_INLINE void load_sets(const struct table *t, const uint8_t *from, lanes *sets,
                            unsigned octets) {
    for (unsigned s = 0; s < octets; s++)
        sets[s] = lanes_load(from + s * t->strip);
}

/* ---- The middle of a tile ---------------------------------------------------------------- */

/* The middle rows that are open in the chunk: how many. above[] and below[] are from where a
 * strip of top edge 0 and the row's mask are, in the table of values and in row_mask. */
static uint32_t middle_rows(const struct table *t, const struct scratch *scratch,
                            const struct tile *tile, uint32_t chunk) {
    uint32_t count = 0;
    for (uint32_t group = tile->i + 1; group < tile->j; group++)
        for (uint32_t open = t->open[(size_t)group * t->chunks + chunk]; open != 0;
             open &= open - 1) {
            uint32_t row = group * SIDE + (uint32_t)__builtin_ctz(open);
            scratch->above[count] = mx_interval(0, row - 1) * t->strip;
            scratch->below[count++] = row * t->strip;
        }
    return count;
}

/* Two strips, or two by two, that share their parts, and what to fetch meanwhile for the next
 * chunk. At the edge of a board a strip stands for the next one, too. */
struct block {
    const struct table *t;
    const size_t *above, *below; /* [count], of the middle rows */
    uint32_t count;
    const uint8_t *first_above, *first_below, *mask; /* add above[], below[], below[] */
    size_t next_top, next_bottom;                    /* from a part to that of the next */
    const uint8_t *fetch;                            /* add fetch_at[] */
    const size_t *fetch_at;
    uint8_t *sets[4]; /* first of both, next bottom, next top, next of both */
};

static struct block block_at(const struct table *t, const struct scratch *scratch,
                             const struct tile *tile, uint32_t top, uint32_t bottom) {
    uint32_t next_top = top + 1 < tile->top_end ? top + 1 : top;
    uint32_t next_bottom = bottom + 1 < tile->bottom_end ? bottom + 1 : bottom;
    return (struct block){
        .t = t,
        .above = scratch->above,
        .below = scratch->below,
        .first_above = t->value + top * t->strip,
        .first_below = t->value + (mx_interval(0, bottom - 1) + 1) * t->strip,
        .mask = t->row_mask,
        .next_top = (next_top - top) * t->strip,
        .next_bottom = (next_bottom - bottom) * bottom * t->strip,
        .sets = {sets_of(t, scratch, tile, top, bottom),
                 sets_of(t, scratch, tile, top, next_bottom),
                 sets_of(t, scratch, tile, next_top, bottom),
                 sets_of(t, scratch, tile, next_top, next_bottom)},
    };
}

/* Block after block another one of the tile's lines of strips, a chunk ahead. */
static void fetch_ahead(struct block *block, const struct tile *tile, uint32_t number) {
    const struct table *t = block->t;
    bool above = number < SIDE;
    uint32_t top = tile->top + number, bottom = tile->bottom + number - SIDE;
    block->fetch_at = above ? block->above : block->below;
    block->fetch = CHUNK + (above ? t->value + top * t->strip
                                  : t->value + (mx_interval(0, bottom - 1) + 1) * t->strip);
}

/* Of the strip, or with two bottoms or two tops and two bottoms also the next ones. */
LANES_INLINE void look_at_block(const struct block *block, size_t at, unsigned tops,
                                unsigned bottoms, unsigned octets) {
    const struct look look = look_for(0);
    lanes sets[4][OCTETS];
    for (unsigned strip = 0; strip < tops * bottoms; strip++)
        clear(sets[strip], octets);
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
        store_sets(block->t, block->sets[strip] + at, sets[strip], octets);
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
    look_at_block(block, at, 1, 2, octets);
    look_at_block(&next, at, 1, 2, octets);
}

/* With more than 32, those of one. */
LANES_INLINE void look_at_each(const struct block *block, size_t at, unsigned octets) {
    const struct block next = next_top(block);
    const struct block beside = next_bottom(block), diagonal = next_bottom(&next);
    look_at_block(block, at, 1, 1, octets);
    look_at_block(&beside, at, 1, 1, octets);
    look_at_block(&next, at, 1, 1, octets);
    look_at_block(&diagonal, at, 1, 1, octets);
}

static void fill_block(const struct block *block, size_t at, unsigned octets) {
    if (octets <= 1)
        look_at_block(block, at, 2, 2, 1);
    else if (octets == 2)
        look_at_block(block, at, 2, 2, 2);
    else if (octets == 3)
        look_at_pairs(block, at, 3);
    else if (octets == 4)
        look_at_pairs(block, at, 4);
    else if (octets <= 6)
        look_at_each(block, at, 6);
    else
        look_at_each(block, at, 8);
}

static void fill_middle_chunk(const struct table *t, const struct scratch *scratch,
                              const struct tile *tile, uint32_t chunk) {
    uint32_t count = middle_rows(t, scratch, tile, chunk), number = 0;
    for (uint32_t top = tile->top; top < tile->top_end; top += 2)
        for (uint32_t bottom = tile->bottom; bottom < tile->bottom_end; bottom += 2, number++) {
            struct block block = block_at(t, scratch, tile, top, bottom);
            block.count = count;
            fetch_ahead(&block, tile, number);
            for (size_t at = chunk * CHUNK; at < (chunk + 1) * CHUNK; at += LANES_BYTES)
                fill_block(&block, at, scratch->chunk_octets[chunk]);
        }
}

static void fill_middle(const struct table *t, const struct scratch *scratch,
                        const struct tile *tile) {
    for (uint32_t chunk = 0; chunk < t->chunks; chunk++)
        fill_middle_chunk(t, scratch, tile, chunk);
}

/* ---- The rows that are left for a strip --------------------------------------------------- */

/* Those of the tile's own groups: i's in bits 0 .. SIDE-1, j's behind them. */
struct near_rows {
    const uint8_t *above[2 * SIDE], *below[2 * SIDE], *mask[2 * SIDE];
    uint32_t all; /* a bit for each row of the strip */
};

static void add_near_rows(const struct table *t, struct near_rows *near, uint32_t top,
                          uint32_t bottom, uint32_t first, uint32_t end, uint32_t bit) {
    for (uint32_t row = first; row < end; row++, bit++) {
        near->above[bit] = row > top ? strip_of(t, top, row) : t->zeros;
        near->below[bit] = row + 1 < bottom ? strip_of(t, row + 1, bottom) : t->zeros;
        near->mask[bit] = mask_of(t, row, 1);
        near->all |= 1u << bit;
    }
}

static struct near_rows near_rows_of(const struct table *t, const struct tile *tile, uint32_t top,
                                     uint32_t bottom) {
    struct near_rows near = {.all = 0};
    uint32_t end = bottom < tile->top_end ? bottom : tile->top_end;
    add_near_rows(t, &near, top, bottom, top, end, top - tile->top);
    if (tile->j > tile->i)
        add_near_rows(t, &near, top, bottom, tile->j * SIDE, bottom, SIDE);
    return near;
}

/* Some vectors of a chunk, `bytes` in all. */
LANES_INLINE void look_at_near_rows(const struct table *t, const struct near_rows *near,
                                    uint32_t rows, size_t at, size_t bytes, bool add,
                                    unsigned octets, uint8_t *to) {
    const struct look look = look_for(0);
    lanes sets[CHUNK_VECTORS][OCTETS];
    for (size_t v = 0; v < bytes; v += LANES_BYTES)
        if (add)
            load_sets(t, to + v, sets[v / LANES_BYTES], octets);
        else
            clear(sets[v / LANES_BYTES], octets);
    for (; rows != 0; rows &= rows - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(rows);
        const uint8_t *above = near->above[i] + at, *below = near->below[i] + at;
        const uint8_t *mask = near->mask[i] + at;
        for (size_t v = 0; v < bytes; v += LANES_BYTES)
            see(sets[v / LANES_BYTES], &look,
                (lanes_load(above + v) | lanes_load(mask + v)) ^ lanes_load(below + v), octets);
    }
    for (size_t v = 0; v < bytes; v += LANES_BYTES)
        store_sets(t, to + v, sets[v / LANES_BYTES], octets);
}

LANES_INLINE void look_at_near_vectors(const struct table *t, const struct near_rows *near,
                                       uint32_t rows, size_t at, bool add, unsigned octets,
                                       uint8_t *to) {
    for (size_t v = 0; v < CHUNK; v += LANES_BYTES)
        look_at_near_rows(t, near, rows, at + v, LANES_BYTES, add, octets, to + v);
}

static void fill_near_chunk(const struct table *t, const struct near_rows *near, uint32_t rows,
                            size_t at, bool add, unsigned octets, uint8_t *to) {
    if (octets <= 1)
        look_at_near_rows(t, near, rows, at, CHUNK, add, 1, to);
    else if (octets == 2)
        look_at_near_rows(t, near, rows, at, CHUNK, add, 2, to);
    else if (octets == 3)
        look_at_near_rows(t, near, rows, at, CHUNK, add, 3, to);
    else if (octets == 4)
        look_at_near_rows(t, near, rows, at, CHUNK, add, 4, to);
    else if (octets <= 6)
        look_at_near_vectors(t, near, rows, at, add, 6, to);
    else
        look_at_near_vectors(t, near, rows, at, add, 8, to);
}

static void fill_near_rows(const struct table *t, const struct scratch *scratch,
                           const struct tile *tile, uint32_t top, uint32_t bottom) {
    const struct near_rows near = near_rows_of(t, tile, top, bottom);
    uint8_t *sets = sets_of(t, scratch, tile, top, bottom);
    const uint8_t *first = t->open + (size_t)tile->i * t->chunks;
    const uint8_t *last = t->open + (size_t)tile->j * t->chunks;
    for (uint32_t chunk = 0; chunk < t->chunks; chunk++) {
        uint32_t rows = near.all & (first[chunk] | (uint32_t)last[chunk] << SIDE);
        size_t at = chunk * CHUNK;
        fill_near_chunk(t, &near, rows, at, has_middle(tile), scratch->chunk_octets[chunk],
                        sets + at);
    }
}

#endif
