/* Many boards at once, or one large one: one byte for each left edge, board and class.
 *
 * Idea: a vector holds the rectangles of one band and width, at consecutive left edges, of all
 * boards and both classes (lane_table.h). The value that clearing a row of a band leaves is
 * computed once for all intervals of columns, so an option of X costs as little as one of L
 * (lane_sweep.h). Sets of nimbers are octets, updated with five operations for two of them
 * (octets.h). All L in a row have the same option, and so have all R in a column: only one of them
 * is evaluated, and only rectangles with a cell in each border line (strips.h). Complexity: (5 + 5
 * for each 16 nimbers) operations for each vector of options; one byte a rectangle, two where
 * nimbers may exceed 255. Invariant: lower bands are final, and so are the narrower rectangles of
 * the band at work. Lanes whose octets are full make another pass with further octets. Time: the
 * comparisons that distribute options over octets.
 */
#include "darkraft/lane_forecast.h"

static enum mx_outcome solve(const struct mx_run *run) {
    return solve_groups(run, false);
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    return probe_group(run, which, state, false);
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return groups_bytes(batch, threads, false);
}

static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    return forecast_groups(batch, threads, false);
}

const struct mx_variant MX_ISA_SYMBOL(darkraft_batched) = {
    .name = MX_ISA_LABEL("darkraft_batched"),
    .idea = "lanes are left edges, boards and classes, sets of nimbers looked up",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .digests = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 64,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .forecast = forecast,
};
