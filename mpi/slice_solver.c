/* Decides the blocks of a slice with the block solver of the kernels. Compiled once for each
 * instruction set; knows nothing of MPI. */
#include "boardgame/block_digest.h"
#include "mpi/spread.h"

#define BLOCKS_A_CLAIM UINT64_C(32) /* blocks that a thread claims at a time */

_Static_assert(BOARDGAME_BLOCK_BYTES == MX_BLOCK_BYTES, "messages consist of blocks");

struct shared {
    struct boardgame_block_board blocks;
    struct boardgame_low_states low;
    const struct mx_spread *spread;
    size_t worker_bytes;
};

struct claims {
    const struct shared *shared;
    struct mx_slice_job *job;
    char *workers;
    uint64_t next; /* place */
};

static size_t shared_bytes(void) {
    return (sizeof(struct shared) + 63) / 64 * 64;
}

static size_t workspace_bytes(const struct boardgame *board, int threads) {
    return shared_bytes() + (size_t)threads * boardgame_worker_bytes(board);
}

static struct boardgame_worker *worker_of(const struct claims *claims, int thread) {
    return (struct boardgame_worker *)(claims->workers +
                                       (size_t)thread * claims->shared->worker_bytes);
}

/* The lightest high cells select the subcube, so that subcubes cost alike: their bits become the
 * highest. */
static void select_subcubes(struct boardgame_block_board *blocks, const struct mx_spread *spread) {
    for (uint32_t cell = 0; cell < blocks->cells; cell++) {
        const uint32_t bit = blocks->bit[cell], above = bit - blocks->low;
        if (bit >= blocks->low)
            blocks->bit[cell] =
                (uint8_t)(above < spread->bits ? bit + spread->inner : bit - spread->bits);
    }
}

static void start(void *workspace, const struct boardgame *board, const struct mx_spread *spread,
                  int threads, bool stream) {
    struct shared *shared = workspace;
    shared->spread = spread;
    shared->worker_bytes = boardgame_worker_bytes(board);
    boardgame_block_board_start(&shared->blocks, board);
    select_subcubes(&shared->blocks, spread);
    shared->blocks.stream = stream;
    boardgame_low_states_start(&shared->low, &shared->blocks);
    const struct claims claims = {.shared = shared, .workers = (char *)workspace + shared_bytes()};
    for (int thread = 0; thread < threads; thread++)
        boardgame_worker_start(worker_of(&claims, thread), &shared->blocks, board);
}

static const struct boardgame_block *block_of(const void *blocks, uint64_t first, uint64_t place,
                                              uint64_t slots) {
    const uint64_t slot = first + place;
    return (const struct boardgame_block *)blocks + (slot < slots ? slot : slot - slots);
}

static void find_neighbours(const struct claims *claims, uint64_t number, uint64_t place,
                            struct boardgame_neighbours *neighbours) {
    const struct mx_spread *spread = claims->shared->spread;
    const struct mx_slice_job *job = claims->job;
    uint64_t above[BOARDGAME_MOST_LAYER];
    const uint32_t inner = boardgame_ranks_above(&spread->layers, spread->inner, number, above);
    neighbours->count = 0;
    neighbours->far = boardgame_near_neighbours(spread->inner, number);
    for (uint32_t i = 0; i < inner; i++)
        neighbours->block[neighbours->count++] =
            block_of(job->ring, job->slice->above, above[i], spread->slots);
    for (uint32_t i = 0; i < job->outer_count; i++)
        neighbours->block[neighbours->count++] =
            block_of(job->outer[i].blocks, job->outer[i].first, place, job->outer[i].slots);
    if (neighbours->count == 0)
        neighbours->block[neighbours->count++] = &claims->shared->blocks.outside;
    boardgame_pad_neighbours(neighbours);
}

static void decide_claim(const struct claims *claims, struct boardgame_worker *mine,
                         uint64_t place) {
    const struct shared *shared = claims->shared;
    const struct mx_slice *slice = claims->job->slice;
    const uint64_t high = claims->job->subcube << shared->spread->inner;
    const uint64_t left = slice->end - place,
                   end = place + (left < BLOCKS_A_CLAIM ? left : BLOCKS_A_CLAIM);
    uint64_t number = boardgame_unrank(&shared->spread->layers, slice->layer, place);
    find_neighbours(claims, number, place, &mine->neighbours[place & 1]);
    for (; place < end; place++) {
        const bool last = place + 1 == end;
        const uint64_t soon = last ? number : boardgame_next_of_layer(number);
        find_neighbours(claims, soon, last ? place : place + 1, &mine->neighbours[!(place & 1)]);
        struct boardgame_block *lost = (struct boardgame_block *)block_of(
            claims->job->ring, slice->here, place, shared->spread->slots);
        boardgame_decide_for_worker(mine, &shared->blocks, high | number, place & 1, lost);
        if (claims->job->digests)
            mine->digest +=
                boardgame_block_digest(&shared->blocks, &shared->low, high | number, lost);
        number = soon;
    }
    boardgame_stream_end();
}

static void decide(void *workspace, struct mx_slice_job *job) {
    struct claims claims = {workspace, job, (char *)workspace + shared_bytes(), job->slice->first};
    const int threads = job->slice->end - job->slice->first < 2 * BLOCKS_A_CLAIM ? 1 : job->threads;
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (threads > 1)
    for (int thread = 0; thread < threads; thread++)
        for (uint64_t place; (place = __atomic_fetch_add(&claims.next, BLOCKS_A_CLAIM,
                                                         __ATOMIC_RELAXED)) < job->slice->end;) {
            decide_claim(&claims, worker_of(&claims, thread), place);
            if (thread == 0)
                job->poll();
        }
    for (int thread = 0; thread < threads; thread++) {
        struct boardgame_worker *worker = worker_of(&claims, thread);
        job->options += worker->options;
        job->digest += worker->digest;
        worker->options = worker->digest = 0;
    }
}

static uint64_t answer(const void *block) {
    return ~((const struct boardgame_block *)block)->states[0][0] & 1;
}

extern const struct mx_slice_solver MX_ISA_SYMBOL(mx_slice_solver);
const struct mx_slice_solver MX_ISA_SYMBOL(mx_slice_solver) = {MX_ISA_LEVEL, workspace_bytes, start,
                                                               decide, answer};
