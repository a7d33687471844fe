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

struct table {
    uint32_t rows, cols;
    size_t strip, bytes, scratch; /* bytes: of a strip, of all this, of a thread's scratch */
    size_t *place;                /* [cols + 2]: of a width in a strip, from place[1] on; before it
                                     a copy of a strip has width 0 */
    uint8_t *row_mask;            /* [rows][strip]: BARRED where `width` columns are not open */
    uint16_t *open_rows;          /* [cols + 1][rows]: those open anywhere, a list for each width */
    uint16_t *open_before;        /* [cols + 1][rows + 1]: how many of the list are before a row */
    uint8_t *zeros;               /* [a line], for empty rectangles */
    uint8_t *value;               /* [intervals of rows][strip], from place[1] on */
    uint8_t *scratches;           /* [threads][scratch] */
};

/* What one thread needs for itself. */
struct scratch {
    uint8_t *wide;      /* [cols + 1]: whether to see nimbers above 15 in the first pass, 0 or 1 */
    uint8_t *next_wide; /* [cols + 1]: the same for the next tile: there were some in this one */
    uint8_t *right;     /* [place[cols + 1]]: the copy of a strip with barred columns */
    uint8_t *sets;      /* [TILE][strip][SETS]: what the middle rows leave */
};

static size_t padded(size_t bytes) {
    return (bytes + LANES_BYTES - 1) / LANES_BYTES * LANES_BYTES;
}

static size_t place_widths(uint32_t cols, size_t *place) {
    size_t at = padded(cols + 1) + LANES_BYTES, first = at;
    for (uint32_t width = 1; width <= cols; width++) {
        if (place != NULL)
            place[width] = at;
        at += padded(cols - width + 1);
    }
    if (place != NULL) {
        place[0] = 0;
        place[cols + 1] = at;
    }
    return at - first;
}

static uint8_t *take(uint8_t *memory, size_t *used, size_t bytes) {
    uint8_t *taken = memory == NULL ? NULL : memory + *used;
    *used += (bytes + 63) / 64 * 64;
    return taken;
}

/* An odd number of cache lines, so that strips spread over the sets of a cache. */
static size_t odd_lines(size_t bytes) {
    return ((bytes + 63) / 64 | 1) * 64;
}

static struct table lay_out(const struct bacteria *board, int threads, uint8_t *memory) {
    struct table t = {.rows = board->rows, .cols = board->cols};
    size_t line = padded(t.cols + 1) + LANES_BYTES, widths = t.cols + (size_t)1;
    t.strip = odd_lines(place_widths(t.cols, NULL));
    t.scratch = odd_lines(3 * line + t.strip + LANES_BYTES) + TILE * SETS * t.strip;
    t.place = (size_t *)(void *)take(memory, &t.bytes, (widths + 1) * sizeof *t.place);
    t.open_rows = (uint16_t *)(void *)take(memory, &t.bytes, widths * t.rows * 2);
    t.open_before = (uint16_t *)(void *)take(memory, &t.bytes, widths * (t.rows + (size_t)1) * 2);
    t.zeros = take(memory, &t.bytes, line);
    t.row_mask = take(memory, &t.bytes, t.rows * t.strip);
    t.value = take(memory, &t.bytes, (size_t)mx_nonempty_intervals(t.rows) * t.strip);
    t.scratches = take(memory, &t.bytes, (size_t)threads * t.scratch);
    t.bytes += LANES_BYTES;
    return t;
}

static struct scratch scratch_of(const struct table *t, int thread) {
    uint8_t *start = t->scratches + (size_t)thread * t->scratch;
    size_t line = padded(t->cols + 1) + LANES_BYTES;
    return (struct scratch){start, start + line, start + 2 * line,
                            start + t->scratch - TILE * SETS * t->strip};
}

/* Nimbers of rows top .. bottom-1 in one column, left edge 0; wider ones follow. */
static uint8_t *strip_of(const struct table *t, uint32_t top, uint32_t bottom) {
    return t->value + mx_interval(top, bottom - 1) * t->strip;
}

static size_t from_first(const struct table *t, uint32_t width) {
    return t->place[width] - t->place[1];
}

static uint8_t *mask_of(const struct table *t, uint32_t row, uint32_t width) {
    return t->row_mask + row * t->strip + from_first(t, width);
}

/* ---- Masks ------------------------------------------------------------------------------- */

static void mask_cells(const struct table *t, const struct bacteria *board) {
    for (uint32_t row = 0; row < t->rows; row++) {
        uint8_t *to = mask_of(t, row, 1);
        memset(to, BARRED, padded(t->cols));
        for (uint32_t col = 0; col < t->cols; col++)
            to[col] = board->barred[(size_t)row * t->cols + col] ? BARRED : 0;
    }
}

/* Returns whether the row is open somewhere. */
static bool mask_width(const struct table *t, uint32_t row, uint32_t width) {
    uint8_t *to = mask_of(t, row, width);
    const uint8_t *narrower = mask_of(t, row, width - 1), *last = mask_of(t, row, 1) + width - 1;
    uint32_t count = t->cols - width + 1;
    bool open = false;
    memset(to, BARRED, padded(count));
    for (uint32_t left = 0; left < count; left++) {
        to[left] = narrower[left] | last[left];
        open |= to[left] == 0;
    }
    return open;
}

static void list_open_rows(const struct table *t) {
    for (uint32_t width = 1; width <= t->cols; width++) {
        uint16_t *list = t->open_rows + (size_t)width * t->rows, count = 0;
        uint16_t *before = t->open_before + width * (t->rows + (size_t)1);
        for (uint32_t row = 0; row < t->rows; row++) {
            before[row] = count;
            if (width == 1 ? memchr(mask_of(t, row, 1), 0, t->cols) != NULL
                           : mask_width(t, row, width))
                list[count++] = (uint16_t)row;
        }
        before[t->rows] = count;
    }
}

/* ---- Results ----------------------------------------------------------------------------- */

static uint64_t winning_rows(const struct table *t) {
    uint64_t count = 0;
    size_t at = from_first(t, t->cols);
    for (uint32_t row = 0; row < t->rows; row++) {
        uint8_t above = row == 0 ? 0 : strip_of(t, 0, row)[at];
        uint8_t below = row + 1 == t->rows ? 0 : strip_of(t, row + 1, t->rows)[at];
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
        uint8_t left = col == 0 ? 0 : all[from_first(t, col)];
        uint8_t right = col + 1 == t->cols ? 0 : all[from_first(t, t->cols - 1 - col) + col + 1];
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
