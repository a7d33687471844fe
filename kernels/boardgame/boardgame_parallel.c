/* The two sweeps of boardgame_iterative with OpenMP.
 *
 * Idea: divide the table into blocks of states that agree in their high cells. A state's neighbours
 * lie in its own block or in blocks with one high cell more or less, so blocks with equally many
 * high cells are independent: a layer. Layers are processed upwards for terminal states, then
 * downwards for lost states. Complexity: as boardgame_iterative, divided by the threads. Invariant:
 * blocks of the layers behind are final for that sweep. Time: look-ups in other blocks, which miss
 * the cache.
 */
#include <string.h>

#include "boardgame/lost_table.h"

#define MOST_BLOCK_CELLS 16 /* low cells: up to 64 KiB a block */
#define SLICE 32            /* blocks between two calls of the monitor */

enum pass { CLEAR, UP, DOWN };

struct parallel_sweep {
    const struct mx_run *run;
    uint8_t *lost;
    const struct boardgame *board;
    uint64_t block_states, blocks;
    uint64_t done; /* blocks, over all passes */
    uint64_t options;
};

/* A thousand blocks; fewer on small boards, more where the blocks would get too large. */
static int high_cells_of(int cells) {
    const int high = cells < 20 ? cells / 2 : 10;
    return cells - high > MOST_BLOCK_CELLS ? cells - MOST_BLOCK_CELLS : high;
}

static struct parallel_sweep parallel_sweep_of(const struct mx_run *run,
                                               const struct boardgame *board, int high) {
    return (struct parallel_sweep){.run = run,
                                   .lost = run->workspace,
                                   .board = board,
                                   .block_states = UINT64_C(1)
                                                   << ((int)boardgame_cells(board) - high),
                                   .blocks = UINT64_C(1) << high};
}

/* The next larger number with as many bits set; `bits` is not 0. (Gosper's hack.) */
static uint64_t next_of_layer(uint64_t bits) {
    uint64_t low = bits & -bits, carried = bits + low;
    return carried | (bits ^ carried) >> 2 >> __builtin_ctzll(low);
}

/* Returns the number of moves evaluated. */
static uint64_t pass_over_block(const struct parallel_sweep *sweep, uint64_t block,
                                enum pass pass) {
    const uint64_t first = block * sweep->block_states, end = first + sweep->block_states;
    if (pass == CLEAR)
        memset(sweep->lost + first, 0, (size_t)sweep->block_states);
    if (pass == UP)
        boardgame_sweep_up(sweep->lost, first, end);
    if (pass == DOWN)
        return boardgame_sweep_down(sweep->lost, first, end, sweep->board);
    return 0;
}

/* One pass over blocks that are independent of each other. */
static void pass_over_slice(struct parallel_sweep *sweep, const uint64_t *slice, int count,
                            enum pass pass) {
    uint64_t options = 0;
#pragma omp parallel for schedule(dynamic) num_threads(sweep->run->threads) reduction(+ : options)
    for (int i = 0; i < count; i++)
        options += pass_over_block(sweep, slice[i], pass);
    sweep->options += options;
    sweep->done += (uint64_t)count;
}

/* One pass over all blocks with `high_cells` high cells, a slice at a time. Returns false when the
 * monitor stopped it. */
static bool pass_over_layer(struct parallel_sweep *sweep, int high_cells, enum pass pass) {
    uint64_t block = (UINT64_C(1) << high_cells) - 1;
    while (block < sweep->blocks) {
        uint64_t slice[SLICE];
        int count = 0;
        for (; count < SLICE && block < sweep->blocks; count++) {
            slice[count] = block;
            block = block == 0 ? sweep->blocks : next_of_layer(block);
        }
        if (!mx_stage(sweep->run, sweep->done, 3 * sweep->blocks))
            return false;
        pass_over_slice(sweep, slice, count, pass);
    }
    return true;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const int high = high_cells_of((int)boardgame_cells(board));
    struct parallel_sweep sweep = parallel_sweep_of(run, board, high);
    for (int layer = 0; layer <= high; layer++)
        if (!pass_over_layer(&sweep, layer, CLEAR))
            return MX_STOPPED;
    boardgame_mark_placements(sweep.lost, board);
    for (int layer = 0; layer <= high; layer++)
        if (!pass_over_layer(&sweep, layer, UP))
            return MX_STOPPED;
    for (int layer = high; layer >= 0; layer--)
        if (!pass_over_layer(&sweep, layer, DOWN))
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
    .state_bits = 8,
    .workspace_bytes = boardgame_lost_table_workspace,
    .solve = solve,
    .unsupported = boardgame_beyond_tables,
    .probe = boardgame_lost_table_probe,
};
