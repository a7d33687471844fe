/* Many boards at once, or one large one: a byte for each left edge, board and class.
 *
 * Idea: rectangles of one size and interval of rows at consecutive left edges, of all boards and
 * both classes, are lanes (lane_table.h). Rows are cut first, once for all intervals of columns,
 * so that X costs as little as L (lane_sweep.h). Sets of nimbers are bytes of eight, five
 * operations for two (octets.h); of the cells of L in a row, or of R in a column, one is looked at.
 * Complexity: options / lanes * (5 + 5 for each 16 nimbers) operations; a byte a rectangle, two
 * where nimbers may exceed 255. Invariant: lower bands are final, and so are narrower rectangles
 * of the same band; a lane that has seen all nimbers looked for is looked at again for more. The
 * time goes into these comparisons.
 */
#include "darkraft/groups.h"

static enum mx_outcome solve(const struct mx_run *run) {
    return solve_groups(run, false);
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    return probe_group(run, which, state, false);
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return groups_bytes(batch, threads, false);
}

const struct mx_variant MX_ISA_SYMBOL(darkraft_batched) = {
    .name = MX_ISA_LABEL("darkraft_batched"),
    .idea = "lanes are left edges, boards and classes, sets of nimbers looked up",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 64,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
