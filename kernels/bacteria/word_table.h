/* The table of bacteria_bitpacked.c: layout, masks and results. The layout is drawn there. All
 * functions are static: they are compiled with the flags of the variant. */
#ifndef MX_BACTERIA_WORD_TABLE_H
#define MX_BACTERIA_WORD_TABLE_H

#include "bacteria/bacteria.h"
#include "support/lanes.h"

struct word_table {
    uint32_t rows, cols;       /* cols <= rows */
    uint32_t word;             /* bytes */
    uint32_t planes;           /* planes in use by the whole table so far */
    bool turned;               /* rows are the board's columns */
    size_t width_bytes, plane; /* bytes: of all heights of one width; of all sizes */
    size_t line, bytes;        /* bytes: of a mask; of the whole table */
    size_t *place;             /* [rows + 2]: offset of each height within a width */
    uint8_t *plane_counts;     /* [cols][rows]: planes of the nimbers of a size */
    uint8_t *row_mask;         /* [cols][line]: rows open in `width` columns, one word a row */
    uint8_t *column_mask;      /* [rows][line]: columns open in `height` rows, one word a top row */
    uint8_t *value;            /* [planes][a vector of zeros, then the sizes] */
};

static size_t padded(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

static size_t place_heights(uint32_t rows, uint32_t word, size_t *place) {
    size_t at = 0;
    for (uint32_t height = 1; height <= rows + 1; height++) {
        if (place != NULL)
            place[height] = at;
        if (height <= rows)
            at +=
                ((rows - height + (size_t)1) * word + LANES_BYTES - 1) / LANES_BYTES * LANES_BYTES;
    }
    return at;
}

static uint8_t *reserve_bytes(uint8_t *memory, size_t *used, size_t bytes) {
    uint8_t *taken = memory == NULL ? NULL : memory + *used;
    *used += padded(bytes);
    return taken;
}

static struct word_table lay_out(const struct bacteria *board, uint8_t *memory) {
    struct word_table t = {
        .rows = board->rows, .cols = board->cols, .turned = board->rows < board->cols};
    if (t.turned) {
        t.rows = board->cols;
        t.cols = board->rows;
    }
    t.word = t.cols <= 16 ? 2 : t.cols <= 32 ? 4 : 8;
    unsigned planes = 32 - (unsigned)__builtin_clz(t.rows + t.cols);
    t.width_bytes = place_heights(t.rows, t.word, NULL);
    t.plane = padded(2 * LANES_BYTES + t.cols * t.width_bytes) + 64;
    t.line = padded(t.rows * t.word + LANES_BYTES);
    t.place =
        (size_t *)(void *)reserve_bytes(memory, &t.bytes, (t.rows + (size_t)2) * sizeof *t.place);
    t.plane_counts = reserve_bytes(memory, &t.bytes, (size_t)t.cols * t.rows);
    t.row_mask = reserve_bytes(memory, &t.bytes, t.cols * t.line);
    t.column_mask = reserve_bytes(memory, &t.bytes, t.rows * t.line);
    t.value = reserve_bytes(memory, &t.bytes, (planes < 3 ? 3 : planes) * t.plane);
    return t;
}

static uint8_t *size_start(const struct word_table *t, uint32_t height, uint32_t width) {
    return t->value + LANES_BYTES + (width - 1) * t->width_bytes + t->place[height];
}

static uint8_t *plane_count(const struct word_table *t, uint32_t height, uint32_t width) {
    return t->plane_counts + (size_t)(width - 1) * t->rows + height - 1;
}

/* ---- Masks ------------------------------------------------------------------------------- */

static void set_word(uint8_t *line, uint32_t word, uint32_t index, uint64_t bits) {
    memcpy(line + (size_t)index * word, &bits, word); /* little-endian */
}

static uint64_t get_word(const uint8_t *line, uint32_t word, uint32_t index) {
    uint64_t bits = 0;
    memcpy(&bits, line + (size_t)index * word, word);
    return bits;
}

static uint64_t open_cells_of_row(const struct word_table *t, const struct bacteria *board,
                                  uint32_t row) {
    uint64_t bits = 0;
    for (uint32_t col = 0; col < t->cols; col++) {
        size_t cell = t->turned ? (size_t)col * board->cols + row : (size_t)row * board->cols + col;
        bits |= (uint64_t)!board->barred[cell] << col;
    }
    return bits;
}

static void fill_masks(const struct word_table *t, const struct bacteria *board) {
    /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a run has a workspace */
    memset(t->row_mask, 0, t->cols * t->line);
    memset(t->column_mask, 0, t->rows * t->line);
    for (uint32_t row = 0; row < t->rows; row++) {
        uint64_t cells = open_cells_of_row(t, board, row), open = cells;
        for (uint32_t width = 1; width <= t->cols; width++, open &= cells >> (width - 1) % 64)
            set_word(t->row_mask + (width - 1) * t->line, t->word, row, open);
    }
    for (uint32_t top = 0; top < t->rows; top++) {
        uint64_t open = UINT64_MAX;
        for (uint32_t row = top; row < t->rows; row++) {
            open &= get_word(t->row_mask, t->word, row);
            set_word(t->column_mask + (row - top) * t->line, t->word, top, open);
        }
    }
}

/* ---- Results ----------------------------------------------------------------------------- */

/* The nimber of rows top .. top+height-1 and columns left .. left+width-1; 0 for an empty
 * rectangle. */
static uint32_t nimber_of(const struct word_table *t, uint32_t top, uint32_t height, uint32_t left,
                          uint32_t width) {
    uint32_t value = 0;
    if (height == 0 || width == 0)
        return 0;
    for (uint32_t p = 0; p < *plane_count(t, height, width); p++)
        value |=
            (uint32_t)(get_word(size_start(t, height, width) + p * t->plane, t->word, top) >> left &
                       1)
            << p;
    return value;
}

static uint64_t winning_openings(const struct word_table *t) {
    uint64_t count = 0;
    const uint32_t rows = t->rows, cols = t->cols;
    for (uint32_t row = 0; row < rows; row++)
        if (get_word(t->row_mask + (cols - 1) * t->line, t->word, row) & 1 &&
            nimber_of(t, 0, row, 0, cols) == nimber_of(t, row + 1, rows - 1 - row, 0, cols))
            count += cols;
    for (uint32_t col = 0; col < cols; col++)
        if (get_word(t->column_mask + (rows - 1) * t->line, t->word, 0) >> col & 1 &&
            nimber_of(t, 0, rows, 0, col) == nimber_of(t, 0, rows, col + 1, cols - 1 - col))
            count += rows;
    return count;
}

/* An open row of a left edge and width is an option of every rectangle whose rows contain it: (row
 * + 1) * (rows - row) of them. Columns likewise. */
static uint64_t count_work(const struct word_table *t) {
    uint64_t count = 0, rows = t->rows, cols = t->cols;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t width = 1; width <= cols; width++)
            count += (uint64_t)__builtin_popcountll(
                         get_word(t->row_mask + (width - 1) * t->line, t->word, row)) *
                     (row + 1) * (rows - row);
    for (uint32_t height = 1; height <= rows; height++)
        for (uint32_t top = 0; top + height <= rows; top++)
            for (uint64_t open = get_word(t->column_mask + (height - 1) * t->line, t->word, top);
                 open != 0; open &= open - 1) {
                uint64_t col = (uint64_t)__builtin_ctzll(open);
                if (col < cols)
                    count += (col + 1) * (cols - col);
            }
    return count;
}

#endif
