/* The table of the vector kernels: both classes of a group of boards side by side.
 *
 * The grids of both classes are padded to `side` rows and columns. A band is an interval of rows.
 * Its strip holds the nimbers of all its rectangles, ordered by width:
 *
 *     strip of rows top .. bottom-1:
 *     | width 0 | width 1: left 0, 1, 2 ... | width 2: left 0, 1 ... | ... | width side: left 0 |
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
#include "support/interval.h"
#include "support/lanes.h"
#include "variant.h"

#define BARRED 0xff
#define OPTIONS_ROOM (24576 / (4 * LANES_BYTES))

struct lane_table {
    uint32_t side, boards, words; /* words: in a set of columns */
    uint32_t near;                /* most left edges that a vector touches */
    bool has[4];                  /* by letter: whether any board has it */
    size_t unit, line, strip;     /* bytes: of a left edge, a row of cells, a strip */
    size_t bands, bytes;          /* bytes: of the whole table */
    size_t *place;                /* [side + 2]: offset of each width in a strip */
    uint8_t *barred[4];  /* by letter, [side][line]: BARRED where the cell is not this letter */
    uint8_t *barred_row; /* [side][strip]: BARRED where these columns of a row have no L */
    uint16_t *cross, *cross_before; /* [side][side], [side][side + 1]: see list_crosses */
    uint64_t *reach_room;           /* [2][class_room]: see reach.h; or NULL */
    size_t class_room;              /* words */
    uint64_t *ends;                 /* [2][bands][side][words]: see reach.h; or NULL */
    uint8_t
        *octet_counts; /* [bands][side + 1]: octets that hold all nimbers of a band up to a width */
    uint8_t *two_bytes; /* [bands]: whether the high bytes are in use */
    uint8_t *none; /* [strip]: zeros, for the empty part above the first or below the last row */
    uint8_t *low, *high; /* [bands][strip]; high is NULL if one_page */
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

static size_t padded(size_t bytes, size_t to) {
    return (bytes + to - 1) / to * to;
}

/* Rounds up to an odd number of cache lines, so that strips spread over the sets of a cache. */
static size_t odd_lines(size_t bytes) {
    return (padded(bytes, 64) / 64 | 1) * 64;
}

static size_t place_widths(uint32_t side, size_t unit, size_t *place) {
    size_t at = 0;
    for (uint32_t width = 0; width <= side; width++) {
        if (place != NULL)
            place[width] = at;
        at += padded((side - width + (size_t)1) * unit, LANES_BYTES);
    }
    if (place != NULL)
        place[side + 1] = at;
    return at;
}

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
    t.line = padded(side * t.unit, LANES_BYTES) + LANES_BYTES;
    t.strip = odd_lines(place_widths(t.side, t.unit, NULL));
    t.bands = (size_t)mx_nonempty_intervals(side);
    reserve_bytes(memory, &t.bytes, sizeof t); /* a copy of this, for probe */
    t.place = reserve_bytes(memory, &t.bytes, (side + 2) * sizeof *t.place);
    for (unsigned letter = DARKRAFT_L; letter <= DARKRAFT_X; letter++)
        t.barred[letter] = reserve_bytes(memory, &t.bytes, side * t.line);
    t.barred_row = reserve_bytes(memory, &t.bytes, side * t.strip);
    t.cross = reserve_bytes(memory, &t.bytes, side * side * sizeof *t.cross);
    t.cross_before = reserve_bytes(memory, &t.bytes, side * (side + 1) * sizeof *t.cross);
    if (reach) {
        size_t rows = side * t.words;
        t.class_room = padded(5 * rows + t.words + (side + 1) / 2, 8);
        t.reach_room = reserve_bytes(memory, &t.bytes, 2 * t.class_room * sizeof *t.ends);
        t.ends = reserve_bytes(memory, &t.bytes, 2 * t.bands * rows * sizeof *t.ends);
    }
    t.octet_counts = reserve_bytes(memory, &t.bytes, t.bands * (side + 1));
    t.two_bytes = reserve_bytes(memory, &t.bytes, t.bands);
    t.none = reserve_bytes(memory, &t.bytes, t.strip);
    t.low = reserve_bytes(memory, &t.bytes, t.bands * t.strip + LANES_BYTES);
    if (!one_page(board))
        t.high = reserve_bytes(memory, &t.bytes, t.bands * t.strip + LANES_BYTES);
    lay_out_scratch(&t, !one_page(board), NULL, &t.scratch);
    t.scratches = reserve_bytes(memory, &t.bytes, (size_t)threads * t.scratch);
    return t;
}

static size_t band_number(uint32_t top, uint32_t bottom) {
    return mx_interval(top, bottom - 1);
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
        memset(strip, BARRED, t->place[1]);
        for (uint32_t width = 1; width <= t->side; width++)
            for (size_t at = 0; at < t->place[width + 1] - t->place[width]; at += LANES_BYTES)
                lanes_store(strip + t->place[width] + at,
                            lanes_load(strip + t->place[width - 1] + at) &
                                lanes_load(cells + (width - 1) * t->unit + at));
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
 * listed columns before each column. */
static void list_crosses(const struct lane_table *t) {
    for (uint32_t row = 0; row < t->side; row++) {
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

/* Fills the table's masks and lists; `ends` is left to reach.h. */
static void start_table(struct lane_table *t, const struct mx_batch *batch) {
    place_widths(t->side, t->unit, t->place);
    mark_cells(t, batch);
    mark_rows(t);
    list_crosses(t);
    memset(t->none, 0, t->strip);
}

/* ---- Results ----------------------------------------------------------------------------- */

/* The nimber of a rectangle of board number `which`. */
static uint32_t nimber_of(const struct lane_table *t, uint32_t which, struct darkraft_rectangle r) {
    size_t band = band_number(r.top, r.bottom);
    size_t at =
        band * t->strip + t->place[r.right - r.left] + r.left * t->unit + 2 * which + r.parity;
    return t->low[at] + (t->two_bytes[band] ? t->high[at] * NIMBERS_A_PAGE : 0);
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
