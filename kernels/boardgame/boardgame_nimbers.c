/* Bottom-up, the nimber of every set of filled cells, four bits each, in vectors.
 *
 * Idea: as boardgame_mex, for a vector of states at once. A vector of codes is four planes: plane p
 * holds bit p of the code of each state. Whether the options of a state have nimber v is one bit,
 * so a vector of bits for each v is the set of nimbers seen (at most 14 of them). Options outside
 * the vector are added plane by plane. Options inside it are added in rounds, most cells first:
 * states with equally many of the vector's cells do not lead to each other, so a round decides
 * them, and one shift for each nimber adds them to the rest. Completed states are known without a
 * table (terminal_blocks.h). Complexity: O(cells * 2^cells / width) vector operations,
 * 2^cells / 2 bytes. Invariant: behind the sweep all codes are final. Gives up when a nimber
 * exceeds 13. Time: the rounds.
 */
#include "boardgame/block_board.h"
#include "problem.h"

#define BLOCKS_A_STAGE 1024u /* blocks between two calls of the monitor */
#define PLANES 4u
#ifndef NIMBERS     /* tests/narrow */
#define NIMBERS 14u /* 0 .. 13 fit; then two codes for states without one */
#endif

enum { OVER = 14, LOONY = 15 };

/* The planes of a vector of codes. */
struct codes {
    boardgame_vector plane[PLANES];
};

struct counts {
    uint64_t positions[BOARDGAME_TABLE_CELLS + 1], lost[BOARDGAME_TABLE_CELLS + 1];
};

struct shared {
    struct boardgame_block_board blocks;
    boardgame_vector with_cells[BOARDGAME_VECTOR_CELLS + 1]; /* [n]: states with n of the cells */
    struct counts counts;
};

/* What is known about one vector while it is decided. */
struct vector_job {
    const struct codes *outside[BOARDGAME_TABLE_CELLS]; /* vectors one cell away */
    uint32_t outside_count;
    boardgame_vector over, open;          /* over: in normal play; open: exists, not terminal */
    boardgame_vector seen[NIMBERS], ends; /* ends: some option is over */
};

struct sweep {
    const struct mx_run *run;
    struct codes *table; /* [block][vector] */
    struct shared *shared;
    struct boardgame_worker *worker;
    uint32_t most; /* nimbers so far are at most this */
    uint64_t options;
};

static size_t table_bytes(const struct boardgame *board) {
    return PLANES * BOARDGAME_BLOCK_BYTES << boardgame_high_cells(board);
}

static struct sweep sweep_at(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    char *memory = run->workspace;
    struct sweep sweep = {.run = run, .table = run->workspace};
    sweep.shared = (struct shared *)(memory + table_bytes(board));
    sweep.worker = (struct boardgame_worker *)(sweep.shared + 1);
    return sweep;
}

static void start_sweep(struct sweep *sweep) {
    const struct boardgame *board = mx_instance(&sweep->run->batch, 0);
    struct shared *shared = sweep->shared;
    boardgame_block_board_start(&shared->blocks, board);
    boardgame_worker_start(sweep->worker, &shared->blocks, board);
    memset(shared->with_cells, 0, sizeof shared->with_cells);
    memset(&shared->counts, 0, sizeof shared->counts);
    for (uint32_t state = 0; state < 1u << BOARDGAME_VECTOR_CELLS; state++)
        shared->with_cells[__builtin_popcount(state)][state / 64] |= UINT64_C(1) << state % 64;
}

/* Adds the options outside the vector. Nimbers come in groups of four, which share planes 2 and 3;
 * groups above the largest nimber so far have nothing to add. */
static void see_outside(struct vector_job *job, uint32_t most) {
    for (uint32_t group = 0; group <= most / 4; group++) {
        boardgame_vector seen[4] = {{0}}, ends = {0};
        for (uint32_t i = 0; i < job->outside_count; i++) {
            const boardgame_vector *p = job->outside[i]->plane;
            const boardgame_vector in = (group & 1 ? p[2] : ~p[2]) & (group & 2 ? p[3] : ~p[3]);
            seen[0] |= in & ~p[0] & ~p[1];
            seen[1] |= in & p[0] & ~p[1];
            seen[2] |= in & ~p[0] & p[1];
            seen[3] |= in & p[0] & p[1];
            ends |= p[3] & p[2] & p[1] & ~p[0];
        }
        for (uint32_t i = 0; i < 4 && 4 * group + i < NIMBERS; i++)
            job->seen[4 * group + i] = seen[i];
        job->ends = ends;
    }
}

static uint32_t count_states(boardgame_vector states) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < MX_ISA_WIDTH / 8; i++)
        count += (uint32_t)__builtin_popcountll(states[i]);
    return count;
}

/* Enters a code for these states. */
static void enter(struct codes *codes, boardgame_vector states, uint32_t code) {
    for (uint32_t p = 0; p < PLANES; p++)
        codes->plane[p] = code >> p & 1 ? codes->plane[p] | states : codes->plane[p] & ~states;
}

/* Decides the open states of a vector. Returns false when a nimber does not fit. */
static bool settle(struct sweep *sweep, struct vector_job *job, uint32_t filled,
                   struct codes *codes) {
    struct shared *shared = sweep->shared;
    job->ends |= boardgame_leading_to(job->over);
    for (uint32_t cells = BOARDGAME_VECTOR_CELLS + 1; cells-- > 0;) {
        const boardgame_vector here = shared->with_cells[cells] & job->open;
        boardgame_vector rest = here & ~job->ends;
        const uint64_t positions = count_states(here);
        shared->counts.positions[filled + cells] += positions;
        sweep->options += positions * (shared->blocks.cells - filled - cells);
        for (uint32_t nimber = 0; boardgame_any(rest); nimber++) {
            if (nimber == NIMBERS)
                return false;
            const boardgame_vector is = rest & ~job->seen[nimber];
            rest &= job->seen[nimber];
            job->seen[nimber] |= boardgame_leading_to(is);
            enter(codes, is, nimber);
            sweep->most = nimber > sweep->most ? nimber : sweep->most;
            if (nimber == 0)
                shared->counts.lost[filled + cells] += count_states(is);
        }
    }
    return true;
}

static bool decide_vector(struct sweep *sweep, uint64_t number, uint32_t index,
                          const struct boardgame_block *terminal) {
    const struct boardgame_block_board *blocks = &sweep->shared->blocks;
    struct codes *block = sweep->table + number * BOARDGAME_BLOCK_VECTORS;
    struct vector_job job = {.open = ~terminal->states[index] & ~blocks->outside.states[index]};
    struct codes codes;
    memset(&codes, 0xff, sizeof codes);
    if (!blocks->misere) { /* in misere play they stay loony */
        job.over = terminal->states[index];
        enter(&codes, job.over, OVER);
    }
    block[index] = codes;
    if (!boardgame_any(job.open))
        return true;
    for (uint64_t rest = blocks->full & ~number; rest != 0; rest &= rest - 1)
        job.outside[job.outside_count++] =
            sweep->table + (number | (rest & -rest)) * BOARDGAME_BLOCK_VECTORS + index;
    for (uint32_t rest = ~index & (BOARDGAME_BLOCK_VECTORS - 1); rest != 0; rest &= rest - 1)
        job.outside[job.outside_count++] = block + (index | (rest & -rest));
    see_outside(&job, sweep->most);
    const uint32_t filled = (uint32_t)(__builtin_popcountll(number) + __builtin_popcount(index));
    const bool fits = settle(sweep, &job, filled, &codes);
    block[index] = codes;
    return fits;
}

static uint32_t code_of(const struct sweep *sweep, uint64_t state) {
    const uint64_t bits = boardgame_to_bits(&sweep->shared->blocks, state);
    const struct codes *codes = sweep->table + (bits >> BOARDGAME_VECTOR_CELLS);
    const uint32_t word = bits >> 6 & (MX_ISA_WIDTH / 8 - 1);
    uint32_t code = 0;
    for (uint32_t p = 0; p < PLANES; p++)
        code |= (uint32_t)(codes->plane[p][word] >> bits % 64 & 1) << p;
    return code;
}

static uint32_t nimber(const struct mx_run *run, uint32_t which, uint64_t state) {
    const struct sweep sweep = sweep_at(run);
    const uint32_t code = code_of(&sweep, state);
    (void)which;
    return code == LOONY ? MX_LOONY : code == OVER ? 0 : code;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    return nimber(run, which, state) != 0;
}

static bool count(const struct mx_run *run, uint32_t which, uint32_t layer, uint64_t *positions,
                  uint64_t *lost) {
    const struct counts *counts = &sweep_at(run).shared->counts;
    if (layer > boardgame_cells(mx_instance(&run->batch, which)))
        return false;
    *positions = counts->positions[layer];
    *lost = counts->lost[layer];
    return true;
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct sweep sweep = sweep_at(run);
    start_sweep(&sweep);
    const uint64_t full = sweep.shared->blocks.full;
    for (uint64_t number = full + 1; number-- > 0;) {
        if (number % BLOCKS_A_STAGE == 0 && !mx_stage(run, full - number, full + 1))
            return MX_STOPPED;
        const struct boardgame_block *terminal =
            boardgame_terminal_states(&sweep.worker->terminal, number);
        for (uint32_t index = BOARDGAME_BLOCK_VECTORS; index-- > 0;)
            if (!decide_vector(&sweep, number, index, terminal))
                return MX_GAVE_UP;
    }
    run->answers[0] = nimber(run, 0, 0) != 0;
    if (run->work != NULL)
        run->work[0] = sweep.options;
    return MX_SOLVED;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    return table_bytes(batch->instances) + sizeof(struct shared) +
           boardgame_worker_bytes(batch->instances);
}

static const struct mx_positions positions = {nimber, count};

const struct mx_variant MX_ISA_SYMBOL(boardgame_nimbers) = {
    .name = MX_ISA_LABEL("boardgame_nimbers"),
    .idea = "bottom-up, four bits with the nimber of every set of cells, a vector of sets at once",
    .isa = MX_ISA_LEVEL,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .lanes = 8 * MX_ISA_WIDTH,
    .state_bits = PLANES,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .unsupported = boardgame_beyond_tables,
    .probe = probe,
    .positions = &positions,
};
