/* A store gives back what was appended, notices every fault of its file, and leaves nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/solve/store.h"

#define UNIT MX_STORAGE_UNIT
#define SPAN 10u /* units */

static char folder[64];
static struct mx_store store;
static struct mx_store_state *state;
static unsigned char *page; /* [SPAN * UNIT], for transfers */

static int setup(void **context) {
    (void)context;
    strcpy(folder, P_tmpdir "/mexbench-store-XXXXXX");
    page = aligned_alloc(UNIT, (size_t)SPAN * UNIT);
    return page == NULL || mkdtemp(folder) == NULL ? -1 : 0;
}

static int files_in_folder(void) {
    int files = 0;
    DIR *entries = opendir(folder);
    while (readdir(entries) != NULL)
        files++;
    closedir(entries);
    return files - 2;
}

static int teardown(void **context) {
    (void)context;
    if (store.state != NULL)
        mx_store_close(&store);
    free(state);
    free(page);
    state = NULL;
    return rmdir(folder); /* fails if a file was left there */
}

static void plan(uint64_t span, bool saved) {
    store = (struct mx_store){.saved = saved};
    store.plan = (struct mx_storage_plan){.span_bytes = span, .stage_bytes = UNIT};
    strcpy(store.folder, folder);
    state = calloc(1, span > UINT64_C(1) << 40 ? sizeof *state : mx_store_state_bytes(&store));
    assert_non_null(state);
}

/* Opens a store and serves a run from it. */
static void open_store(bool saved) {
    struct mx_run run = {0};
    plan((uint64_t)SPAN * UNIT, saved);
    assert_true(mx_store_open(&store, state, false));
    mx_store_serve(&store, &run);
    assert_ptr_equal(run.storage, &store.service);
}

static void put(uint64_t number) {
    memset(page, (int)number % 251, UNIT);
    memcpy(page, &number, sizeof number);
    const uint64_t transfer = store.service.append(&store, page, UNIT);
    store.service.wait(&store, transfer);
}

static bool get(uint64_t number, uint64_t count) {
    memset(page, 0, (size_t)count * UNIT);
    store.service.read(&store, number * UNIT, page, (size_t)count * UNIT);
    store.service.wait(&store, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t found;
        memcpy(&found, page + i * UNIT, sizeof found);
        if (found != number + i || page[i * UNIT + UNIT - 1] != (number + i) % 251)
            return false;
    }
    return true;
}

static bool goes_on(void) {
    return store.monitor.stage(store.monitor.context, 1, 2);
}

static void assert_failed(const char *words) {
    assert_true(mx_store_failed(&store));
    assert_false(goes_on());
    if (strstr(store.error, words) == NULL)
        fail_msg("'%s' does not say '%s'", store.error, words);
}

static void the_span_goes_round_its_file(void **context) {
    (void)context;
    open_store(false);
    for (uint64_t number = 0; number < 7 * SPAN; number++) {
        if (number >= SPAN)
            store.service.drop(&store, (number - SPAN + 1) * UNIT);
        put(number);
        const uint64_t first = number < SPAN ? 0 : number - SPAN + 1;
        assert_true(get(first, number - first + 1));
        assert_true(goes_on());
    }
    assert_int_equal(store.written, 7 * SPAN * UNIT);
    assert_int_equal(files_in_folder(), 0);
}

static void more_than_planned_is_a_fault_of_the_kernel(void **context) {
    (void)context;
    open_store(false);
    for (uint64_t number = 0; number <= SPAN; number++)
        put(number);
    assert_failed("appends more to its storage than it has planned");
    assert_true(store.broke_contract);
}

static void a_read_beyond_the_span_is_a_fault_of_the_kernel(void **context) {
    (void)context;
    open_store(false);
    put(0);
    get(0, 2);
    assert_failed("reads beyond the span");
    assert_true(store.broke_contract);
}

static void damage_is_noticed(void **context) {
    (void)context;
    open_store(false);
    for (uint64_t number = 0; number < 4; number++)
        put(number);
    assert_true(get(0, 4));
    memset(page, 0, UNIT);
    memcpy(page, "x", 1);
    assert_int_equal(pwrite(store.file, page, UNIT, 2 * UNIT), UNIT);
    assert_true(get(0, 2));
    get(0, 4);
    assert_failed("is damaged: at byte 8192 it does not have what was written");
    assert_false(store.broke_contract);
}

static void a_short_file_is_noticed(void **context) {
    (void)context;
    open_store(false);
    put(0);
    assert_int_equal(ftruncate(store.file, 0), 0);
    get(0, 1);
    assert_failed("it was cut short");
}

/* Replaces the store's file by a device. */
static void become(const char *path, int access) {
    const int device = open(path, access);
    assert_true(device >= 0);
    assert_int_equal(dup2(device, store.file), store.file);
    close(device);
}

static void a_full_disk_is_noticed(void **context) {
    (void)context;
    open_store(false);
    become("/dev/full", O_RDWR);
    put(0);
    assert_failed("No space left on device");
    put(1); /* later transfers end, too */
}

static void a_bad_disk_is_noticed(void **context) {
    (void)context;
    open_store(false);
    put(0);
    become("/proc/self/mem", O_RDONLY); /* reading page 0 is an input/output error */
    get(0, 1);
    assert_failed("cannot read a file in");
    assert_non_null(strstr(store.error, "Input/output error"));
}

static void a_disk_without_room_is_refused(void **context) {
    (void)context;
    plan(UINT64_C(1) << 60, false);
    assert_false(mx_store_open(&store, state, false));
    assert_non_null(strstr(store.error, "needs 1.0 EiB in a file, and "));
    assert_non_null(strstr(store.error, " free"));
    assert_int_equal(files_in_folder(), 0);
}

static void a_limit_on_files_is_refused(void **context) {
    (void)context;
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){2 * UNIT, before.rlim_max};
    plan((uint64_t)SPAN * UNIT, true);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const bool good = mx_store_open(&store, state, false);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(good);
    assert_non_null(strstr(store.error, "cannot hold it: File too large"));
}

/* ---- Checkpoints ------------------------------------------------------------------------- */

/* As a checkpoint saves: the first time, the file gets its name. */
static void save(void) {
    assert_true(mx_store_settle(&store));
    if (!state->named)
        assert_true(mx_store_name(&store));
    mx_store_note_saved(&store);
}

/* Closes the store and opens it again with what was saved. */
static bool reopen(void) {
    const size_t bytes = mx_store_state_bytes(&store);
    struct mx_store_state *copy = malloc(bytes);
    struct mx_run run = {0};
    memcpy(copy, state, bytes);
    if (store.state != NULL)
        mx_store_close(&store);
    free(state);
    state = copy;
    const bool good = mx_store_open(&store, state, true);
    if (good)
        mx_store_serve(&store, &run);
    return good;
}

static void a_saved_store_is_found_again(void **context) {
    (void)context;
    open_store(true);
    for (uint64_t number = 0; number < 5; number++)
        put(number);
    save();
    assert_int_equal(files_in_folder(), 1);
    assert_true(reopen());
    assert_true(get(0, 5));
    put(5);
    assert_true(get(0, 6));
    unlink(state->path);
}

/* What the last save has in its span stays until the next one, however much is dropped. */
static void a_save_is_due_before_the_last_one_is_overwritten(void **context) {
    (void)context;
    uint64_t saves = 0;
    open_store(true);
    for (uint64_t number = 0; number < 10 * SPAN; number++) {
        if (number >= SPAN)
            store.service.drop(&store, (number - SPAN + 1) * UNIT);
        if (mx_store_is_due(&store)) {
            save();
            saves++;
        }
        const uint64_t first = store.saved_start / UNIT;
        put(number);
        assert_true(goes_on());
        if (saves > 0) { /* bytes that a kill would leave for the last save */
            const uint64_t start = state->start;
            state->start = store.saved_start;
            assert_true(get(first, 1));
            state->start = start;
        }
    }
    assert_in_range(saves, 2, 10 * SPAN / 8);
    unlink(state->path);
}

static void another_file_is_not_taken(void **context) {
    (void)context;
    open_store(true);
    put(0);
    save();
    mx_store_close(&store);
    unlink(state->path);
    assert_false(reopen());
    assert_non_null(strstr(store.error, "No such file"));
    assert_int_equal(symlink("/dev/null", state->path), 0);
    assert_false(reopen());
    unlink(state->path);
    FILE *file = fopen(state->path, "w");
    assert_int_equal(ftruncate(fileno(file), (off_t)state->capacity), 0);
    state->inode = UINT64_MAX;
    fclose(file);
    assert_false(reopen());
    assert_non_null(strstr(store.error, "is not the file that the checkpoint was saved with"));
    unlink(state->path);
}

static void a_store_serves_one_process(void **context) {
    (void)context;
    static struct mx_store second;
    open_store(true);
    put(0);
    save();
    second = (struct mx_store){.saved = true, .plan = store.plan};
    assert_false(mx_store_open(&second, state, true));
    assert_non_null(strstr(second.error, "is in use by another process"));
    assert_int_equal(files_in_folder(), 1);
    unlink(state->path);
}

/* Killed between the two saves of the first time: the state says that the file has no name yet. */
static void a_file_without_a_saved_name_is_removed(void **context) {
    (void)context;
    open_store(true);
    put(0);
    save();
    state->named = 0;
    assert_true(mx_store_is_unnamed(state));
    assert_int_equal(files_in_folder(), 0);
    FILE *other = fopen(state->path, "w"); /* not this store's */
    fclose(other);
    state->inode = UINT64_MAX;
    assert_true(mx_store_is_unnamed(state));
    assert_int_equal(files_in_folder(), 1);
    unlink(state->path);
    state->named = 1;
    assert_false(mx_store_is_unnamed(state));
}

#define STORE_TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(the_span_goes_round_its_file),
        STORE_TEST(more_than_planned_is_a_fault_of_the_kernel),
        STORE_TEST(a_read_beyond_the_span_is_a_fault_of_the_kernel),
        STORE_TEST(damage_is_noticed),
        STORE_TEST(a_short_file_is_noticed),
        STORE_TEST(a_full_disk_is_noticed),
        STORE_TEST(a_bad_disk_is_noticed),
        STORE_TEST(a_disk_without_room_is_refused),
        STORE_TEST(a_limit_on_files_is_refused),
        STORE_TEST(a_saved_store_is_found_again),
        STORE_TEST(a_save_is_due_before_the_last_one_is_overwritten),
        STORE_TEST(another_file_is_not_taken),
        STORE_TEST(a_store_serves_one_process),
        STORE_TEST(a_file_without_a_saved_name_is_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
