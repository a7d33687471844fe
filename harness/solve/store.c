#include "harness/solve/store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "harness/process/files.h"
#include "harness/solve/memory.h"
#include "support/say.h"

bool mx_store_fail(struct mx_store *store, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (!__atomic_test_and_set(&store->failing, __ATOMIC_RELAXED)) {
        vsnprintf(store->error, sizeof store->error, format, list);
        __atomic_store_n(&store->failed, true, __ATOMIC_RELEASE);
    }
    va_end(list);
    return false;
}

bool mx_store_failed(const struct mx_store *store) {
    return __atomic_load_n(&store->failed, __ATOMIC_ACQUIRE);
}

/* ---- The plan ---------------------------------------------------------------------------- */

/* With a checkpoint, more of it: a save is due whenever that is used up. */
uint64_t mx_store_capacity(const struct mx_store *store) {
    const uint64_t span = store->plan.span_bytes, stages = 8 * store->plan.stage_bytes;
    const uint64_t bytes = !store->saved ? span : span + (span / 8 > stages ? span / 8 : stages);
    return (bytes + MX_STORAGE_UNIT - 1) / MX_STORAGE_UNIT * MX_STORAGE_UNIT;
}

size_t mx_store_state_bytes(const struct mx_store *store) {
    const uint64_t units = mx_store_capacity(store) / MX_STORAGE_UNIT;
    const uint64_t bytes = sizeof(struct mx_store_state) + units * sizeof(uint64_t);
    return (size_t)((bytes + MX_STORAGE_UNIT - 1) / MX_STORAGE_UNIT * MX_STORAGE_UNIT);
}

size_t mx_store_planned_memory(const struct mx_store *store) {
    return store->plan.workspace_bytes + mx_store_state_bytes(store) + MX_STORE_PROGRAM_BYTES;
}

bool mx_store_plan(struct mx_store *store, const struct mx_variant *variant,
                   const struct mx_batch *batch, int threads, size_t limit, char *why,
                   size_t room) {
    char need[32], have[32];
    size_t state = MX_STORE_PROGRAM_BYTES;
    while (limit > state && variant->storage_plan(batch, threads, limit - state, &store->plan)) {
        if (mx_store_planned_memory(store) <= limit)
            return true;
        state = MX_STORE_PROGRAM_BYTES + mx_store_state_bytes(store);
    }
    variant->storage_plan(batch, threads, 0, &store->plan);
    const size_t least = store->plan.workspace_bytes;
    if (least == SIZE_MAX || !variant->storage_plan(batch, threads, least, &store->plan))
        return mx_say(why, room, "cannot keep a board of this size in files");
    return mx_say(why, room, "needs at least %s of memory with files, the limit is %s",
                  mx_bytes_in_words(mx_store_planned_memory(store), need, sizeof need),
                  mx_bytes_in_words(limit, have, sizeof have));
}

/* ---- The file ---------------------------------------------------------------------------- */

void mx_store_choose_folder(struct mx_store *store, const char *scratch, const char *checkpoint) {
    const char *temporary = getenv("TMPDIR");
    if (temporary == NULL || temporary[0] == '\0')
        temporary = "/var/tmp"; /* often on disk where /tmp is in memory */
    if (scratch == NULL && checkpoint != NULL)
        mx_folder_of(checkpoint, store->folder);
    else
        snprintf(store->folder, sizeof store->folder, "%s", scratch != NULL ? scratch : temporary);
}

static uint64_t free_bytes(const char *folder) {
    struct statvfs about;
    return statvfs(folder, &about) == 0 ? (uint64_t)about.f_bavail * about.f_frsize : UINT64_MAX;
}

/* Allocates the file, so that later writes find room. */
static bool allocate(struct mx_store *store) {
    const uint64_t bytes = store->state->capacity, available = free_bytes(store->folder);
    char need[32], have[32];
    mx_bytes_in_words(bytes, need, sizeof need);
    if (bytes > available)
        return mx_store_fail(store, "needs %s in a file, and %s has %s free", need, store->folder,
                             mx_bytes_in_words(available, have, sizeof have));
    if (fallocate(store->file, 0, 0, (off_t)bytes) == 0 ||
        (errno == EOPNOTSUPP && ftruncate(store->file, (off_t)bytes) == 0))
        return true;
    return mx_store_fail(store, "needs %s in a file, and %s cannot hold it: %s", need,
                         store->folder, strerror(errno));
}

static bool make_file(struct mx_store *store) {
    struct mx_store_state *state = store->state;
    struct stat about;
    *state = (struct mx_store_state){.capacity = mx_store_capacity(store)};
    store->file = mx_make_scratch_file(store->folder, store->saved, state->path);
    if (store->file < 0 || fstat(store->file, &about) != 0)
        return mx_store_fail(store, "cannot make a file in %s: %s", store->folder, strerror(errno));
    state->inode = about.st_ino;
    return allocate(store);
}

/* The file that a checkpoint names, if it is the process's own and unchanged in kind. */
static bool open_named(struct mx_store *store) {
    struct mx_store_state *state = store->state;
    struct stat about;
    state->path[sizeof state->path - 1] = '\0';
    if (state->capacity != mx_store_capacity(store) || state->start > state->end ||
        state->end - state->start > state->capacity)
        return mx_store_fail(store, "the checkpoint is damaged: its span does not fit its file");
    store->file = open(state->path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (store->file < 0)
        return mx_store_fail(store, "cannot open %s, which the checkpoint needs: %s", state->path,
                             strerror(errno));
    if (fstat(store->file, &about) != 0 || !S_ISREG(about.st_mode) ||
        about.st_ino != state->inode || about.st_uid != geteuid() ||
        (uint64_t)about.st_size != state->capacity)
        return mx_store_fail(store, "%s is not the file that the checkpoint was saved with",
                             state->path);
    return true;
}

bool mx_store_is_unnamed(struct mx_store_state *state) {
    struct stat about;
    state->path[sizeof state->path - 1] = '\0';
    if (state->named)
        return false;
    if (lstat(state->path, &about) == 0 && S_ISREG(about.st_mode) && about.st_ino == state->inode &&
        about.st_uid == geteuid())
        unlink(state->path);
    return true;
}

/* ---- Opening and closing ----------------------------------------------------------------- */

/* Their signals are for the thread that solves. */
static bool start_threads(struct mx_store *store) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->work, NULL);
    pthread_cond_init(&store->progress, NULL);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (store->threads < MX_STORE_THREADS &&
           pthread_create(&store->thread[store->threads], NULL, mx_store_work, store) == 0)
        store->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return store->threads > 0 || mx_store_fail(store, "cannot start a thread for its files");
}

bool mx_store_open(struct mx_store *store, struct mx_store_state *state, bool adopt) {
    signal(SIGXFSZ, SIG_IGN); /* so that a limit is an error of write */
    store->state = state;
    store->file = -1;
    store->threads = 0;
    store->ends = store->failed = store->failing = store->broke_contract = false;
    store->written = store->read = store->asked = store->begun = store->done = 0;
    store->waited = 0;
    bool good = adopt ? open_named(store) : make_file(store);
    if (good && flock(store->file, LOCK_EX | LOCK_NB) != 0)
        good = mx_store_fail(store, "%s is in use by another process", state->path);
    if (good) {
        const int flags = fcntl(store->file, F_GETFL);
        fcntl(store->file, F_SETFL, (flags & ~O_NONBLOCK) | O_DIRECT); /* if it can */
    }
    good = good && start_threads(store);
    store->saved_start = state->start;
    if (!good)
        mx_store_close(store);
    return good;
}

void mx_store_close(struct mx_store *store) {
    if (store->threads > 0) {
        pthread_mutex_lock(&store->mutex);
        store->ends = true;
        pthread_cond_broadcast(&store->work);
        pthread_mutex_unlock(&store->mutex);
    }
    for (; store->threads > 0; store->threads--)
        pthread_join(store->thread[store->threads - 1], NULL);
    if (store->file >= 0)
        close(store->file);
    if (store->state != NULL && store->state->path[0] != '\0' && !store->state->named) {
        unlink(store->state->path);
        mx_forget_file(store->state->path);
    }
    store->file = -1;
    store->state = NULL;
}

/* ---- Checkpoints ------------------------------------------------------------------------- */

bool mx_store_is_due(const struct mx_store *store) {
    const struct mx_store_state *state = store->state;
    return state->end + store->plan.stage_bytes - store->saved_start > state->capacity;
}

bool mx_store_settle(struct mx_store *store) {
    mx_store_wait(store, UINT64_MAX);
    if (mx_store_failed(store))
        return false;
    if (fdatasync(store->file) != 0)
        return mx_store_fail(store, "cannot write to a file in %s: %s", store->folder,
                             strerror(errno));
    return true;
}

bool mx_store_name(struct mx_store *store) {
    if (!mx_name_scratch_file(store->file, store->state->path))
        return mx_store_fail(store, "cannot make the file %s: %s", store->state->path,
                             strerror(errno));
    store->state->named = 1;
    return true;
}

void mx_store_note_saved(struct mx_store *store) {
    store->saved_start = store->state->start;
}
