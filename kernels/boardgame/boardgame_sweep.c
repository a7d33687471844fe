/* Bottom-up, one bit for every set of filled cells, streamed through in blocks of 4 KiB.
 *
 * Idea: as boardgame_bitpacked, but the table is read and written only once. A block starts as the
 * OR of the blocks with one high cell more, which are read as whole blocks while those of the next
 * block are prefetched. It is then decided in the cache (block_solver.h). Its terminal states are
 * known without a table (terminal_blocks.h), so there is no upward sweep. Blocks with equal highest
 * cells form a task, tasks with equally many of these a layer. The tasks of a layer are
 * independent, and a thread takes one at a time. Complexity: O(cells * 2^cells / width) vector
 * operations, 2^cells / 8 bytes. Invariant: behind the sweep all bits are final. Time: the rounds
 * within vectors, 7 to 12 operations for each cell and vector; on large boards, reading the blocks
 * of half of the high cells from memory.
 */
#include "boardgame/block_digest.h"

#define TASK_CELLS 6u /* a task is up to 2^6 blocks */
#define NEAR_CELLS 6u /* neighbours across these cells are in the cache */
#define SLICE 256u    /* tasks between two calls of the monitor */

struct shared {
    struct boardgame_block_board blocks;
    struct boardgame_low_states low;
};

struct sweep {
    const struct mx_run *run;
    const struct boardgame *board;
    struct boardgame_block *table; /* 2^high blocks */
    struct boardgame_block_board *blocks;
    struct boardgame_low_states *low;
    char *workers;
    size_t worker_bytes;
    uint32_t task_cells;
    uint64_t tasks, done; /* in tasks */
    uint64_t slice[SLICE];
    uint32_t slice_count, slice_next;
};

static size_t table_bytes(const struct boardgame *board) {
    return BOARDGAME_BLOCK_BYTES << boardgame_high_cells(board);
}

static size_t shared_bytes(void) {
    return (sizeof(struct shared) + 63) / 64 * 64;
}

static struct sweep sweep_at(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    char *memory = run->workspace;
    const uint32_t high = boardgame_high_cells(board);
    struct sweep sweep = {.run = run, .board = board, .table = run->workspace};
    struct shared *shared = (struct shared *)(memory + table_bytes(board));
    sweep.blocks = &shared->blocks;
    sweep.low = &shared->low;
    sweep.workers = memory + table_bytes(board) + shared_bytes();
    sweep.worker_bytes = boardgame_worker_bytes(board);
    sweep.task_cells = high < TASK_CELLS ? high : TASK_CELLS;
    sweep.tasks = UINT64_C(1) << (high - sweep.task_cells);
    return sweep;
}

static struct boardgame_worker *worker_of(const struct sweep *sweep, int thread) {
    return (struct boardgame_worker *)(sweep->workers + (size_t)thread * sweep->worker_bytes);
}

static void find_neighbours(const struct sweep *sweep, uint64_t number,
                            struct boardgame_neighbours *neighbours) {
    neighbours->count = neighbours->far = 0;
    for (uint64_t rest = sweep->blocks->full & ~number; rest != 0; rest &= rest - 1) {
        const uint64_t cell = rest & -rest;
        neighbours->far += cell < UINT64_C(1) << NEAR_CELLS;
        neighbours->block[neighbours->count++] = sweep->table + (number | cell);
    }
    if (neighbours->count == 0)
        neighbours->block[neighbours->count++] = &sweep->blocks->outside;
    boardgame_pad_neighbours(neighbours);
}

/* Decides the blocks of a task, most cells first. */
static void decide_task(const struct sweep *sweep, struct boardgame_worker *worker, uint64_t task) {
    const uint64_t first = task << sweep->task_cells;
    uint64_t number = first + (UINT64_C(1) << sweep->task_cells) - 1;
    find_neighbours(sweep, number, &worker->neighbours[number & 1]);
    for (;; number--) {
        const uint64_t soon = number == first ? number : number - 1;
        find_neighbours(sweep, soon, &worker->neighbours[!(number & 1)]);
        boardgame_decide_for_worker(worker, sweep->blocks, number, number & 1,
                                    sweep->table + number);
        if (sweep->run->digests != NULL)
            worker->digest +=
                boardgame_block_digest(sweep->blocks, sweep->low, number, sweep->table + number);
        if (number == first)
            return;
    }
}

/* Decides the tasks of a slice; an idle thread takes the next one. The runtime may start fewer
 * threads than asked for: the others' share is taken by those that run. */
static void decide_slice(struct sweep *sweep) {
    const int threads = boardgame_threads(sweep->run, sweep->blocks);
    sweep->slice_next = 0;
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (threads > 1)
    for (int thread = 0; thread < threads; thread++)
        for (uint32_t i; (i = __atomic_fetch_add(&sweep->slice_next, 1, __ATOMIC_RELAXED)) <
                         sweep->slice_count;)
            decide_task(sweep, worker_of(sweep, thread), sweep->slice[i]);
    sweep->done += sweep->slice_count;
}

/* Decides all tasks with `cells` cells, a slice at a time. Returns false when the monitor stopped
 * it. */
static bool decide_layer(struct sweep *sweep, uint32_t cells) {
    uint64_t task = (UINT64_C(1) << cells) - 1;
    while (task < sweep->tasks) {
        for (sweep->slice_count = 0; sweep->slice_count < SLICE && task < sweep->tasks;) {
            sweep->slice[sweep->slice_count++] = task;
            task = task == 0 ? sweep->tasks : boardgame_next_of_layer(task);
        }
        if (!mx_stage(sweep->run, sweep->done, sweep->tasks))
            return false;
        decide_slice(sweep);
    }
    return true;
}

static void start_sweep(struct sweep *sweep) {
    boardgame_block_board_start(sweep->blocks, sweep->board);
    boardgame_low_states_start(sweep->low, sweep->blocks);
    for (int thread = 0; thread < sweep->run->threads; thread++)
        boardgame_worker_start(worker_of(sweep, thread), sweep->blocks, sweep->board);
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct sweep sweep = sweep_at(run);
    start_sweep(&sweep);
    for (uint32_t cells = sweep.blocks->high - sweep.task_cells + 1; cells-- > 0;)
        if (!decide_layer(&sweep, cells))
            return MX_STOPPED;
    run->answers[0] = ~sweep.table[0].states[0][0] & 1;
    uint64_t options = 0, digest = 0;
    for (int thread = 0; thread < run->threads; thread++) {
        options += worker_of(&sweep, thread)->options;
        digest += worker_of(&sweep, thread)->digest;
    }
    if (run->work != NULL)
        run->work[0] = options;
    if (run->digests != NULL)
        run->digests[0] = digest;
    return MX_SOLVED;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    const struct boardgame *board = batch->instances;
    return table_bytes(board) + shared_bytes() + (size_t)threads * boardgame_worker_bytes(board);
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    const struct sweep sweep = sweep_at(run);
    const uint64_t *word = run->workspace, bits = boardgame_to_bits(sweep.blocks, state);
    (void)which;
    return ~word[bits / 64] >> bits % 64 & 1;
}

static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    (void)threads;
    return boardgame_forecast_blocks(batch->instances);
}

const struct mx_variant MX_ISA_SYMBOL(boardgame_sweep) = {
    .name = MX_ISA_LABEL("boardgame_sweep"),
    .idea = "bottom-up, losing bits in blocks of 4 KiB, a fixed point within each vector",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .digests = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .lanes = 8 * MX_ISA_WIDTH,
    .state_bits = 1,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .unsupported = boardgame_beyond_tables,
    .probe = probe,
    .forecast = forecast,
};
