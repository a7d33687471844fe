/* A store: the file behind a kernel's storage (support/storage.h).
 *
 * The file is a ring that is as long as the longest span, and is allocated before the solve, so
 * that a disk without room is noticed then. Threads of the store move the data, past the system's
 * cache where the file system can. Each unit is hashed when it is written and compared when it is
 * read back. The file has no name, so that nothing is left of it when the process ends.
 *
 * With a checkpoint, the file gets a name at the first save and is part of the checkpoint. What a
 * save has in its span then keeps its place until the next one. */
#ifndef MX_STORE_H
#define MX_STORE_H

#include <limits.h>
#include <pthread.h>

#include "variant.h"

#define MX_STORE_TRANSFERS 64u /* in flight */
#define MX_STORE_THREADS 4
#define MX_STORE_ERROR 320
#define MX_STORE_PROGRAM_BYTES ((size_t)16 << 20) /* of the process without workspace and state */

/* What a checkpoint saves. It lies in front of the workspace. */
struct mx_store_state {
    char path[PATH_MAX]; /* of the file; "" = it will have no name */
    uint64_t named;      /* 0 = the checkpoint was saved before the file had its name */
    uint64_t inode;      /* of the file */
    uint64_t capacity;   /* bytes of the file */
    uint64_t start, end; /* the span */
    uint64_t hash[];     /* [capacity / MX_STORAGE_UNIT] */
};

struct mx_store_transfer {
    uint64_t number, at;
    char *memory;
    size_t bytes;
    bool writes, done;
};

struct mx_store {
    struct mx_storage service; /* for the kernel */
    struct mx_monitor monitor; /* for the kernel: stops the solve after a failure */
    struct mx_storage_plan plan;
    bool saved;                 /* by checkpoints */
    char folder[PATH_MAX];      /* the file's */
    uint64_t written, read;     /* bytes moved */
    double waited;              /* seconds that the kernel has waited */
    bool broke_contract;        /* the failure is the kernel's */
    char error[MX_STORE_ERROR]; /* the first failure; "" = none */

    struct mx_store_state *state;
    const struct mx_monitor *outer;
    int file;
    uint64_t saved_start; /* the start of the span at the last save */
    pthread_t thread[MX_STORE_THREADS];
    int threads;
    pthread_mutex_t mutex;
    pthread_cond_t work, progress; /* a transfer to do, or the end; a transfer is done */
    struct mx_store_transfer transfer[MX_STORE_TRANSFERS]; /* [number % MX_STORE_TRANSFERS] */
    uint64_t asked, begun, done; /* numbers of the last ones; `done`: with all before it */
    bool ends, failing, failed;
};

/* Plans a solve whose memory, with the store's own and what the program needs otherwise, is at most
 * `limit` bytes. Sets store->plan and nothing else. On false, why[room] says why not. */
bool mx_store_plan(struct mx_store *store, const struct mx_variant *variant,
                   const struct mx_batch *batch, int threads, size_t limit, char *why, size_t room);

/* Bytes of the state, a multiple of MX_STORAGE_UNIT. */
size_t mx_store_state_bytes(const struct mx_store *store);

/* Bytes of memory that the process will take. */
size_t mx_store_planned_memory(const struct mx_store *store);

/* Bytes of the file. */
uint64_t mx_store_capacity(const struct mx_store *store);

/* Sets store->folder: `scratch`, or that of the checkpoint's path, or TMPDIR, or /var/tmp; the
 * first that is there. */
void mx_store_choose_folder(struct mx_store *store, const char *scratch, const char *checkpoint);

/* Opens a store with a plan, `saved` and `folder`, and starts its threads; `state` has room for
 * mx_store_state_bytes. With `adopt`, the state comes from a checkpoint, whose file is opened;
 * otherwise a new file has an empty span. On false, store->error has the reason and nothing is
 * open. */
bool mx_store_open(struct mx_store *store, struct mx_store_state *state, bool adopt);

/* Whether the state is of a store that never got its name: the solve must start anew. Removes the
 * file that a kill between two saves may have left. */
bool mx_store_is_unnamed(struct mx_store_state *state);

/* Puts the store in front of run->monitor and into run->storage. */
void mx_store_serve(struct mx_store *store, struct mx_run *run);

/* Empties the span, for another solve. */
void mx_store_empty(struct mx_store *store);

/* Whether there was a failure; store->error has it. */
bool mx_store_failed(const struct mx_store *store);

/* Whether the next stage would overwrite what the last save has in its span. */
bool mx_store_is_due(const struct mx_store *store);

/* A save: settle, save the state; unless state->named is set, name, and save the state again; then
 * note. Settle makes all data durable. On false, store->error has the reason. */
bool mx_store_settle(struct mx_store *store);
bool mx_store_name(struct mx_store *store);
void mx_store_note_saved(struct mx_store *store);

/* Ends the threads and closes the file. */
void mx_store_close(struct mx_store *store);

/* ---- Between store.c and store_transfers.c ---- */

/* Keeps the first failure; returns false. Any thread may call it. */
bool mx_store_fail(struct mx_store *store, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A thread of the store: moves data until store->ends. `context` is the store. */
void *mx_store_work(void *context);

/* Waits until all transfers up to this number have ended. */
void mx_store_wait(void *store, uint64_t number);

#endif
