/* Bottom-up over bands, with sets as machine words.
 *
 * Idea: a band is an interval of rows of a grid. For each of its rows, what is above is XORed
 * once with what is below, for all intervals of columns; an option is then one value of this
 * split (L), or two (X), or two of the band's own values (R). Clearing a column is the same step
 * for all intervals that end at the same place, which are neighbours in memory, each with its own
 * set of the nimbers seen, a bit a nimber. Cells are bit masks too; L counts once a row, R once a
 * column. Complexity: O(h^3 * w^3) as in the iterative kernel, with half the look-ups and no
 * branch but the loop's, a byte a rectangle. Invariant: when a band is filled, all lower bands
 * are final; when an interval gets its value, all that lie within it have theirs. The time goes
 * into adding to sets. A nimber above 255 makes it give up, which on boards rich in X begins
 * at about 60x60.
 */
#include <string.h>

#include "darkraft/darkraft.h"
#include "kernel.h"
#include "support/interval.h"

struct nimbers {
    uint64_t seen[4];
};

/* One class. */
struct grid {
    uint32_t rows, cols, words; /* words of a mask */
    size_t column_intervals;
    uint64_t *mask[4]; /* by letter, [rows][words]: bit v of row u */
    uint8_t *value;    /* [mx_intervals(rows)][column_intervals] */

    /* Of the band at hand. */
    uint8_t *split;      /* [rows][column_intervals]: what clearing a row leaves */
    struct nimbers *set; /* [column_intervals] */
};

/* Rows top .. bottom-1 of a grid. */
struct band {
    const struct grid *grid;
    uint32_t top, bottom;
    uint8_t *value;                      /* [column_intervals] */
    uint64_t r[DARKRAFT_MOST_SIDE / 64]; /* columns with an R in the band */
    uint64_t options;                    /* counted so far, not only in this band */
};

static inline bool has(const uint64_t *mask, size_t column) {
    return mask[column / 64] >> column % 64 & 1;
}

static inline void add(struct nimbers *set, uint32_t nimber) {
    set->seen[nimber / 64] |= UINT64_C(1) << nimber % 64;
}

/* 256 when all of a byte's nimbers are seen. */
static inline uint32_t mex(const struct nimbers *set) {
    uint32_t word = 0;
    while (word < 4 && set->seen[word] == UINT64_MAX)
        word++;
    return word * 64 + (word < 4 ? (uint32_t)__builtin_ctzll(~set->seen[word]) : 0);
}

/* The move that clears column v, for all intervals that hold v and end at `right`: adds what it
 * leaves on its two sides, by value[columns], to their sets. */
static inline void cut_column(struct band *band, const uint8_t *value, size_t v, size_t right) {
    const uint8_t *before = value + mx_interval(0, v);
    const uint32_t after = value[mx_interval(v + 1, right)];
    struct nimbers *set = band->grid->set + mx_interval(0, right);
    for (size_t left = 0; left <= v; left++)
        add(&set[left], before[left] ^ after);
    band->options += v + 1;
}

/* X: the moves that clear row u and one of its columns, for all intervals of columns. */
static void cut_crosses(struct band *band, size_t u) {
    const struct grid *g = band->grid;
    const uint64_t *mask = g->mask[DARKRAFT_X] + u * g->words;
    for (size_t word = 0; word < g->words; word++)
        for (uint64_t cells = mask[word]; cells != 0; cells &= cells - 1) {
            size_t v = word * 64 + (size_t)__builtin_ctzll(cells);
            for (size_t right = v + 1; right <= g->cols; right++)
                cut_column(band, g->split + u * g->column_intervals, v, right);
        }
}

/* L: the move that clears row u, for all intervals of columns that hold an L of it. */
static void cut_row(struct band *band, size_t u) {
    const struct grid *g = band->grid;
    const uint8_t *split = g->split + u * g->column_intervals;
    size_t lefts = 0; /* intervals from before here to `right` hold one */
    for (size_t right = 1; right <= g->cols; right++) {
        if (has(g->mask[DARKRAFT_L] + u * g->words, right - 1))
            lefts = right;
        for (size_t left = 0; left < lefts; left++)
            add(&g->set[mx_interval(left, right)], split[mx_interval(left, right)]);
        band->options += lefts;
    }
}

/* R, and then the values: an interval after all that lie within it. False when a nimber exceeds
 * a byte. */
static bool fill_values(struct band *band) {
    for (size_t right = 1; right <= band->grid->cols; right++)
        for (size_t left = right; left-- > 0;) {
            if (has(band->r, left))
                cut_column(band, band->value, left, right);
            uint32_t nimber = mex(&band->grid->set[mx_interval(left, right)]);
            if (nimber > UINT8_MAX)
                return false;
            band->value[mx_interval(left, right)] = (uint8_t)nimber;
        }
    return true;
}

static bool fill_band(struct band *band) {
    memset(band->grid->set, 0, band->grid->column_intervals * sizeof(struct nimbers));
    for (size_t u = band->top; u < band->bottom; u++) {
        cut_crosses(band, u);
        cut_row(band, u);
    }
    return fill_values(band);
}

/* XORs, for each row of the band, what is above it with what is below it. */
static void split_band(const struct band *band) {
    const struct grid *g = band->grid;
    for (size_t u = band->top; u < band->bottom; u++) {
        const uint8_t *above = g->value + mx_interval(band->top, u) * g->column_intervals;
        const uint8_t *below = g->value + mx_interval(u + 1, band->bottom) * g->column_intervals;
        uint8_t *split = g->split + u * g->column_intervals;
        for (size_t columns = 0; columns < g->column_intervals; columns++)
            split[columns] = above[columns] ^ below[columns];
    }
}

static void start_band(struct band *band, uint32_t top, uint32_t bottom) {
    const struct grid *g = band->grid;
    band->top = top;
    band->bottom = bottom;
    band->value = g->value + mx_interval(top, bottom) * g->column_intervals;
    memset(band->r, 0, sizeof band->r);
    for (size_t u = top; u < bottom; u++)
        for (size_t word = 0; word < g->words; word++)
            band->r[word] |= g->mask[DARKRAFT_R][u * g->words + word];
    split_band(band);
}

static bool fill_height(struct band *band, uint32_t height) {
    for (uint32_t top = 0; top + height <= band->grid->rows; top++) {
        start_band(band, top, top + height);
        if (!fill_band(band))
            return false;
    }
    return true;
}

static size_t mask_words(const struct darkraft *board, uint32_t parity) {
    return darkraft_grid_rows(board, parity) * ((darkraft_grid_cols(board, parity) + 63u) / 64);
}

/* Of one class, a multiple of 64: masks, sets, values, splits. Below 2^40, as no side exceeds
 * DARKRAFT_MOST_SIDE. */
static uint64_t grid_bytes(const struct darkraft *board, uint32_t parity) {
    uint64_t rows = darkraft_grid_rows(board, parity);
    uint64_t column_intervals = mx_intervals(darkraft_grid_cols(board, parity));
    return (4 * mask_words(board, parity) * sizeof(uint64_t) +
            (sizeof(struct nimbers) + mx_intervals(rows) + rows) * column_intervals + 63) /
           64 * 64;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    uint64_t bytes = grid_bytes(batch->instances, 0) + grid_bytes(batch->instances, 1);
    return bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

/* Lays one class out in the workspace; touches nothing. */
static struct grid grid_at(const struct darkraft *board, uint32_t parity, void *workspace) {
    struct grid g = {.rows = darkraft_grid_rows(board, parity),
                     .cols = darkraft_grid_cols(board, parity)};
    g.words = (g.cols + 63) / 64;
    g.column_intervals = (size_t)mx_intervals(g.cols);
    char *memory = (char *)workspace + (parity ? (size_t)grid_bytes(board, 0) : 0);
    for (size_t letter = 0; letter < 4; letter++)
        g.mask[letter] = (uint64_t *)(void *)memory + letter * mask_words(board, parity);
    g.set = (struct nimbers *)(void *)(g.mask[3] + mask_words(board, parity));
    g.value = (uint8_t *)(g.set + g.column_intervals);
    g.split = g.value + (size_t)mx_intervals(g.rows) * g.column_intervals;
    return g;
}

/* Values 0, which is final for empty rectangles, and the masks in place. */
static void start(const struct grid *g, const struct darkraft *board, uint32_t parity) {
    memset(g->mask[0], 0, 4 * mask_words(board, parity) * sizeof(uint64_t));
    memset(g->value, 0, (size_t)mx_intervals(g->rows) * g->column_intervals);
    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = (row + parity) % 2; col < board->cols; col += 2) {
            struct darkraft_place at = darkraft_place_of(board, row, col);
            uint64_t *mask = g->mask[board->cell[(size_t)row * board->cols + col]];
            mask[(size_t)at.u * g->words + at.v / 64] |= UINT64_C(1) << at.v % 64;
        }
}

static size_t entry(const struct grid *g, uint32_t top, uint32_t left, uint32_t bottom,
                    uint32_t right) {
    return mx_interval(top, bottom) * g->column_intervals + mx_interval(left, right);
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct darkraft *board = mx_instance(&run->batch, 0);
    const uint64_t total = darkraft_grid_rows(board, 0) + darkraft_grid_rows(board, 1);
    uint64_t options = 0, done = 0;
    uint32_t nimber = 0;
    for (uint32_t parity = 0; parity < 2; parity++) {
        struct grid g = grid_at(board, parity, run->workspace);
        start(&g, board, parity);
        struct band band;
        band.grid = &g;
        band.options = 0;
        for (uint32_t height = 1; height <= g.rows; height++) {
            if (!mx_stage(run, done++, total))
                return MX_STOPPED;
            if (!fill_height(&band, height))
                return MX_GAVE_UP;
        }
        options += band.options;
        nimber ^= g.value[entry(&g, 0, 0, g.rows, g.cols)];
    }
    run->answers[0] = nimber != 0;
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct darkraft_rectangle r = darkraft_rectangle_of(state);
    struct grid g = grid_at(mx_instance(&run->batch, which), r.parity, run->workspace);
    return g.value[entry(&g, r.top, r.left, r.bottom, r.right)];
}

const struct mx_variant darkraft_bitpacked = {
    .name = "darkraft_bitpacked",
    .idea = "cells and seen nimbers as bit sets, both sides of a row combined once, byte values",
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .state_bits = 8,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
