/* The forecast of the vector kernels. A step is one option of a vector. */
#ifndef MX_DARKRAFT_LANE_FORECAST_H
#define MX_DARKRAFT_LANE_FORECAST_H

#include "darkraft/darkraft_likely.h"
#include "darkraft/lane_groups.h"

#define LIKELY_ROWS 32u /* rows of a grid that stand for all of them */

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

/* The options of X of all vectors of all bands and widths. */
static double likely_cross_steps(const struct lane_table *t, const struct darkraft *board,
                                 double share) {
    const uint32_t step = (t->side + LIKELY_ROWS - 1) / LIKELY_ROWS;
    double before[DARKRAFT_MOST_SIDE + 1], steps = 0;
    for (uint32_t u = 0; u < t->side && share > 0; u += step) {
        double options = 0;
        likely_crosses(t, board, u, share, before);
        for (uint32_t width = 1; width <= t->side; width++)
            for (size_t at = 0; at < (t->side - width + 1) * t->unit; at += LANES_BYTES)
                options += before[at / t->unit + width] - before[at / t->unit];
        steps += options * (double)intervals_around(u, t->side) * step;
    }
    return steps;
}

static struct mx_forecast forecast_groups(const struct mx_batch *batch, int threads, bool reach) {
    const struct lane_groups groups = divide_batch(batch, threads, reach);
    const struct lane_table t = lay_out(batch->instances, groups.boards, reach, 0, NULL);
    const struct likely_letters letters = likely_letters(batch);
    const double bands = (double)t.bands, side = t.side;
    const double lines = side * (side + 1) * (side + 2) / 6; /* rows of all bands together */
    double steps = likely_cross_steps(&t, batch->instances, letters.share[DARKRAFT_X]), results = 0;
    for (uint32_t width = 1; width <= t.side; width++) {
        const size_t bytes = (t.side - width + 1) * t.unit;
        const double vectors = ceil((double)bytes / MX_ISA_WIDTH);
        steps += letters.share[DARKRAFT_L] > 0 ? vectors * lines : 0;
        steps += letters.share[DARKRAFT_R] > 0 ? vectors * bands * width : 0;
        results += vectors * bands;
    }
    const double count = groups.count;
    struct mx_forecast all = {.steps = count * steps, .results = count * results};
    all.bytes = count * (double)t.bytes;
    all.spread = 1.3;
    if (reach) { /* results: word operations of the search */
        all.more = all.steps * likely_reached(batch, &letters);
        all.steps = 0;
        all.results = count * 2 * lines * side * t.words;
        all.spread = 2;
    }
    all.shares = groups.inside > 1 ? side / 2 : count;
    all.stages = groups.inside > 1 ? groups.count * side : groups.outside > 1;
    return all;
}

#endif
