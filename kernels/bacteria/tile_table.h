/* The table of bacteria_tiled.c: layout, masks and results. The layout is drawn there. All
 * functions are static: they are compiled with the flags of the variant. */
#ifndef MX_BACTERIA_TILE_TABLE_H
#define MX_BACTERIA_TILE_TABLE_H

#include "bacteria/bacteria.h"
#include "bacteria/octet_lookup.h"
#include "support/interval.h"

#define TILE_SIDE 8u /* edges along a side of a tile */
#define TILE_STRIPS (TILE_SIDE * TILE_SIDE)
#define CHUNK 64u /* bytes: a cache line, the step of the passes over rows */
#define CHUNK_VECTORS (CHUNK / LANES_BYTES)
#define SLAB 1024u /* bytes: a slab ends with the first width that reaches them */

/* A slab: consecutive widths of all strips. A segment is CHUNK left edges of one width, or the rest
 * of the width. */
struct slab {
    uint32_t width, segment; /* the first of each; the next slab's are the ends */
};

struct tile_table {
    bool turned; /* the rows of the table are the board's columns: it is wider than high */
    uint32_t rows, cols;
    uint32_t bundles, chunks; /* bundles of TILE_SIDE rows; chunks of CHUNK bytes in a strip */
    uint32_t slabs, segments; /* in a strip */
    size_t strip, slab,
        packed_strip;      /* bytes: of a strip, of its largest slab, of a packed strip */
    size_t bytes, scratch; /* bytes: of the whole table, of a thread's scratch */
    ptrdiff_t
        *place; /* [cols + 2]: offset of each width in a strip; [0]: of width 0 in a packed strip */
    struct slab *slab_at; /* [slabs + 1] */
    uint8_t *row_mask;    /* [rows][strip]: BARRED where the row is not open in `width` columns */
    uint8_t *open; /* [bundles][chunks]: one bit for each row that is open somewhere in the chunk */
    uint8_t *value;     /* [bands, the empty ones too][strip] */
    uint8_t *scratches; /* [threads][scratch] */
};

/* The memory of one thread. */
struct tile_scratch {
    uint8_t *octets; /* [segments]: octets that the first pass collects */
    uint8_t *most;   /* [segments][a vector]: highest nimber of each lane in this tile so far */
    uint8_t *chunk_octets; /* [chunks]: the most octets of a segment in the chunk */
    size_t *above, *below; /* [rows]: offsets of the parts of listed rows, see list_rows */
    uint8_t *packed;       /* [TILE_STRIPS][right]: copies of the strips with barred columns */
    uint8_t *sets;         /* [TILE_STRIPS][OCTETS][slab]: nimbers that the rows have added */
};

static size_t padded(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

/* Rounds up to an odd number of cache lines, so that neighbours spread over the sets of a cache. */
static size_t odd_lines(size_t bytes) {
    return (padded(bytes) / 64 | 1) * 64;
}

/* Fills place[] and slab_at[] where they are not NULL, and the counts and sizes that follow from
 * them. */
static void place_widths(struct tile_table *t) {
    size_t at = 0, slab = 0;
    t->slabs = t->segments = 0;
    t->slab = 0;
    for (uint32_t width = 1; width <= t->cols + 1; width++) {
        if (width == 1 || width > t->cols || at - slab >= SLAB) {
            at = padded(at);
            t->slab = at - slab > t->slab ? at - slab : t->slab;
            slab = at;
            if (t->slab_at != NULL)
                t->slab_at[t->slabs] = (struct slab){width, t->segments};
            t->slabs++;
        }
        if (t->place != NULL)
            t->place[width] = (ptrdiff_t)at;
        at += t->cols - width + 1;
        t->segments += width > t->cols ? 0 : (t->cols - width) / CHUNK + 1;
    }
    t->slabs--;
    t->chunks = (uint32_t)(at / CHUNK);
    t->strip = odd_lines(at + CHUNK);
    if (t->place != NULL)
        t->place[0] = -(ptrdiff_t)t->cols - 1;
}

static uint8_t *reserve_bytes(uint8_t *memory, size_t *used, size_t bytes) {
    uint8_t *taken = memory == NULL ? NULL : memory + *used;
    *used += padded(bytes);
    return taken;
}

/* Lays out a scratch; writes its size to *bytes. */
static struct tile_scratch lay_out_scratch(const struct tile_table *t, uint8_t *memory,
                                           size_t *bytes) {
    struct tile_scratch s;
    *bytes = 0;
    s.octets = reserve_bytes(memory, bytes, t->segments);
    s.most = reserve_bytes(memory, bytes, t->segments * LANES_BYTES);
    s.chunk_octets = reserve_bytes(memory, bytes, t->chunks);
    s.above = (size_t *)(void *)reserve_bytes(memory, bytes, t->rows * sizeof *s.above);
    s.below = (size_t *)(void *)reserve_bytes(memory, bytes, t->rows * sizeof *s.below);
    s.packed = reserve_bytes(memory, bytes, TILE_STRIPS * t->packed_strip);
    s.sets = reserve_bytes(memory, bytes, TILE_STRIPS * OCTETS * odd_lines(t->slab));
    *bytes = odd_lines(*bytes);
    return s;
}

static struct tile_table lay_out(const struct bacteria *board, int threads, uint8_t *memory) {
    struct tile_table t = {.turned = board->cols > board->rows};
    t.rows = t.turned ? board->cols : board->rows;
    t.cols = t.turned ? board->rows : board->cols;
    t.bundles = (t.rows + TILE_SIDE - 1) / TILE_SIDE;
    place_widths(&t);
    t.packed_strip = odd_lines(padded(t.cols + (size_t)1 + CHUNK) + t.strip);
    lay_out_scratch(&t, NULL, &t.scratch);
    t.place = (ptrdiff_t *)(void *)reserve_bytes(memory, &t.bytes,
                                                 (t.cols + (size_t)2) * sizeof *t.place);
    t.slab_at = (struct slab *)(void *)reserve_bytes(memory, &t.bytes,
                                                     (t.slabs + (size_t)1) * sizeof *t.slab_at);
    t.open = reserve_bytes(memory, &t.bytes, (size_t)t.bundles * t.chunks);
    t.row_mask = reserve_bytes(memory, &t.bytes, t.rows * t.strip);
    t.value = reserve_bytes(memory, &t.bytes, (size_t)mx_intervals(t.rows) * t.strip);
    t.scratches = reserve_bytes(memory, &t.bytes, (size_t)threads * t.scratch);
    t.bytes += CHUNK;
    return t;
}

static struct tile_scratch scratch_of(const struct tile_table *t, int thread) {
    size_t bytes;
    return lay_out_scratch(t, t->scratches + (size_t)thread * t->scratch, &bytes);
}

/* The strip of rows top .. bottom-1, from width 1 on. It is all zeros when top == bottom. */
static uint8_t *strip_of(const struct tile_table *t, uint32_t top, uint32_t bottom) {
    return t->value + mx_interval(top, bottom) * t->strip;
}

static uint8_t *row_mask_of(const struct tile_table *t, uint32_t row, uint32_t width) {
    return t->row_mask + row * t->strip + t->place[width];
}

/* ---- Masks ------------------------------------------------------------------------------- */

static void mask_row(const struct tile_table *t, const struct bacteria *board, uint32_t row) {
    uint8_t *strip = row_mask_of(t, row, 1);
    memset(strip, BARRED, t->strip);
    size_t cell = t->turned ? row : (size_t)row * t->cols, step = t->turned ? t->rows : 1;
    for (uint32_t col = 0; col < t->cols; col++, cell += step)
        strip[col] = board->barred[cell] ? BARRED : 0;
    for (uint32_t width = 2; width <= t->cols; width++) {
        const uint8_t *narrower = row_mask_of(t, row, width - 1), *last = strip + width - 1;
        uint8_t *to = row_mask_of(t, row, width);
        for (uint32_t left = 0; left + width <= t->cols; left++)
            to[left] = narrower[left] | last[left];
    }
}

/* One bit for each row of a bundle that is open somewhere in a chunk. */
static uint8_t open_rows(const struct tile_table *t, uint32_t bundle, uint32_t chunk) {
    uint8_t open = 0;
    for (uint32_t i = 0; i < TILE_SIDE && bundle * TILE_SIDE + i < t->rows; i++) {
        const uint8_t *mask = row_mask_of(t, bundle * TILE_SIDE + i, 1) + chunk * CHUNK;
        open |= (uint8_t)((memchr(mask, 0, CHUNK) != NULL) << i);
    }
    return open;
}

static void mask_rows(const struct tile_table *t, const struct bacteria *board) {
    for (uint32_t row = 0; row < t->rows; row++)
        mask_row(t, board, row);
    for (uint32_t bundle = 0; bundle < t->bundles; bundle++)
        for (uint32_t chunk = 0; chunk < t->chunks; chunk++)
            t->open[(size_t)bundle * t->chunks + chunk] = open_rows(t, bundle, chunk);
}

/* ---- Results ----------------------------------------------------------------------------- */

static uint64_t winning_rows(const struct tile_table *t) {
    uint64_t count = 0;
    ptrdiff_t at = t->place[t->cols];
    for (uint32_t row = 0; row < t->rows; row++) {
        uint8_t above = strip_of(t, 0, row)[at], below = strip_of(t, row + 1, t->rows)[at];
        if (*row_mask_of(t, row, t->cols) == 0 && above == below)
            count += t->cols;
    }
    return count;
}

static bool column_open(const struct tile_table *t, uint32_t col, uint32_t top, uint32_t bottom) {
    for (uint32_t row = top; row < bottom; row++)
        if (row_mask_of(t, row, 1)[col] != 0)
            return false;
    return true;
}

static uint64_t winning_columns(const struct tile_table *t) {
    uint64_t count = 0;
    const uint8_t *all = strip_of(t, 0, t->rows);
    for (uint32_t col = 0; col < t->cols; col++) {
        uint8_t left = col == 0 ? 0 : all[t->place[col]];
        uint8_t right = col + 1 == t->cols ? 0 : all[t->place[t->cols - 1 - col] + col + 1];
        if (left == right && column_open(t, col, 0, t->rows))
            count += t->rows;
    }
    return count;
}

/* An open row of a left edge and width is an option of every rectangle whose rows contain it: (row
 * + 1) * (rows - row) of them. Columns likewise. */
static uint64_t count_work(const struct tile_table *t) {
    uint64_t count = 0, rows = t->rows, cols = t->cols;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t width = 1; width <= cols; width++)
            for (uint32_t left = 0; left + width <= cols; left++)
                if (row_mask_of(t, row, width)[left] == 0)
                    count += (row + 1) * (rows - row);
    for (uint32_t col = 0; col < cols; col++)
        for (uint32_t row = 0, run = 0; row < rows; row++) {
            run = row_mask_of(t, row, 1)[col] == 0 ? run + 1 : 0;
            count += run * (col + 1) * (cols - col);
        }
    return count;
}

#endif
