/* Bottom-up, one byte for every set of filled cells.
 *
 * Idea: a state has more cells than its subsets and is a larger number, so counting up meets every
 * subset first and counting down every superset. Up: a state has ended when it is a placement or
 * contains, one cell less, a state that has. Down: any other is lost when no move leaves a lost
 * one. Complexity: O(cells * 2^cells) time, 2^cells bytes. Invariant: behind the sweep every byte
 * is final for that sweep. The time goes into the look-ups one cell further, most of which miss
 * the cache on large boards.
 */
#include <string.h>

#include "boardgame/lost_table.h"

#define STRIDE (UINT64_C(1) << 20) /* states between two calls of the monitor */

static enum mx_outcome solve(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const uint64_t all = boardgame_all_cells(board), states = all + 1;
    const uint64_t stride = states < STRIDE ? states : STRIDE;
    uint8_t *lost = run->workspace;
    for (uint64_t first = 0; first < states; first += stride) {
        if (!mx_stage(run, first, 3 * states))
            return MX_STOPPED;
        memset(lost + first, 0, (size_t)stride);
    }
    boardgame_mark_placements(lost, board);
    for (uint64_t first = 0; first < states; first += stride) {
        if (!mx_stage(run, states + first, 3 * states))
            return MX_STOPPED;
        boardgame_sweep_up(lost, first, first + stride);
    }
    uint64_t options = 0;
    for (uint64_t end = states; end > 0; end -= stride) {
        if (!mx_stage(run, 3 * states - end, 3 * states))
            return MX_STOPPED;
        options += boardgame_sweep_down(lost, end - stride, end, all);
    }
    run->answers[0] = !lost[0];
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

const struct mx_variant boardgame_iterative = {
    .name = "boardgame_iterative",
    .idea = "bottom-up, a byte for every set of cells: up for what has ended, down for who wins",
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .state_bits = 8,
    .workspace_bytes = boardgame_lost_table_workspace,
    .solve = solve,
    .probe = boardgame_lost_table_probe,
};
