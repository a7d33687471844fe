/* The two sweeps of boardgame_iterative with OpenMP.
 *
 * Idea: cut the table into blocks of states that agree in their high cells. A state's neighbours
 * lie in its own block or in blocks with one high cell more or less, so blocks with equally many
 * high cells are independent: a layer. Layers go up for what has ended, then down for who wins.
 * Complexity: as boardgame_iterative, divided by the threads. Invariant: blocks of the layers
 * behind are final for that sweep. The time goes into look-ups in other blocks, out of cache.
 */
#include <string.h>

#include "boardgame/lost_table.h"

#define MOST_BLOCK_CELLS 16 /* low cells: up to 64 KiB a block */
#define SLICE 128           /* blocks between two calls of the monitor */

struct sweep {
    const struct mx_run *run;
    uint8_t *lost;
    uint64_t all_cells, block_states, blocks;
    uint64_t done; /* blocks, of both sweeps */
    uint64_t options;
};

/* The next larger number with as many bits set; `bits` is not 0. (Gosper's hack.) */
static uint64_t next_of_layer(uint64_t bits) {
    uint64_t low = bits & -bits, carried = bits + low;
    return carried | (bits ^ carried) >> 2 >> __builtin_ctzll(low);
}

/* Sweeps over blocks that are independent of each other. */
static void sweep_slice(struct sweep *sweep, const uint64_t *slice, int count, bool up) {
    uint64_t options = 0;
#pragma omp parallel for schedule(dynamic) num_threads(sweep->run->threads) reduction(+ : options)
    for (int i = 0; i < count; i++) {
        uint64_t first = slice[i] * sweep->block_states, end = first + sweep->block_states;
        if (up)
            boardgame_sweep_up(sweep->lost, first, end);
        else
            options += boardgame_sweep_down(sweep->lost, first, end, sweep->all_cells);
    }
    sweep->options += options;
    sweep->done += (uint64_t)count;
}

/* All blocks with so many high cells, a slice at a time. False: the monitor said stop. */
static bool sweep_layer(struct sweep *sweep, int high_cells, bool up) {
    uint64_t block = (UINT64_C(1) << high_cells) - 1;
    while (block < sweep->blocks) {
        uint64_t slice[SLICE];
        int count = 0;
        for (; count < SLICE && block < sweep->blocks; count++) {
            slice[count] = block;
            block = block == 0 ? sweep->blocks : next_of_layer(block);
        }
        if (!mx_stage(sweep->run, sweep->done, 2 * sweep->blocks))
            return false;
        sweep_slice(sweep, slice, count, up);
    }
    return true;
}

static void clear(struct sweep *sweep) {
#pragma omp parallel for num_threads(sweep->run->threads)
    for (uint64_t block = 0; block < sweep->blocks; block++)
        memset(sweep->lost + block * sweep->block_states, 0, (size_t)sweep->block_states);
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const int cells = (int)boardgame_cells(board);
    const int low = cells / 2 < MOST_BLOCK_CELLS ? cells / 2 : MOST_BLOCK_CELLS, high = cells - low;
    struct sweep sweep = {
        run, run->workspace, boardgame_all_cells(board), UINT64_C(1) << low, UINT64_C(1) << high, 0,
        0};
    clear(&sweep);
    boardgame_mark_placements(sweep.lost, board);
    for (int layer = 0; layer <= high; layer++)
        if (!sweep_layer(&sweep, layer, true))
            return MX_STOPPED;
    for (int layer = high; layer >= 0; layer--)
        if (!sweep_layer(&sweep, layer, false))
            return MX_STOPPED;
    run->answers[0] = !sweep.lost[0];
    if (run->work != NULL)
        run->work[0] = sweep.options;
    return MX_SOLVED;
}

const struct mx_variant boardgame_parallel = {
    .name = "boardgame_parallel",
    .idea = "boardgame_iterative with OpenMP over blocks with equally many high cells",
    .threaded = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .workspace_bytes = boardgame_lost_table_workspace,
    .solve = solve,
    .probe = boardgame_lost_table_probe,
};
