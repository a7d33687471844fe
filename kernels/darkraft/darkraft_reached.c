/* The rectangles only that play can reach, in lanes.
 *
 * Idea: bit sets say which rectangles the whole grids lead to (reach.h), and the sweep of
 * darkraft_batched.c leaves vectors out that hold none of them. On X alone that is three options of
 * four: a rectangle that begins and ends off the board's corners is not to be had. Complexity: that
 * of the sweep over what is left, and rows^3 * columns^2 / 64 word operations before. Invariant: a
 * reached rectangle's options are reached, so what is read is final; lanes that are not reached
 * stay 0 and reach nobody. The time goes into the sweep.
 */
#include "darkraft/groups.h"

static enum mx_outcome solve(const struct mx_run *run) {
    return solve_groups(run, true);
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    return probe_group(run, which, state, true);
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return groups_bytes(batch, threads, true);
}

const struct mx_variant MX_ISA_SYMBOL(darkraft_reached) = {
    .name = MX_ISA_LABEL("darkraft_reached"),
    .idea = "lanes as in batched, of the rectangles only that play reaches",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .keeps = MX_KEEPS_VISITED,
    .max_batch = 64,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
