/* Bottom-up, the nimber of every set of filled cells, a byte each.
 *
 * Idea: nobody may let the opponent complete a pattern at once. What is left is normal play: a
 * state's nimber is the mex of the nimbers of its options, and completed states are over. A state
 * with an option that is over is *loony*: the player to move completes a pattern, so no player
 * leaves it, and it has no nimber. Otherwise a state is lost in the whole game exactly when its
 * nimber is 0. In misere play nobody may complete a pattern, so completed states are loony and all
 * others have a nimber. Complexity: O(cells * 2^cells) time, 2^cells bytes. Invariant: behind the
 * downward sweep every byte is a nimber or one of the two codes. Time: the look-ups one cell away.
 */
#include <string.h>

#include "boardgame/lost_table.h"
#include "problem.h"

#define STATES_A_STAGE (UINT64_C(1) << 20) /* states between two calls of the monitor */

enum { OVER = 254, LOONY = 255 };

/* The workspace: the table, the counts. */
struct counts {
    uint64_t positions[BOARDGAME_TABLE_CELLS + 1], lost[BOARDGAME_TABLE_CELLS + 1];
};

static struct counts *counts_of(const struct mx_run *run) {
    const uint64_t states = boardgame_all_cells(mx_instance(&run->batch, 0)) + 1;
    return (struct counts *)((char *)run->workspace + (states + 63) / 64 * 64);
}

/* The code of a state that is not over. */
static uint8_t code_of(const uint8_t *table, uint64_t state, uint64_t empty) {
    uint64_t seen = 0;
    for (; empty != 0; empty &= empty - 1) {
        const uint8_t code = table[state | (empty & -empty)];
        if (code == OVER)
            return LOONY;
        if (code != LOONY)
            seen |= UINT64_C(1) << code;
    }
    return (uint8_t)__builtin_ctzll(~seen);
}

/* The downward sweep over states first .. end-1, of which those marked 1 are over. Returns the
 * number of options. */
static uint64_t sweep_down(uint8_t *table, struct counts *counts, uint64_t first, uint64_t end,
                           uint64_t all, bool misere) {
    uint64_t options = 0;
    for (uint64_t state = end; state-- > first;) {
        if (table[state]) {
            table[state] = misere ? LOONY : OVER;
            continue;
        }
        const int filled = __builtin_popcountll(state);
        table[state] = code_of(table, state, all & ~state);
        options += (uint64_t)__builtin_popcountll(all & ~state);
        counts->positions[filled]++;
        counts->lost[filled] += table[state] == 0;
    }
    return options;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const uint64_t all = boardgame_all_cells(board), states = all + 1;
    const uint64_t step = states < STATES_A_STAGE ? states : STATES_A_STAGE;
    uint8_t *table = run->workspace;
    memset(table, 0, (size_t)states);
    memset(counts_of(run), 0, sizeof(struct counts));
    boardgame_mark_placements(table, board);
    for (uint64_t first = 0; first < states; first += step) {
        if (!mx_stage(run, first, 2 * states))
            return MX_STOPPED;
        boardgame_sweep_up(table, first, first + step);
    }
    uint64_t options = 0;
    for (uint64_t end = states; end > 0; end -= step) {
        if (!mx_stage(run, 2 * states - end, 2 * states))
            return MX_STOPPED;
        options += sweep_down(table, counts_of(run), end - step, end, all, board->misere);
    }
    run->answers[0] = table[0] != 0 && table[0] != OVER;
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    const size_t table = boardgame_lost_table_workspace(batch, threads);
    return table == SIZE_MAX ? table : (table + 63) / 64 * 64 + sizeof(struct counts);
}

static uint32_t nimber(const struct mx_run *run, uint32_t which, uint64_t state) {
    const uint8_t code = ((const uint8_t *)run->workspace)[state];
    (void)which;
    return code == LOONY ? MX_LOONY : code == OVER ? 0 : code;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    return nimber(run, which, state) != 0;
}

static bool count(const struct mx_run *run, uint32_t which, uint32_t layer, uint64_t *positions,
                  uint64_t *lost) {
    const struct counts *counts = counts_of(run);
    if (layer > boardgame_cells(mx_instance(&run->batch, which)))
        return false;
    *positions = counts->positions[layer];
    *lost = counts->lost[layer];
    return true;
}

static const struct mx_positions positions = {nimber, count};

const struct mx_variant boardgame_mex = {
    .name = "boardgame_mex",
    .idea = "bottom-up, a byte with the nimber of every set of cells",
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .state_bits = 8,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .unsupported = boardgame_beyond_tables,
    .probe = probe,
    .positions = &positions,
};
