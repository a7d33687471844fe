/* The table of the vector kernels: both classes of a group of boards side by side.
 *
 * The grids of both classes are padded to `side` rows and columns. A band is an interval of rows,
 * its strip holds the nimbers of all intervals of columns, ordered by width:
 *
 *     strip of rows top .. bottom-1:
 *     | width 0 | width 1: left 0, 1, 2 ... | width 2: left 0, 1 ... | ... | width side: left 0 |
 *                              \__ unit: a byte for each board's even class, odd class, even ...
 *
 * A lane is a left edge, a board and a class. What a cut at column c of these rectangles leaves
 * on its two sides are two vectors of one strip, of widths c and width - 1 - c, the second one
 * c + 1 units further on. A byte holds a nimber modulo 256; what is above is in another plane,
 * which is in use only in bands that are `tall`.
 *
 * All functions are static: compiled into every variant with the flags of that variant.
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

struct table {
    uint32_t side, boards, words;   /* words: of a set of columns */
    uint32_t near;                  /* most left edges that a vector meets */
    bool has[4];                    /* by letter: whether any board has it */
    size_t unit, line, strip;       /* bytes: of a left edge, a row of cells, a strip */
    size_t bands, bytes;            /* bytes: of all this */
    size_t *place;                  /* [side + 2]: of each width in a strip */
    uint8_t *barred[4];             /* by letter, [side][line]: BARRED where a cell is another */
    uint8_t *barred_row;            /* [side][strip]: where these columns of a row have no L */
    uint16_t *cross, *cross_before; /* [side][side], [side][side + 1]: see list_crosses */
    uint64_t *reach_room;           /* [2][class_room]: see reach.h; or NULL */
    size_t class_room;              /* words */
    uint64_t *ends;                 /* [2][bands][side][words]: see reach.h; or NULL */
    uint8_t *octets;     /* [bands][side + 1]: that hold all nimbers so far, see octets.h */
    uint8_t *tall;       /* [bands] */
    uint8_t *none;       /* [strip]: zeros, for rows above the first, below the last */
    uint8_t *low, *high; /* [bands][strip]; high only without one_block */
    uint8_t *scratches;  /* [threads][scratch] */
    size_t scratch;
};

/* What one thread needs for itself. */
struct scratch {
    uint8_t *options; /* [options_room][4 vectors]: see vector.h */
    uint8_t *bars;    /* [line]: columns without an R in the band */
    uint8_t *valid;   /* [line]: lanes that are wanted */
    struct cut {
        uint32_t left, right, cell, unused; /* its sides and its cell, from a vector on */
    } * cuts;                               /* [side] */
    uint8_t *split, *split_high; /* [side][strip]: what clearing a row of the band leaves */
};

static size_t padded(size_t bytes, size_t to) {
    return (bytes + to - 1) / to * to;
}

/* An odd number of cache lines, so that strips spread over the sets of a cache. */
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

/* No rectangle has more different options than lines and cells of X, and no higher nimber. */
static bool one_block(const struct darkraft *board) {
    uint32_t cells = ((uint32_t)board->rows * board->cols + 1) / 2;
    return (uint32_t)board->rows + board->cols + cells < BLOCK;
}

static void *take(uint8_t *memory, size_t *used, size_t bytes) {
    uint8_t *taken = memory == NULL ? NULL : memory + *used;
    *used += padded(bytes, 64);
    return taken;
}

/* Options of a row or more. */
static size_t options_room(uint32_t side) {
    return side < OPTIONS_ROOM ? OPTIONS_ROOM : side + (size_t)1;
}

static struct scratch lay_out_scratch(const struct table *t, bool tall, uint8_t *memory,
                                      size_t *bytes) {
    struct scratch s;
    size_t rows = t->side * t->strip + LANES_BYTES;
    *bytes = 0;
    s.options = take(memory, bytes, 4 * options_room(t->side) * LANES_BYTES);
    s.bars = take(memory, bytes, t->line);
    s.valid = take(memory, bytes, t->line);
    s.cuts = take(memory, bytes, t->side * sizeof *s.cuts);
    s.split = take(memory, bytes, rows);
    s.split_high = take(memory, bytes, tall ? rows : 0);
    *bytes = odd_lines(*bytes);
    return s;
}

static struct scratch scratch_of(const struct table *t, int thread) {
    size_t bytes;
    return lay_out_scratch(t, t->high != NULL, t->scratches + (size_t)thread * t->scratch, &bytes);
}

/* `boards` of the shape of `board`. */
static struct table lay_out(const struct darkraft *board, uint32_t boards, bool reach, int threads,
                            uint8_t *memory) {
    struct table t = {.side = ((uint32_t)board->rows + board->cols) / 2, .boards = boards};
    const size_t side = t.side;
    t.words = (t.side + 63) / 64;
    t.unit = 2 * (size_t)boards;
    t.near = (uint32_t)((LANES_BYTES + t.unit - 2) / t.unit) + (LANES_BYTES % t.unit != 0);
    t.line = padded(side * t.unit, LANES_BYTES) + LANES_BYTES;
    t.strip = odd_lines(place_widths(t.side, t.unit, NULL));
    t.bands = (size_t)mx_nonempty_intervals(side);
    take(memory, &t.bytes, sizeof t); /* a copy of this, for probe */
    t.place = take(memory, &t.bytes, (side + 2) * sizeof *t.place);
    for (unsigned letter = DARKRAFT_L; letter <= DARKRAFT_X; letter++)
        t.barred[letter] = take(memory, &t.bytes, side * t.line);
    t.barred_row = take(memory, &t.bytes, side * t.strip);
    t.cross = take(memory, &t.bytes, side * side * sizeof *t.cross);
    t.cross_before = take(memory, &t.bytes, side * (side + 1) * sizeof *t.cross);
    if (reach) {
        size_t rows = side * t.words;
        t.class_room = padded(5 * rows + t.words + (side + 1) / 2, 8);
        t.reach_room = take(memory, &t.bytes, 2 * t.class_room * sizeof *t.ends);
        t.ends = take(memory, &t.bytes, 2 * t.bands * rows * sizeof *t.ends);
    }
    t.octets = take(memory, &t.bytes, t.bands * (side + 1));
    t.tall = take(memory, &t.bytes, t.bands);
    t.none = take(memory, &t.bytes, t.strip);
    t.low = take(memory, &t.bytes, t.bands * t.strip + LANES_BYTES);
    if (!one_block(board))
        t.high = take(memory, &t.bytes, t.bands * t.strip + LANES_BYTES);
    lay_out_scratch(&t, !one_block(board), NULL, &t.scratch);
    t.scratches = take(memory, &t.bytes, (size_t)threads * t.scratch);
    return t;
}

static size_t band_number(uint32_t top, uint32_t bottom) {
    return mx_interval(top, bottom - 1);
}

/* ---- Masks ------------------------------------------------------------------------------- */

static void mark_cells(struct table *t, const struct mx_batch *batch) {
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

/* Rows get wider by a column at a time. */
static void mark_rows(const struct table *t) {
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

/* For each row the columns v such that an X is in one of v .. v+near-1: a vector whose first left
 * edge is `left` has to look at v - left only. cross_before: how many are before a column. */
static void list_crosses(const struct table *t) {
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

/* Everything but `ends`. */
static void start_table(struct table *t, const struct mx_batch *batch) {
    place_widths(t->side, t->unit, t->place);
    mark_cells(t, batch);
    mark_rows(t);
    list_crosses(t);
    memset(t->none, 0, t->strip);
}

/* ---- Results ----------------------------------------------------------------------------- */

/* `which` of the boards. */
static uint32_t nimber_of(const struct table *t, uint32_t which, struct darkraft_rectangle r) {
    size_t band = band_number(r.top, r.bottom);
    size_t at =
        band * t->strip + t->place[r.right - r.left] + r.left * t->unit + 2 * which + r.parity;
    return t->low[at] + (t->tall[band] ? t->high[at] * BLOCK : 0);
}

static struct darkraft_rectangle whole_grid(const struct darkraft *board, uint32_t parity) {
    return (struct darkraft_rectangle){parity, 0, 0, darkraft_grid_rows(board, parity),
                                       darkraft_grid_cols(board, parity)};
}

static void write_answers(const struct table *t, const struct mx_batch *batch, uint64_t *answers) {
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
