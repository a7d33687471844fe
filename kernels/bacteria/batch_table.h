/* The table of bacteria_batched.c: layout, masks and results. The layout is drawn there. All
 * functions are static: they are compiled with the flags of the variant. */
#ifndef MX_BACTERIA_BATCH_TABLE_H
#define MX_BACTERIA_BATCH_TABLE_H

#include "bacteria/bacteria.h"
#include "support/interval.h"
#include "support/lanes.h"
#include "variant.h"

struct batch_table {
    uint32_t rows, cols;
    uint32_t planes;           /* planes in use by the whole table so far */
    size_t unit;               /* bytes */
    size_t strip, line, plane; /* bytes */
    size_t bytes;              /* of the whole table, a multiple of 64 */
    size_t *place;             /* [cols + 2]: offset of each width in a strip */
    uint8_t *plane_counts;     /* [bands][cols]: planes of the nimbers of a band and width */
    uint8_t *open_row; /* [width][row][left edge]: bit set = the row is open in `width` columns */
    uint8_t *open_column; /* [bands][line]: bit set = the column is open in the band */
    uint8_t *value;       /* [planes][a vector of zeros, then the strips] */
};

static size_t padded(size_t bytes, size_t to) {
    return (bytes + to - 1) / to * to;
}

static size_t place_widths(uint32_t cols, size_t unit, size_t *place) {
    size_t at = 0;
    for (uint32_t width = 1; width <= cols; width++) {
        if (place != NULL)
            place[width] = at;
        at += padded((cols - width + (size_t)1) * unit, LANES_BYTES);
    }
    if (place != NULL)
        place[cols + 1] = at;
    return at;
}

/* The planes that nimbers up to `most` need. */
static uint32_t planes_for(uint32_t most) {
    return 32 - (uint32_t)__builtin_clz(most);
}

static struct batch_table lay_out(const struct bacteria *board, size_t unit, uint8_t *memory) {
    struct batch_table t = {.rows = board->rows, .cols = board->cols, .unit = unit};
    size_t intervals = (size_t)mx_nonempty_intervals(t.rows);
    size_t planes = planes_for(t.rows + t.cols) < 3 ? 3 : planes_for(t.rows + t.cols);
    t.strip = place_widths(t.cols, unit, NULL);
    t.line = padded(t.cols * unit, LANES_BYTES) + LANES_BYTES;
    t.plane = padded(2 * LANES_BYTES + intervals * t.strip, 4096) + 256 + LANES_BYTES;
    size_t places = padded((t.cols + 2) * sizeof *t.place, 64);
    size_t bounds = padded(intervals * t.cols, 64);
    size_t rows = t.rows * t.strip + LANES_BYTES, columns = intervals * t.line;
    t.bytes = padded(places + bounds + rows + columns + planes * t.plane, 64);
    if (memory != NULL) {
        t.place = (size_t *)(void *)memory;
        t.plane_counts = memory + places;
        t.open_row = t.plane_counts + bounds;
        t.open_column = t.open_row + rows;
        t.value = t.open_column + columns;
    }
    return t;
}

static size_t band_number(uint32_t top, uint32_t bottom) {
    return mx_interval(top, bottom - 1);
}

static uint8_t *strip_of(const struct batch_table *t, uint32_t top, uint32_t bottom) {
    return t->value + LANES_BYTES + band_number(top, bottom) * t->strip;
}

static uint8_t *plane_count(const struct batch_table *t, uint32_t top, uint32_t bottom,
                            uint32_t width) {
    return t->plane_counts + band_number(top, bottom) * t->cols + width - 1;
}

static uint8_t *row_mask(const struct batch_table *t, uint32_t width, uint32_t row) {
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a run has a workspace */
    return t->open_row + t->rows * t->place[width] + row * (t->place[width + 1] - t->place[width]);
}

/* ---- Masks ------------------------------------------------------------------------------- */

/* Cells first .. first+7 of eight boards: byte i has one bit for each board, set where the cell is
 * radioactive or there is no such board. */
static uint64_t transposed(const struct mx_batch *batch, uint32_t board, uint32_t first,
                           size_t cells) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < 8; i++) {
        uint64_t eight = UINT64_C(0x0101010101010101);
        if (board + i < batch->count) {
            const struct bacteria *b = mx_instance(batch, board + i);
            memcpy(&eight, b->barred + first, cells);
        }
        bits |= eight << i;
    }
    return bits;
}

static void mark_open_cells(const struct batch_table *t, const struct mx_batch *batch) {
    const uint32_t cells = t->rows * t->cols;
    const size_t step = t->place[2] - t->place[1];
    memset(row_mask(t, 1, 0), 0, t->rows * step);
    for (uint32_t byte = 0; byte < t->unit; byte++) {
        uint8_t *row = row_mask(t, 1, 0) + byte;
        uint32_t col = 0;
        for (uint32_t first = 0; first < cells; first += 8) {
            uint32_t count = cells - first < 8 ? cells - first : 8;
            uint64_t open = ~transposed(batch, byte * 8, first, count);
            for (uint32_t i = 0; i < count; i++, open >>= 8) {
                row[col * t->unit] = (uint8_t)open;
                col = col + 1 < t->cols ? col + 1 : 0;
                row += col == 0 ? step : 0;
            }
        }
    }
}

static void mark_open_rows(const struct batch_table *t, uint32_t width) {
    size_t bytes = (t->cols - width + 1) * t->unit;
    for (uint32_t row = 0; row < t->rows; row++) {
        uint8_t *to = row_mask(t, width, row);
        const uint8_t *narrower = row_mask(t, width - 1, row);
        const uint8_t *last = row_mask(t, 1, row) + (width - 1) * t->unit;
        for (size_t at = 0; at < bytes; at += LANES_BYTES) {
            size_t left = bytes - at < LANES_BYTES ? bytes - at : LANES_BYTES;
            lanes_store(to + at,
                        lanes_load(narrower + at) & lanes_load(last + at) & lanes_first(left));
        }
    }
}

static void mark_open_columns(const struct batch_table *t) {
    for (uint32_t bottom = 1; bottom <= t->rows; bottom++)
        for (uint32_t top = bottom; top-- > 0;) {
            uint8_t *to = t->open_column + band_number(top, bottom) * t->line;
            const uint8_t *cells = row_mask(t, 1, top);
            const uint8_t *rest = t->open_column + band_number(top + 1, bottom) * t->line;
            for (size_t at = 0; at < t->line - LANES_BYTES; at += LANES_BYTES)
                lanes_store(to + at, top + 1 == bottom
                                         ? lanes_load(cells + at)
                                         : lanes_load(cells + at) & lanes_load(rest + at));
            lanes_store(to + t->line - LANES_BYTES, (lanes){0});
        }
}

/* ---- Results ----------------------------------------------------------------------------- */

/* Adds `weight` to count[board] for every board whose bit is set in `unit` bytes. */
static void add_bits(const uint8_t *bytes, size_t unit, uint64_t weight, uint64_t *count,
                     uint32_t boards) {
    for (uint32_t byte = 0; byte < unit; byte++)
        for (unsigned bits = bytes[byte]; bits != 0; bits &= bits - 1) {
            uint32_t board = byte * 8 + (uint32_t)__builtin_ctz(bits);
            if (board < boards)
                count[board] += weight;
        }
}

/* Adds `weight` to the answer of each board where the move is open and its parts `a` and `b` have
 * equal nimbers. NULL stands for an empty part. */
static void add_wins(const struct batch_table *t, const uint8_t *open, const uint8_t *a,
                     const uint8_t *b, uint64_t weight, uint64_t *answers, uint32_t boards) {
    for (size_t byte = 0; byte < t->unit; byte++) {
        unsigned win = open[byte];
        for (uint32_t p = 0; p < t->planes && win != 0; p++)
            win &= ~((a == NULL ? 0u : a[p * t->plane + byte]) ^
                     (b == NULL ? 0u : b[p * t->plane + byte]));
        uint8_t wins = (uint8_t)win;
        if (wins != 0)
            add_bits(&wins, 1, weight, answers + 8 * byte, boards - 8 * (uint32_t)byte);
    }
}

static void count_answers(const struct batch_table *t, uint64_t *answers, uint32_t boards) {
    memset(answers, 0, boards * sizeof *answers);
    const uint32_t rows = t->rows, cols = t->cols;
    for (uint32_t row = 0; row < rows; row++)
        add_wins(t, row_mask(t, cols, row), row == 0 ? NULL : strip_of(t, 0, row) + t->place[cols],
                 row == rows - 1 ? NULL : strip_of(t, row + 1, rows) + t->place[cols], cols,
                 answers, boards);
    const uint8_t *all = strip_of(t, 0, rows);
    for (uint32_t col = 0; col < cols; col++)
        add_wins(t, t->open_column + band_number(0, rows) * t->line + col * t->unit,
                 col == 0 ? NULL : all + t->place[col],
                 col == cols - 1 ? NULL : all + t->place[cols - 1 - col] + (col + 1) * t->unit,
                 rows, answers, boards);
}

/* An open row of a left edge and width is an option of every rectangle whose rows contain it: (row
 * + 1) * (rows - row) of them. Columns likewise. */
static void count_work(const struct batch_table *t, uint64_t *work, uint32_t boards) {
    memset(work, 0, boards * sizeof *work);
    const uint64_t rows = t->rows, cols = t->cols;
    for (uint32_t width = 1; width <= cols; width++)
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t left = 0; left + width <= cols; left++)
                add_bits(row_mask(t, width, row) + left * t->unit, t->unit,
                         (row + 1) * (rows - row), work, boards);
    for (size_t i = 0; i < mx_nonempty_intervals(rows); i++)
        for (uint32_t col = 0; col < cols; col++)
            add_bits(t->open_column + i * t->line + col * t->unit, t->unit,
                     (col + 1) * (cols - col), work, boards);
}

#endif
