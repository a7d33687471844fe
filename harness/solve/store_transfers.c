/* The transfers of a store: what its threads do, and what the kernel calls. */
#include "harness/solve/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "support/digest.h"

/* ---- Transfers --------------------------------------------------------------------------- */

/* Moves all bytes of one piece. A file system may refuse to go past its cache only now. */
static bool move_bytes(struct mx_store *store, const struct mx_store_transfer *piece) {
    size_t moved = 0;
    while (moved < piece->bytes) {
        char *memory = piece->memory + moved;
        const size_t left = piece->bytes - moved;
        const off_t at = (off_t)(piece->at + moved);
        const ssize_t now = piece->writes ? pwrite(store->file, memory, left, at)
                                          : pread(store->file, memory, left, at);
        const int flags = now < 0 && errno == EINVAL ? fcntl(store->file, F_GETFL) : 0;
        if (now > 0)
            moved += (size_t)now;
        else if (now < 0 && errno == EINTR)
            continue;
        else if (flags > 0 && flags & O_DIRECT)
            fcntl(store->file, F_SETFL, flags & ~O_DIRECT);
        else
            return mx_store_fail(store, "cannot %s a file in %s: %s",
                                 piece->writes ? "write to" : "read", store->folder,
                                 now == 0 ? "it was cut short" : strerror(errno));
    }
    return true;
}

/* Enters the hashes of what is written, and compares them with what is read. */
static bool hash_units(struct mx_store *store, const struct mx_store_transfer *piece) {
    uint64_t *hash = store->state->hash + piece->at / MX_STORAGE_UNIT;
    for (size_t at = 0; at < piece->bytes; at += MX_STORAGE_UNIT, hash++) {
        const uint64_t found = mx_hash_words(MX_HASH_START, piece->memory + at, MX_STORAGE_UNIT);
        if (piece->writes)
            *hash = found;
        else if (*hash != found)
            return mx_store_fail(store,
                                 "a file in %s is damaged: at byte %" PRIu64
                                 " it does not have what was written",
                                 store->folder, piece->at + at);
    }
    return true;
}

static void move(struct mx_store *store, const struct mx_store_transfer *transfer) {
    const uint64_t capacity = store->state->capacity;
    for (size_t moved = 0; moved < transfer->bytes && !mx_store_failed(store);) {
        struct mx_store_transfer piece = *transfer;
        piece.at = (transfer->at + moved) % capacity;
        piece.memory += moved;
        piece.bytes -= moved;
        if (piece.bytes > capacity - piece.at)
            piece.bytes = (size_t)(capacity - piece.at);
        if (piece.writes)
            hash_units(store, &piece);
        if (move_bytes(store, &piece) && !piece.writes)
            hash_units(store, &piece);
        moved += piece.bytes;
    }
}

static struct mx_store_transfer *transfer_of(struct mx_store *store, uint64_t number) {
    return &store->transfer[number % MX_STORE_TRANSFERS];
}

void *mx_store_work(void *context) {
    struct mx_store *store = context;
    pthread_mutex_lock(&store->mutex);
    for (;;) {
        while (store->begun == store->asked && !store->ends)
            pthread_cond_wait(&store->work, &store->mutex);
        if (store->begun == store->asked)
            break;
        struct mx_store_transfer *mine = transfer_of(store, ++store->begun);
        pthread_mutex_unlock(&store->mutex);
        move(store, mine);
        pthread_mutex_lock(&store->mutex);
        mine->done = true;
        while (store->done < store->begun && transfer_of(store, store->done + 1)->done)
            store->done++;
        pthread_cond_broadcast(&store->progress);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

/* Waits, with the mutex held, until all transfers up to this number have ended. */
static void wait_until(struct mx_store *store, uint64_t number) {
    if (store->done >= number)
        return;
    const double start = mx_seconds();
    while (store->done < number)
        pthread_cond_wait(&store->progress, &store->mutex);
    store->waited += mx_seconds() - start;
}

static uint64_t start(struct mx_store *store, struct mx_store_transfer transfer) {
    pthread_mutex_lock(&store->mutex);
    if (store->asked >= MX_STORE_TRANSFERS)
        wait_until(store, store->asked + 1 - MX_STORE_TRANSFERS);
    transfer.number = ++store->asked;
    *transfer_of(store, transfer.number) = transfer;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->mutex);
    return transfer.number;
}

/* ---- The kernel's side ------------------------------------------------------------------- */

static uint64_t append(void *context, const void *from, size_t bytes) {
    struct mx_store *store = context;
    struct mx_store_state *state = store->state;
    const uint64_t kept = store->saved ? store->saved_start : state->start;
    if (bytes % MX_STORAGE_UNIT != 0 || state->end + bytes - kept > state->capacity) {
        store->broke_contract = true;
        return mx_store_fail(store, "appends more to its storage than it has planned");
    }
    const struct mx_store_transfer transfer = {
        .at = state->end, .memory = (char *)(uintptr_t)from, .bytes = bytes, .writes = true};
    state->end += bytes;
    store->written += bytes;
    return start(store, transfer);
}

static uint64_t read_back(void *context, uint64_t at, void *to, size_t bytes) {
    struct mx_store *store = context;
    if (at < store->state->start || at > store->state->end || bytes > store->state->end - at) {
        store->broke_contract = true;
        return mx_store_fail(store, "reads beyond the span of its storage");
    }
    store->read += bytes;
    return start(store, (struct mx_store_transfer){.at = at, .memory = to, .bytes = bytes});
}

void mx_store_wait(void *context, uint64_t number) {
    struct mx_store *store = context;
    pthread_mutex_lock(&store->mutex);
    wait_until(store, number < store->asked ? number : store->asked);
    pthread_mutex_unlock(&store->mutex);
}

static void drop(void *context, uint64_t before) {
    struct mx_store_state *state = ((struct mx_store *)context)->state;
    if (before > state->start)
        state->start = before < state->end ? before : state->end;
}

static bool stage(void *context, uint64_t done, uint64_t total) {
    struct mx_store *store = context;
    return !mx_store_failed(store) &&
           (store->outer == NULL || store->outer->stage(store->outer->context, done, total));
}

void mx_store_serve(struct mx_store *store, struct mx_run *run) {
    store->service =
        (struct mx_storage){&store->plan, append, read_back, mx_store_wait, drop, store};
    store->outer = run->monitor;
    store->monitor = (struct mx_monitor){stage, store};
    run->storage = &store->service;
    run->monitor = &store->monitor;
}

void mx_store_empty(struct mx_store *store) {
    store->state->start = store->state->end = 0;
}
