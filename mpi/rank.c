/* Messages are sent from the ring that they were decided in and never copied. The order of messages
 * with one tag between two ranks is kept, so a receive needs no number of a slice. Between claims,
 * the thread that called solve lets the MPI library work on what is under way. */
#include "mpi/rank.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>

#include "cli/terminal.h"
#include "harness/process/clock.h"

#ifndef MX_STREAMED_BYTES                    /* the tests stream all boards */
#define MX_STREAMED_BYTES ((size_t)64 << 20) /* rings of this size outlive every cache */
#endif
#define SENT_SLICES (MX_SENDS_BEHIND + 1)
#define MOST_PIECES 2u /* of a slice, around the ring */
#define BUSY_TESTS 1000u
#define PAUSE_NS 20000

_Static_assert(BOARDGAME_SLICE *MX_BLOCK_BYTES <= INT_MAX, "an int counts a message's bytes");

/* Requests that end together. */
struct requests {
    MPI_Request *request;
    int count;
};

struct exchange {
    struct mx_rank *rank;
    struct requests sends[SENT_SLICES], receives[MX_RECEIVED_SLICES];
    struct mx_slice slice, coming; /* the current one, the next one to be received */
    bool more_coming;
};

static uint32_t most_sends(const struct mx_rank *rank) {
    return (uint32_t)(rank->end - rank->first) * rank->spread->bits * MOST_PIECES;
}

static size_t ring_bytes(const struct mx_rank *rank) {
    return (size_t)rank->spread->slots * MX_BLOCK_BYTES;
}

static char *ring_of(const struct mx_rank *rank, uint64_t subcube) {
    return rank->rings + (size_t)(subcube - rank->first) * ring_bytes(rank);
}

/* The buffer for a slice of foreign[i]. */
static char *buffer_of(const struct mx_rank *rank, uint64_t slice, uint32_t i) {
    const uint64_t buffer = slice % MX_RECEIVED_SLICES * rank->foreign_count + i;
    return rank->received + (size_t)(buffer * rank->spread->most_in_slice) * MX_BLOCK_BYTES;
}

static size_t received_bytes(const struct mx_rank *rank) {
    return (size_t)(MX_RECEIVED_SLICES * rank->foreign_count * rank->spread->most_in_slice) *
           MX_BLOCK_BYTES;
}

size_t mx_rank_bytes(struct mx_rank *rank) {
    rank->first = mx_first_subcube(rank->spread, rank->number);
    rank->end = mx_first_subcube(rank->spread, rank->number + 1);
    rank->foreign_count = mx_foreign_subcubes(rank->spread, rank->number, rank->foreign);
    rank->saved_bytes =
        sizeof *rank->progress + (size_t)(rank->end - rank->first) * ring_bytes(rank);
    return rank->saved_bytes + received_bytes(rank) +
           rank->solver->workspace_bytes(rank->board, rank->threads);
}

bool mx_rank_reserve(struct mx_rank *rank, char *why, size_t room) {
    const size_t bytes = mx_rank_bytes(rank);
    const size_t requests = SENT_SLICES * most_sends(rank) +
                            MX_RECEIVED_SLICES * MOST_PIECES * (size_t)rank->foreign_count;
    rank->requests = calloc(requests + 1, sizeof *rank->requests);
    if (rank->requests == NULL) {
        snprintf(why, room, "out of memory");
        return false;
    }
    if (!mx_memory_reserve(&rank->memory, bytes, why, room))
        return false;
    mx_memory_touch(&rank->memory, bytes, NULL);
    rank->progress = rank->memory.base;
    *rank->progress = (struct mx_rank_progress){0};
    rank->rings = (char *)(rank->progress + 1);
    rank->received = (char *)rank->memory.base + rank->saved_bytes;
    rank->workspace = rank->received + received_bytes(rank);
    return true;
}

void mx_rank_free(struct mx_rank *rank) {
    mx_memory_free(&rank->memory);
    free(rank->requests);
}

uint64_t mx_rank_answer(const struct mx_rank *rank) {
    struct mx_slice last = mx_first_slice(rank->spread);
    while (mx_next_slice(rank->spread, &last))
        ;
    return rank->solver->answer(ring_of(rank, 0) + last.here * MX_BLOCK_BYTES);
}

/* ---- Messages ---- */

static void poll(void) {
    int flag;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

/* Waits until all of them end. Returns false after an interrupt. */
static bool finish(struct exchange *exchange, struct requests *requests) {
    int done = 0;
    double start = 0;
    for (uint64_t tests = 0; !done; tests++) {
        MPI_Testall(requests->count, requests->request, &done, MPI_STATUSES_IGNORE);
        if (done)
            break;
        if (tests == 0)
            start = mx_seconds();
        if (mx_interrupted())
            return false;
        if (tests > BUSY_TESTS) /* another rank may need the processor */
            nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
    requests->count = 0;
    if (start > 0)
        exchange->rank->counts.waiting += mx_seconds() - start;
    return true;
}

static void send_slice(struct exchange *exchange, uint64_t subcube) {
    struct mx_rank *rank = exchange->rank;
    struct requests *sends = &exchange->sends[exchange->slice.index % SENT_SLICES];
    uint32_t readers[MX_MOST_SUBCUBE_BITS];
    uint64_t slot;
    const uint64_t before = mx_before_wrap(rank->spread, &exchange->slice, &slot),
                   behind = exchange->slice.end - exchange->slice.first - before;
    const uint32_t count = mx_readers(rank->spread, subcube, readers);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t piece = 0; piece < (behind > 0 ? 2 : 1); piece++) {
            const uint64_t bytes = (piece == 0 ? before : behind) * MX_BLOCK_BYTES;
            MPI_Isend(ring_of(rank, subcube) + (piece == 0 ? slot * MX_BLOCK_BYTES : 0), (int)bytes,
                      MPI_BYTE, (int)readers[i], MX_TAG_BLOCKS + (int)subcube, rank->comm,
                      &sends->request[sends->count++]);
            rank->counts.messages++;
            rank->counts.bytes += bytes;
        }
}

/* Receives the next slice of every foreign subcube. */
static void receive_slice(struct exchange *exchange) {
    const struct mx_rank *rank = exchange->rank;
    struct requests *receives = &exchange->receives[exchange->coming.index % MX_RECEIVED_SLICES];
    uint64_t slot;
    const uint64_t before = mx_before_wrap(rank->spread, &exchange->coming, &slot),
                   behind = exchange->coming.end - exchange->coming.first - before;
    for (uint32_t i = 0; i < rank->foreign_count && exchange->more_coming; i++)
        for (uint32_t piece = 0; piece < (behind > 0 ? 2 : 1); piece++)
            MPI_Irecv(buffer_of(rank, exchange->coming.index, i) +
                          (piece == 0 ? 0 : before * MX_BLOCK_BYTES),
                      (int)((piece == 0 ? before : behind) * MX_BLOCK_BYTES), MPI_BYTE,
                      (int)mx_owner(rank->spread, rank->foreign[i]),
                      MX_TAG_BLOCKS + (int)rank->foreign[i], rank->comm,
                      &receives->request[receives->count++]);
    exchange->more_coming = exchange->more_coming && mx_next_slice(rank->spread, &exchange->coming);
}

/* Starts at progress->slice. */
static void start_exchange(struct exchange *exchange, struct mx_rank *rank) {
    *exchange = (struct exchange){.rank = rank, .more_coming = true};
    MPI_Request *next = rank->requests;
    for (uint32_t i = 0; i < SENT_SLICES; i++, next += most_sends(rank))
        exchange->sends[i].request = next;
    for (uint32_t i = 0; i < MX_RECEIVED_SLICES; i++, next += MOST_PIECES * rank->foreign_count)
        exchange->receives[i].request = next;
    exchange->slice = mx_first_slice(rank->spread);
    while (exchange->slice.index < rank->progress->slice)
        mx_next_slice(rank->spread, &exchange->slice);
    exchange->coming = exchange->slice;
    for (uint32_t i = 0; i < MX_RECEIVED_SLICES; i++)
        receive_slice(exchange);
}

/* ---- Deciding ---- */

/* Where the subcube with one more cell has the current slice. */
static struct mx_source source_of(const struct exchange *exchange, uint64_t subcube) {
    const struct mx_rank *rank = exchange->rank;
    if (subcube < rank->end)
        return (struct mx_source){ring_of(rank, subcube), exchange->slice.here,
                                  rank->spread->slots};
    uint32_t i = 0;
    while (rank->foreign[i] != subcube)
        i++;
    return (struct mx_source){buffer_of(rank, exchange->slice.index, i), 0 - exchange->slice.first,
                              UINT64_MAX};
}

static void decide_slice(struct exchange *exchange, uint64_t subcube) {
    struct mx_rank *rank = exchange->rank;
    struct mx_source outer[MX_MOST_SUBCUBE_BITS];
    struct mx_slice_job job = {.slice = &exchange->slice,
                               .subcube = subcube,
                               .ring = ring_of(rank, subcube),
                               .outer = outer,
                               .threads = rank->threads,
                               .digests = rank->digests,
                               .poll = poll};
    for (uint32_t bit = 0; bit < rank->spread->bits; bit++)
        if (!(subcube >> bit & 1))
            outer[job.outer_count++] = source_of(exchange, subcube | UINT64_C(1) << bit);
    const double start = mx_seconds(), processor = mx_processor_seconds();
    rank->solver->decide(rank->workspace, &job);
    rank->counts.deciding += mx_seconds() - start;
    rank->counts.processor += mx_processor_seconds() - processor;
    rank->counts.blocks += exchange->slice.end - exchange->slice.first;
    rank->progress->options += job.options;
    rank->progress->digest += job.digest;
}

/* Decides the current slice of all own subcubes. Returns false after an interrupt. */
static bool step(struct exchange *exchange) {
    struct mx_rank *rank = exchange->rank;
    const uint64_t index = exchange->slice.index;
    if (!finish(exchange, &exchange->sends[index % SENT_SLICES]) ||
        !finish(exchange, &exchange->receives[index % MX_RECEIVED_SLICES]))
        return false;
    for (uint64_t subcube = rank->end; subcube-- > rank->first;) {
        decide_slice(exchange, subcube);
        send_slice(exchange, subcube);
    }
    receive_slice(exchange);
    rank->progress->slice = index + 1;
    return !mx_interrupted();
}

static bool save(struct exchange *exchange) {
    struct mx_rank *rank = exchange->rank;
    const double start = mx_seconds();
    const bool good = mx_saving_stage(rank->saving, exchange->slice.index, rank->progress);
    rank->counts.saving += mx_seconds() - start;
    return good;
}

/* Rank 0 is the last to decide a slice, so its progress is that of all. */
static void show_progress(const struct exchange *exchange, uint64_t blocks) {
    mx_progress_update(blocks, UINT64_C(1) << exchange->rank->spread->inner, "");
}

enum mx_rank_outcome mx_rank_solve(struct mx_rank *rank) {
    struct exchange exchange;
    uint64_t blocks = 0; /* of one subcube */
    rank->solver->start(rank->workspace, rank->board, rank->spread, rank->threads,
                        (rank->end - rank->first) * ring_bytes(rank) >= MX_STREAMED_BYTES);
    start_exchange(&exchange, rank);
    do {
        if (!save(&exchange))
            return rank->saving->error[0] != '\0' ? MX_RANK_FAILED : MX_RANK_INTERRUPTED;
        if (rank->number == 0)
            show_progress(&exchange, blocks);
        if (!step(&exchange))
            return MX_RANK_INTERRUPTED;
        blocks += exchange.slice.end - exchange.slice.first;
    } while (mx_next_slice(rank->spread, &exchange.slice));
    for (uint32_t i = 0; i < SENT_SLICES; i++)
        if (!finish(&exchange, &exchange.sends[i]))
            return MX_RANK_INTERRUPTED;
    return MX_RANK_DONE;
}
