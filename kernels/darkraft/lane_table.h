/* The table of the vector kernels: both classes of a group of boards side by side.
 *
 * The grids of both classes are padded to `side` rows and columns. A band is an interval of rows.
 * Its strip holds the nimbers of the rectangles in its window of columns (strips.h), by width:
 *
 *     strip of rows top .. bottom-1, whose window is columns 0 .. cols-1:
 *     | width 0 | width 1: left 0, 1, 2 ... | width 2: left 0, 1 ... | ... | width cols: left 0 |
 *                              \__ unit: a byte for each board's even class, odd class, even ...
 *
 * A lane is a byte: one left edge, board and class. The parts of an option that cuts at column c
 * are two vectors of one strip: width c at the same left edge, and width `width - 1 - c`, c + 1
 * units further. A byte holds a nimber modulo 256. The high bytes are stored apart and are in use
 * only in bands that have two_bytes set.
 *
 * All functions are static: they are compiled into every variant with the flags of that variant.
 */
#ifndef MX_DARKRAFT_LANE_TABLE_H
#define MX_DARKRAFT_LANE_TABLE_H

#include "darkraft/darkraft.h"
#include "darkraft/octets.h"
#include "darkraft/strips.h"
#include "variant.h"

#define BARRED 0xff
#define OPTIONS_ROOM (24576 / (4 * LANES_BYTES))

struct lane_table {
    uint32_t side, boards, words; /* words: in a set of columns */
    uint32_t near;                /* most left edges that a vector touches */
    bool has[4];                  /* by letter: whether any board has it */
    uint32_t margin;              /* of windows, and the longest run of left edges */
    size_t unit, line, strip;     /* bytes: of a left edge, a row of cells, the largest strip */
    size_t bands, bytes;          /* bytes: of the whole table */
    size_t left_edges;            /* in the windows of all bands */
    size_t *sizes;                /* [side + 2]: see width_at */
    struct span *cells;           /* [side]: the columns of a row with a cell */
    struct strip *strips;         /* [bands] */
    struct span *rows;            /* [bands]: the rows with a cell in an interval of columns */
    uint8_t *barred[4];  /* by letter, [side][line]: BARRED where the cell is not this letter */
    uint8_t *barred_row; /* [side][strip]: BARRED where these columns of a row have no L */
    bool *lines;         /* [side]: whether the row has an L on any board */
    uint16_t *cross, *cross_before; /* [side][side], [side][side + 1]: see list_crosses */
    uint64_t *reach_room;           /* [2][class_room]: see reach.h; or NULL */
    size_t class_room;              /* words */
    uint64_t *ends;                 /* [2][left_edges][words]: see reach.h; or NULL */
    uint8_t *reached;               /* [2][bands]: enum reached; or NULL */
    uint8_t
        *octet_counts; /* [bands][side + 1]: octets that hold all nimbers of a band up to a width */
    uint8_t *two_bytes; /* [bands]: whether the high bytes are in use */
    uint8_t *none; /* [strip]: zeros, for the empty part above the first or below the last row */
    uint8_t *low, *high; /* the strips; high is NULL if one_page */
    uint8_t *scratches;  /* [threads][scratch] */
    size_t scratch;
};

/* The memory of one thread. */
struct lane_scratch {
    uint8_t *options; /* [options_room][4 vectors]: the option buffer, see octets.h */
    uint8_t *bars;    /* [line]: BARRED where a column has no R in the band */
    uint8_t *valid;   /* [line]: lanes to compute */
    struct cut {
        uint32_t left, right, cell,
            unused; /* offsets of its left part, right part and cell from a vector */
    } * cuts;       /* [side] */
    uint8_t *split,
        *split_high; /* [side][strip]: for each row of the band, upper part XOR lower part */
};

/* Whether all nimbers fit one page. A rectangle has at most as many different options as it has
 * rows, columns and cells of X, and its nimber is not higher. */
static bool one_page(const struct darkraft *board) {
    uint32_t cells = ((uint32_t)board->rows * board->cols + 1) / 2;
    return (uint32_t)board->rows + board->cols + cells < NIMBERS_A_PAGE;
}

static void *reserve_bytes(uint8_t *memory, size_t *used, size_t bytes) {
    uint8_t *taken = memory == NULL ? NULL : memory + *used;
    *used += padded(bytes, 64);
    return taken;
}

/* Options that the buffer holds: at least those of one row. */
static size_t options_room(uint32_t side) {
    return side < OPTIONS_ROOM ? OPTIONS_ROOM : side + (size_t)1;
}

static struct lane_scratch lay_out_scratch(const struct lane_table *t, bool two_bytes,
                                           uint8_t *memory, size_t *bytes) {
    struct lane_scratch s;
    size_t rows = t->side * t->strip + LANES_BYTES;
    *bytes = 0;
    s.options = reserve_bytes(memory, bytes, 4 * options_room(t->side) * LANES_BYTES);
    s.bars = reserve_bytes(memory, bytes, t->line);
    s.valid = reserve_bytes(memory, bytes, t->line);
    s.cuts = reserve_bytes(memory, bytes, t->side * sizeof *s.cuts);
    s.split = reserve_bytes(memory, bytes, rows);
    s.split_high = reserve_bytes(memory, bytes, two_bytes ? rows : 0);
    *bytes = odd_lines(*bytes);
    return s;
}

static struct lane_scratch scratch_of(const struct lane_table *t, int thread) {
    size_t bytes;
    return lay_out_scratch(t, t->high != NULL, t->scratches + (size_t)thread * t->scratch, &bytes);
}

/* Lays out a table for `boards` boards of the shape of `board`; touches nothing. */
static struct lane_table lay_out(const struct darkraft *board, uint32_t boards, bool reach,
                                 int threads, uint8_t *memory) {
    struct lane_table t = {.side = ((uint32_t)board->rows + board->cols) / 2, .boards = boards};
    const size_t side = t.side;
    t.words = (t.side + 63) / 64;
    t.unit = 2 * (size_t)boards;
    t.near = (uint32_t)((LANES_BYTES + t.unit - 2) / t.unit) + (LANES_BYTES % t.unit != 0);
    const uint32_t run = longest_run(board, t.side);
    t.near = least(t.near, run);
    t.margin = 2 * run < t.side ? run : t.side;
    t.line = padded(side * t.unit, LANES_BYTES) + LANES_BYTES;
    t.bands = (size_t)mx_nonempty_intervals(side);
    size_t sizes[DARKRAFT_MOST_SIDE + 2];
    start_sizes(t.side, t.unit, t.margin == t.side, sizes);
    t.strip = odd_lines(sizes[side + 1] + LANES_BYTES);
    const struct strip all = lay_out_strips(board, t.side, t.margin, sizes, NULL);
    t.left_edges = all.left_edges;
    reserve_bytes(memory, &t.bytes, sizeof t); /* a copy of this, for probe */
    t.sizes = reserve_bytes(memory, &t.bytes, (side + 2) * sizeof *t.sizes);
    t.cells = reserve_bytes(memory, &t.bytes, side * sizeof *t.cells);
    t.strips = reserve_bytes(memory, &t.bytes, t.bands * sizeof *t.strips);
    t.rows = reserve_bytes(memory, &t.bytes, t.bands * sizeof *t.rows);
    for (unsigned letter = DARKRAFT_L; letter <= DARKRAFT_X; letter++)
        t.barred[letter] = reserve_bytes(memory, &t.bytes, side * t.line);
    t.barred_row = reserve_bytes(memory, &t.bytes, side * t.strip);
    t.lines = reserve_bytes(memory, &t.bytes, side * sizeof *t.lines);
    t.cross = reserve_bytes(memory, &t.bytes, side * side * sizeof *t.cross);
    t.cross_before = reserve_bytes(memory, &t.bytes, side * (side + 1) * sizeof *t.cross);
    if (reach) {
        size_t rows = side * t.words;
        t.class_room = padded(5 * rows + 2 * (size_t)t.words + (side + 1) / 2, 8);
        t.reach_room = reserve_bytes(memory, &t.bytes, 2 * t.class_room * sizeof *t.ends);
        t.ends = reserve_bytes(memory, &t.bytes, 2 * t.left_edges * t.words * sizeof *t.ends);
        t.reached = reserve_bytes(memory, &t.bytes, 2 * t.bands);
    }
    t.octet_counts = reserve_bytes(memory, &t.bytes, t.bands * (side + 1));
    t.two_bytes = reserve_bytes(memory, &t.bytes, t.bands);
    t.none = reserve_bytes(memory, &t.bytes, t.strip);
    t.low = reserve_bytes(memory, &t.bytes, all.at);
    if (!one_page(board))
        t.high = reserve_bytes(memory, &t.bytes, all.at);
    lay_out_scratch(&t, !one_page(board), NULL, &t.scratch);
    t.scratches = reserve_bytes(memory, &t.bytes, (size_t)threads * t.scratch);
    return t;
}

/* ---- Masks ------------------------------------------------------------------------------- */

static void mark_cells(struct lane_table *t, const struct mx_batch *batch) {
    for (unsigned letter = DARKRAFT_L; letter <= DARKRAFT_X; letter++) {
        memset(t->barred[letter], BARRED, t->side * t->line);
        t->has[letter] = false;
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct darkraft *board = mx_instance(batch, i);
        const uint8_t *cell = board->cell;
        for (uint32_t row = 0; row < board->rows; row++)
            for (uint32_t col = 0; col < board->cols; col++, cell++) {
                struct darkraft_place at = darkraft_place_of(board, row, col);
                t->barred[*cell][at.u * t->line + at.v * t->unit + 2 * i + at.parity] = 0;
                t->has[*cell] = true;
            }
    }
}

/* Fills barred_row[], each width from the width before. */
static void mark_rows(const struct lane_table *t) {
    for (uint32_t row = 0; row < t->side; row++) {
        const uint8_t *cells = t->barred[DARKRAFT_L] + row * t->line;
        uint8_t *strip = t->barred_row + row * t->strip;
        memset(strip, BARRED, width_at(t->sizes, t->side, 1));
        for (uint32_t width = 1; width <= t->side; width++) {
            const size_t from = width_at(t->sizes, t->side, width - 1);
            const size_t to = width_at(t->sizes, t->side, width);
            for (size_t at = 0; at < (t->side - width + 1) * t->unit; at += LANES_BYTES)
                lanes_store(strip + to + at, lanes_load(strip + from + at) &
                                                 lanes_load(cells + (width - 1) * t->unit + at));
        }
    }
}

static bool any_open(const uint8_t *barred, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (barred[i] == 0)
            return true;
    return false;
}

/* For each row, lists the columns v with an X in one of v .. v+near-1: a vector whose first left
 * edge is `left` needs to evaluate only the cuts at v - left. cross_before[] holds the number of
 * listed columns before each column. lines[] says which rows have an L. */
static void list_crosses(const struct lane_table *t) {
    for (uint32_t row = 0; row < t->side; row++) {
        t->lines[row] = any_open(t->barred[DARKRAFT_L] + row * t->line, t->side * t->unit);
        uint16_t *list = t->cross + (size_t)row * t->side;
        uint16_t *before = t->cross_before + (size_t)row * (t->side + 1), count = 0;
        for (uint32_t v = 0; v < t->side; v++) {
            uint32_t end = v + t->near < t->side ? v + t->near : t->side;
            before[v] = count;
            if (any_open(t->barred[DARKRAFT_X] + row * t->line + v * t->unit, (end - v) * t->unit))
                list[count++] = (uint16_t)v;
        }
        before[t->side] = count;
    }
}

static void find_rows(const struct lane_table *t) {
    for (uint32_t right = 1; right <= t->side; right++) {
        struct span *rows = t->rows + band_number(0, right);
        rows[right - 1] = (struct span){UINT32_MAX, 0};
        for (uint32_t u = 0; u < t->side; u++)
            if (t->cells[u].first < right && t->cells[u].end >= right)
                rows[right - 1] = span_of_both(rows[right - 1], (struct span){u, u + 1});
        for (uint32_t left = right - 1; left-- > 0;)
            rows[left] = span_of_both(rows[left + 1], t->rows[band_number(left, left + 1)]);
    }
}

/* Fills the table's masks and lists; `ends` is left to reach.h. */
static void start_table(struct lane_table *t, const struct mx_batch *batch) {
    start_sizes(t->side, t->unit, t->margin == t->side, t->sizes);
    for (uint32_t u = 0; u < t->side; u++)
        t->cells[u] = cells_of_row(batch->instances, u);
    lay_out_strips(batch->instances, t->side, t->margin, t->sizes, t->strips);
    find_rows(t);
    mark_cells(t, batch);
    mark_rows(t);
    list_crosses(t);
    memset(t->none, 0, t->strip);
}

/* ---- Results ----------------------------------------------------------------------------- */

/* Crops lines without cells. Returns false when no cell is left. */
static bool crop_rectangle(const struct lane_table *t, struct darkraft_rectangle *r) {
    const struct span rows = t->rows[band_number(r->left, r->right)];
    r->top = greatest(r->top, rows.first);
    r->bottom = least(r->bottom, rows.end);
    if (r->top >= r->bottom)
        return false;
    const struct span cells = t->strips[band_number(r->top, r->bottom)].cells;
    r->left = greatest(r->left, cells.first);
    r->right = least(r->right, cells.end);
    return true;
}

/* Where a tight rectangle is in the table. */
static size_t place_of(const struct lane_table *t, struct darkraft_rectangle tight) {
    const struct strip *strip = &t->strips[band_number(tight.top, tight.bottom)];
    return strip->at +
           width_at(t->sizes, strip->window.end - strip->window.first, tight.right - tight.left) +
           (tight.left - strip->window.first) * t->unit;
}

/* The nimber of a rectangle of board number `which`. */
static uint32_t nimber_of(const struct lane_table *t, uint32_t which, struct darkraft_rectangle r) {
    if (!crop_rectangle(t, &r))
        return 0;
    const size_t at = place_of(t, r) + 2 * which + r.parity;
    const bool two_bytes = t->two_bytes[band_number(r.top, r.bottom)];
    return t->low[at] + (two_bytes ? t->high[at] * NIMBERS_A_PAGE : 0);
}

static struct darkraft_rectangle whole_grid(const struct darkraft *board, uint32_t parity) {
    return (struct darkraft_rectangle){parity, 0, 0, darkraft_grid_rows(board, parity),
                                       darkraft_grid_cols(board, parity)};
}

static void write_answers(const struct lane_table *t, const struct mx_batch *batch,
                          uint64_t *answers) {
    for (uint32_t i = 0; i < batch->count; i++) {
        uint32_t nimber = 0;
        for (uint32_t parity = 0; parity < 2; parity++) {
            struct darkraft_rectangle r = whole_grid(mx_instance(batch, i), parity);
            nimber ^= r.bottom > 0 && r.right > 0 ? nimber_of(t, i, r) : 0;
        }
        answers[i] = nimber != 0;
    }
}

#endif
