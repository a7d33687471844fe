/* Only the rectangles that play can reach, with the lanes of darkraft_batched.c.
 *
 * Idea: bit sets say which rectangles are reachable from the whole grids (reach.h); the sweep of
 * darkraft_batched.c skips vectors that hold none of them. On boards of X alone this saves three
 * options of four, because most rectangles extend beyond the corners of the board. Complexity: that
 * of the sweep over what is left, after rows^3 * columns^2 / 64 word operations. Invariant: the
 * options of a reached rectangle are reached, so every value that matters is final; unreached lanes
 * stay 0 and affect no reached one. Time: the sweep.
 */
#include "darkraft/lane_forecast.h"

static enum mx_outcome solve(const struct mx_run *run) {
    return solve_groups(run, true);
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    return probe_group(run, which, state, true);
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return groups_bytes(batch, threads, true);
}

static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    return forecast_groups(batch, threads, true);
}

const struct mx_variant MX_ISA_SYMBOL(darkraft_reached) = {
    .name = MX_ISA_LABEL("darkraft_reached"),
    .idea = "lanes as in batched, only for rectangles that play reaches",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .keeps = MX_KEEPS_VISITED,
    .max_batch = 64,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .forecast = forecast,
};
