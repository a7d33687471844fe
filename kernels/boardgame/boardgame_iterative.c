/* Bottom-up, one byte for every set of filled cells.
 *
 * Idea: a state is a larger number than its subsets, so counting up meets every subset first and
 * counting down every superset. Upwards: a state is terminal when it is a placement or contains,
 * with one cell less, a terminal state. Downwards: any other state is lost when no move leaves a
 * lost state; a terminal one is lost in normal play and won in misere play. Complexity: O(cells *
 * 2^cells) time, 2^cells bytes. Invariant: behind the sweep every byte is final for that sweep.
 * Time: the look-ups one cell away, most of which miss the cache on large boards.
 */
#include <string.h>

#include "boardgame/lost_table.h"

#define STATES_A_STAGE (UINT64_C(1) << 20) /* states between two calls of the monitor */

static enum mx_outcome solve(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const uint64_t states = boardgame_all_cells(board) + 1;
    const uint64_t step = states < STATES_A_STAGE ? states : STATES_A_STAGE;
    uint8_t *lost = run->workspace;
    for (uint64_t first = 0; first < states; first += step) {
        if (!mx_stage(run, first, 3 * states))
            return MX_STOPPED;
        memset(lost + first, 0, (size_t)step);
    }
    boardgame_mark_placements(lost, board);
    for (uint64_t first = 0; first < states; first += step) {
        if (!mx_stage(run, states + first, 3 * states))
            return MX_STOPPED;
        boardgame_sweep_up(lost, first, first + step);
    }
    uint64_t options = 0;
    for (uint64_t end = states; end > 0; end -= step) {
        if (!mx_stage(run, 3 * states - end, 3 * states))
            return MX_STOPPED;
        options += boardgame_sweep_down(lost, end - step, end, board);
    }
    run->answers[0] = !lost[0];
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

const struct mx_variant boardgame_iterative = {
    .name = "boardgame_iterative",
    .idea =
        "bottom-up, a byte for every set of cells: terminal states upwards, lost states downwards",
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .state_bits = 8,
    .workspace_bytes = boardgame_lost_table_workspace,
    .solve = solve,
    .unsupported = boardgame_beyond_tables,
    .probe = boardgame_lost_table_probe,
};
