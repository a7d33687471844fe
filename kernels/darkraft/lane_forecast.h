/* The forecast of the vector kernels. A step is one option of a vector. */
#ifndef MX_DARKRAFT_LANE_FORECAST_H
#define MX_DARKRAFT_LANE_FORECAST_H

#include "darkraft/darkraft_likely.h"
#include "darkraft/lane_groups.h"

#define LIKELY_ROWS 32u /* rows of a grid that stand for all of them, at most */

/* before[v]: the columns left of v that list_crosses (lane_table.h) likely lists for row u. */
static void likely_crosses(const struct lane_table *t, const struct darkraft *board, uint32_t u,
                           double share, double *before) {
    uint32_t cells = 0; /* of the columns v .. v+near-1 */
    before[t->side] = 0;
    for (uint32_t v = t->side; v-- > 0;) {
        for (uint32_t parity = 0; parity < 2; parity++) {
            cells += letter_at(board, parity, u, v) != 0;
            cells -= v + t->near < t->side && letter_at(board, parity, u, v + t->near) != 0;
        }
        before[v] = 1 - pow(1 - share, (double)cells * t->boards);
    }
    double sum = 0;
    for (uint32_t v = 0; v <= t->side; v++) {
        const double listed = before[v];
        before[v] = sum;
        sum += listed;
    }
}

/* The likely work of the sweep of a table; a step is an option of a vector. */
struct likely_sweep {
    double steps, vectors;
};

/* Adds the vectors of a band, whose crosses before each column are above[] and below[] in the rows
 * up to its first and to its last one. */
static void add_band(struct likely_sweep *sum, const struct lane_table *t, struct span lefts,
                     struct span ends, double rows, const double *above, const double *below,
                     const struct likely_letters *letters, double weight) {
    for (uint32_t width = least_width(lefts, ends); lefts.first + width < ends.end; width++) {
        const struct span run = run_of_width(lefts, ends, width);
        const double lines = (letters->share[DARKRAFT_L] > 0 ? rows : 0) +
                             (letters->share[DARKRAFT_R] > 0 ? width : 0);
        for (size_t at = run.first * t->unit; at < run.end * t->unit; at += LANES_BYTES) {
            const size_t left = at / t->unit, right = left + width;
            const double crosses = below[right] - above[right] - below[left] + above[left];
            sum->steps += weight * (crosses + lines);
            sum->vectors += weight;
        }
    }
}

static struct likely_sweep likely_sweep(const struct lane_table *t, const struct darkraft *board,
                                        const struct likely_letters *letters) {
    const uint32_t step = (t->side + LIKELY_ROWS - 1) / LIKELY_ROWS;
    double before[LIKELY_ROWS + 1][DARKRAFT_MOST_SIDE + 1];
    memset(before[0], 0, sizeof before[0]);
    struct likely_sweep sum = {0, 0};
    for (uint32_t i = 0; i * step < t->side; i++) {
        likely_crosses(t, board, i * step, letters->share[DARKRAFT_X], before[i + 1]);
        for (uint32_t v = 0; v <= t->side; v++)
            before[i + 1][v] = before[i + 1][v] * step + before[i][v];
        const uint32_t last = least(i * step + step, t->side) - 1;
        struct span cells = cells_of_row(board, last);
        for (uint32_t u = last + 1; u-- > 0;) {
            const struct span first = cells_of_row(board, u), end = cells_of_row(board, last);
            cells = span_of_both(cells, first);
            if (u % step == 0)
                add_band(&sum, t, tight_lefts(cells, first, end), tight_ends(cells, first, end),
                         last + 1 - u, before[u / step], before[i + 1], letters,
                         (double)step * step);
        }
    }
    return sum;
}

static struct mx_forecast forecast_groups(const struct mx_batch *batch, int threads, bool reach) {
    const struct lane_groups groups = divide_batch(batch, threads, reach);
    const struct lane_table t = lay_out(batch->instances, groups.boards, reach, 0, NULL);
    const struct likely_letters letters = likely_letters(batch);
    const double side = t.side;
    const double lines = side * (side + 1) * (side + 2) / 6; /* rows of all bands together */
    const struct likely_sweep sweep = likely_sweep(&t, batch->instances, &letters);
    const double count = groups.count;
    struct mx_forecast all = {.steps = count * sweep.steps, .results = count * sweep.vectors};
    all.bytes = count * (double)t.bytes;
    all.spread = 1.3;
    if (reach) { /* results: word operations of the search */
        all.more = all.steps * likely_reached(batch, &letters);
        all.steps = 0;
        all.results = count * 2 * lines * least(2 * t.margin, t.side) * t.words;
        all.spread = 2;
    }
    all.shares = groups.inside > 1 ? side / 2 : count;
    all.stages = groups.inside > 1 ? groups.count * side : groups.outside > 1;
    return all;
}

#endif
