/* The table of bacteria_tiled.c: its layout, its masks, and what is read from it at the end.
 *
 * The drawing stands there. All functions are static: compiled with the flags of the variant.
 */
#ifndef MX_BACTERIA_TILE_TABLE_H
#define MX_BACTERIA_TILE_TABLE_H

#include "bacteria/bacteria.h"
#include "bacteria/lookup.h"
#include "support/interval.h"

#define SIDE 8u /* of a tile */
#define TILE (SIDE * SIDE)
#define CHUNK 64u /* bytes, a cache line: what the passes over rows take at a time */
#define CHUNK_VECTORS (CHUNK / LANES_BYTES)
#define SLAB 1024u /* bytes of widths, or a width more, that a tile takes at a time */

/* Some widths of all strips, see the drawing. A unit is CHUNK left edges of one width, or what the
 * width has left. */
struct slab {
    uint32_t width, unit; /* its first ones; those of the next slab are its end */
};

struct table {
    bool turned; /* rows are the board's columns: those are the more */
    uint32_t rows, cols;
    uint32_t groups, chunks;   /* of rows, SIDE each; of a strip, CHUNK bytes each */
    uint32_t slabs, units;     /* of a strip */
    size_t strip, slab, right; /* bytes: of a strip; of its largest slab; of a strip's copy */
    size_t bytes, scratch;     /* of all this; of a thread's scratch */
    ptrdiff_t *place;          /* [cols + 2]: of a width in a strip; of width 0 in a copy; end */
    struct slab *slab_at;      /* [slabs + 1] */
    uint8_t *row_mask;         /* [rows][strip]: BARRED where `width` columns are not open */
    uint8_t *open;      /* [groups][chunks]: a bit for each of the rows that is open in the chunk */
    uint8_t *value;     /* [intervals of rows, the empty ones too][strip] */
    uint8_t *scratches; /* [threads][scratch] */
};

/* What one thread needs for itself. */
struct scratch {
    uint8_t *octets;       /* [units]: how many sets to see in the first pass */
    uint8_t *most;         /* [units][a vector]: the most nimber of each lane in the tile so far */
    uint8_t *chunk_octets; /* [chunks]: the most of the units in it */
    size_t *above, *below; /* [rows]: where the parts of some rows are, see list_rows */
    uint8_t *rights;       /* [TILE][right]: copies of the strips with barred columns */
    uint8_t *sets;         /* [TILE][OCTETS][slab]: what the rows leave */
};

static size_t padded(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

/* An odd number of cache lines, so that neighbours spread over the sets of a cache. */
static size_t odd_lines(size_t bytes) {
    return (padded(bytes) / 64 | 1) * 64;
}

/* Fills in `place` and `slab_at`, each when it is not NULL, and what the table says of them. */
static void place_widths(struct table *t) {
    size_t at = 0, slab = 0;
    t->slabs = t->units = 0;
    t->slab = 0;
    for (uint32_t width = 1; width <= t->cols + 1; width++) {
        if (width == 1 || width > t->cols || at - slab >= SLAB) {
            at = padded(at);
            t->slab = at - slab > t->slab ? at - slab : t->slab;
            slab = at;
            if (t->slab_at != NULL)
                t->slab_at[t->slabs] = (struct slab){width, t->units};
            t->slabs++;
        }
        if (t->place != NULL)
            t->place[width] = (ptrdiff_t)at;
        at += t->cols - width + 1;
        t->units += width > t->cols ? 0 : (t->cols - width) / CHUNK + 1;
    }
    t->slabs--;
    t->chunks = (uint32_t)(at / CHUNK);
    t->strip = odd_lines(at + CHUNK);
    if (t->place != NULL)
        t->place[0] = -(ptrdiff_t)t->cols - 1;
}

static uint8_t *take(uint8_t *memory, size_t *used, size_t bytes) {
    uint8_t *taken = memory == NULL ? NULL : memory + *used;
    *used += padded(bytes);
    return taken;
}

/* The parts of a scratch; `bytes` becomes their sum. */
static struct scratch lay_out_scratch(const struct table *t, uint8_t *memory, size_t *bytes) {
    struct scratch s;
    *bytes = 0;
    s.octets = take(memory, bytes, t->units);
    s.most = take(memory, bytes, t->units * LANES_BYTES);
    s.chunk_octets = take(memory, bytes, t->chunks);
    s.above = (size_t *)(void *)take(memory, bytes, t->rows * sizeof *s.above);
    s.below = (size_t *)(void *)take(memory, bytes, t->rows * sizeof *s.below);
    s.rights = take(memory, bytes, TILE * t->right);
    s.sets = take(memory, bytes, TILE * OCTETS * odd_lines(t->slab));
    *bytes = odd_lines(*bytes);
    return s;
}

static struct table lay_out(const struct bacteria *board, int threads, uint8_t *memory) {
    struct table t = {.turned = board->cols > board->rows};
    t.rows = t.turned ? board->cols : board->rows;
    t.cols = t.turned ? board->rows : board->cols;
    t.groups = (t.rows + SIDE - 1) / SIDE;
    place_widths(&t);
    t.right = odd_lines(padded(t.cols + (size_t)1 + CHUNK) + t.strip);
    lay_out_scratch(&t, NULL, &t.scratch);
    t.place = (ptrdiff_t *)(void *)take(memory, &t.bytes, (t.cols + (size_t)2) * sizeof *t.place);
    t.slab_at =
        (struct slab *)(void *)take(memory, &t.bytes, (t.slabs + (size_t)1) * sizeof *t.slab_at);
    t.open = take(memory, &t.bytes, (size_t)t.groups * t.chunks);
    t.row_mask = take(memory, &t.bytes, t.rows * t.strip);
    t.value = take(memory, &t.bytes, (size_t)mx_intervals(t.rows) * t.strip);
    t.scratches = take(memory, &t.bytes, (size_t)threads * t.scratch);
    t.bytes += CHUNK;
    return t;
}

static struct scratch scratch_of(const struct table *t, int thread) {
    size_t bytes;
    return lay_out_scratch(t, t->scratches + (size_t)thread * t->scratch, &bytes);
}

/* Nimbers of rows top .. bottom-1 in one column, left edge 0; wider ones follow. Zeros when top is
 * bottom. */
static uint8_t *strip_of(const struct table *t, uint32_t top, uint32_t bottom) {
    return t->value + mx_interval(top, bottom) * t->strip;
}

static uint8_t *mask_of(const struct table *t, uint32_t row, uint32_t width) {
    return t->row_mask + row * t->strip + t->place[width];
}

/* ---- Masks ------------------------------------------------------------------------------- */

static void mask_row(const struct table *t, const struct bacteria *board, uint32_t row) {
    uint8_t *strip = mask_of(t, row, 1);
    memset(strip, BARRED, t->strip);
    size_t cell = t->turned ? row : (size_t)row * t->cols, step = t->turned ? t->rows : 1;
    for (uint32_t col = 0; col < t->cols; col++, cell += step)
        strip[col] = board->barred[cell] ? BARRED : 0;
    for (uint32_t width = 2; width <= t->cols; width++) {
        const uint8_t *narrower = mask_of(t, row, width - 1), *last = strip + width - 1;
        uint8_t *to = mask_of(t, row, width);
        for (uint32_t left = 0; left + width <= t->cols; left++)
            to[left] = narrower[left] | last[left];
    }
}

/* Which rows of a group are open somewhere in a chunk, a bit each. */
static uint8_t open_rows(const struct table *t, uint32_t group, uint32_t chunk) {
    uint8_t open = 0;
    for (uint32_t i = 0; i < SIDE && group * SIDE + i < t->rows; i++) {
        const uint8_t *mask = mask_of(t, group * SIDE + i, 1) + chunk * CHUNK;
        open |= (uint8_t)((memchr(mask, 0, CHUNK) != NULL) << i);
    }
    return open;
}

static void mask_rows(const struct table *t, const struct bacteria *board) {
    for (uint32_t row = 0; row < t->rows; row++)
        mask_row(t, board, row);
    for (uint32_t group = 0; group < t->groups; group++)
        for (uint32_t chunk = 0; chunk < t->chunks; chunk++)
            t->open[(size_t)group * t->chunks + chunk] = open_rows(t, group, chunk);
}

/* ---- Results ----------------------------------------------------------------------------- */

static uint64_t winning_rows(const struct table *t) {
    uint64_t count = 0;
    ptrdiff_t at = t->place[t->cols];
    for (uint32_t row = 0; row < t->rows; row++) {
        uint8_t above = strip_of(t, 0, row)[at], below = strip_of(t, row + 1, t->rows)[at];
        if (*mask_of(t, row, t->cols) == 0 && above == below)
            count += t->cols;
    }
    return count;
}

static bool column_open(const struct table *t, uint32_t col, uint32_t top, uint32_t bottom) {
    for (uint32_t row = top; row < bottom; row++)
        if (mask_of(t, row, 1)[col] != 0)
            return false;
    return true;
}

static uint64_t winning_columns(const struct table *t) {
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

/* A row open in `width` columns from a left edge is an option of as many rectangles as there are
 * intervals of rows around it; a column likewise. */
static uint64_t count_work(const struct table *t) {
    uint64_t count = 0, rows = t->rows, cols = t->cols;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t width = 1; width <= cols; width++)
            for (uint32_t left = 0; left + width <= cols; left++)
                if (mask_of(t, row, width)[left] == 0)
                    count += (row + 1) * (rows - row);
    for (uint32_t col = 0; col < cols; col++)
        for (uint32_t row = 0, run = 0; row < rows; row++) {
            run = mask_of(t, row, 1)[col] == 0 ? run + 1 : 0;
            count += run * (col + 1) * (cols - col);
        }
    return count;
}

#endif
