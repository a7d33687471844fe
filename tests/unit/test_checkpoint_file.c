/* The file of a checkpoint: it is read back as written, and any other file is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/solve/checkpoint_file.h"

#define BYTES 1000u

static size_t bytes_of(const void *instance) {
    (void)instance;
    return 16;
}

static const struct mx_problem problem = {.name = "game", .bytes = bytes_of};
static const struct mx_variant variant = {.name = "game_kernel"};
static const uint64_t instance[2] = {1, 2};

static char folder[64], path[96];
static unsigned char workspace[BYTES], loaded[BYTES];
static char error[MX_CHECKPOINT_ERROR];

static struct mx_run run_of(void) {
    return (struct mx_run){.batch = {instance, 16, 1}, .threads = 2};
}

static struct mx_checkpoint_header header_of(const struct mx_run *run) {
    return mx_checkpoint_of(&problem, &variant, run, BYTES);
}

static int setup(void **state) {
    (void)state;
    strcpy(folder, P_tmpdir "/mexbench-checkpoint-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    for (size_t i = 0; i < BYTES; i++)
        workspace[i] = (unsigned char)(7 * i);
    memset(loaded, 0, sizeof loaded);
    const struct mx_run run = run_of();
    struct mx_checkpoint_header header = header_of(&run);
    header.done = 5;
    header.total = 9;
    return mx_checkpoint_write(path, &header, workspace, error) ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder); /* fails if a file was left there */
}

static void assert_refused(const struct mx_checkpoint_header *wanted, const char *words) {
    struct mx_checkpoint_header header = *wanted;
    error[0] = '\0';
    assert_int_equal(mx_checkpoint_read(path, &header, loaded, error), MX_CHECKPOINT_REFUSED);
    if (strstr(error, words) == NULL || strstr(error, path) == NULL)
        fail_msg("'%s' does not say '%s' of %s", error, words, path);
}

static void assert_damaged(const char *words) {
    const struct mx_run run = run_of();
    const struct mx_checkpoint_header header = header_of(&run);
    assert_refused(&header, words);
}

static void patch(long at, const void *bytes, size_t count) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void flip(long at, int bit) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const unsigned char byte = (unsigned char)(fgetc(file) ^ 1 << bit);
    assert_int_equal(fclose(file), 0);
    patch(at, &byte, 1);
}

/* ---- Tests ------------------------------------------------------------------------------- */

static void what_is_written_is_read(void **state) {
    (void)state;
    const struct mx_run run = run_of();
    struct mx_checkpoint_header header = header_of(&run);
    assert_int_equal(mx_checkpoint_read(path, &header, loaded, error), MX_CHECKPOINT_LOADED);
    assert_memory_equal(loaded, workspace, BYTES);
    assert_int_equal(header.done, 5);
    assert_int_equal(header.total, 9);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, sizeof header + BYTES);
}

static void a_later_one_takes_its_place(void **state) {
    (void)state;
    const struct mx_run run = run_of();
    struct mx_checkpoint_header header = header_of(&run);
    workspace[17]++;
    header.done = 6;
    assert_true(mx_checkpoint_write(path, &header, workspace, error));
    header = header_of(&run);
    assert_int_equal(mx_checkpoint_read(path, &header, loaded, error), MX_CHECKPOINT_LOADED);
    assert_memory_equal(loaded, workspace, BYTES);
    assert_int_equal(header.done, 6);
}

static void no_file_is_absent(void **state) {
    (void)state;
    const struct mx_run run = run_of();
    struct mx_checkpoint_header header = header_of(&run);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mx_checkpoint_read(path, &header, loaded, error), MX_CHECKPOINT_ABSENT);
}

static void another_solve_is_refused(void **state) {
    (void)state;
    static const uint64_t other_board[2] = {1, 3};
    struct mx_run run = run_of();
    struct mx_checkpoint_header header = header_of(&run);
    header.workspace_bytes = BYTES - 8;
    assert_refused(&header, "1000 bytes, 992 are needed");

    run.threads = 3;
    header = header_of(&run);
    assert_refused(&header, "--threads 2, this is with 3");

    uint64_t digest;
    run = run_of();
    run.digests = &digest;
    header = header_of(&run);
    assert_refused(&header, "without --digest, this is with");

    run = run_of();
    run.batch.instances = other_board;
    header = header_of(&run);
    assert_refused(&header, "of another instance");

    run = run_of();
    header = header_of(&run);
    strcpy(header.variant, "game_other");
    assert_refused(&header, "of variant game_kernel, this is game_other");
    header = header_of(&run);
    strcpy(header.problem, "games");
    assert_refused(&header, "of problem game, this is games");
    header = header_of(&run);
    strcpy(header.program, "0.0.1 (abc)");
    assert_refused(&header, ", this is 0.0.1 (abc)");
}

static void cut_short_is_refused(void **state) {
    (void)state;
    const long whole = sizeof(struct mx_checkpoint_header) + BYTES;
    assert_int_equal(truncate(path, whole - 1), 0);
    assert_damaged("is cut short");
    assert_int_equal(truncate(path, sizeof(struct mx_checkpoint_header)), 0);
    assert_damaged("is cut short");
    assert_int_equal(truncate(path, sizeof(struct mx_checkpoint_header) - 1), 0);
    assert_damaged("is cut short");
    assert_int_equal(truncate(path, 9), 0);
    assert_damaged("is not a checkpoint");
    assert_int_equal(truncate(path, 0), 0);
    assert_damaged("is not a checkpoint");
}

static void too_long_is_refused(void **state) {
    (void)state;
    patch(sizeof(struct mx_checkpoint_header) + BYTES, "x", 1);
    assert_damaged("is too long");
}

static void another_version_is_refused(void **state) {
    (void)state;
    const uint32_t version = MX_CHECKPOINT_VERSION + 1;
    patch(offsetof(struct mx_checkpoint_header, version), &version, sizeof version);
    assert_damaged("is a checkpoint of format 2, this program has format 1");
}

static void every_flipped_bit_is_refused(void **state) {
    (void)state;
    const long whole = sizeof(struct mx_checkpoint_header) + BYTES;
    for (long at = 0; at < whole; at++) {
        flip(at, (int)(at % 8));
        assert_damaged("");
        flip(at, (int)(at % 8));
    }
    flip(30, 0);
    assert_damaged("is damaged: its header's hash");
    flip(30, 0);
    flip(whole - 3, 4);
    assert_damaged("is damaged: its content's hash");
    flip(whole - 3, 4);
    what_is_written_is_read(state);
}

static void a_failed_write_leaves_the_one_before(void **state) {
    (void)state;
    const struct mx_run run = run_of();
    struct mx_checkpoint_header header = header_of(&run);
    assert_false(mx_checkpoint_write("/nosuchfolder/file", &header, workspace, error));
    assert_non_null(strstr(error, "cannot write the checkpoint /nosuchfolder/file: No such file"));
    what_is_written_is_read(state);
}

static void files_of_similar_names_stay(void **state) {
    (void)state;
    static const char *const endings[] = {".tmp.2147483646", ".tmp.1", ".tmp.12x", ".tmp."};
    char name[160];
    for (size_t i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        FILE *file = fopen(name, "w");
        assert_non_null(file);
        fclose(file);
    }
    assert_true(mx_checkpoint_prepare(path, error));
    for (size_t i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        assert_int_equal(unlink(name), 0);
    }
    what_is_written_is_read(state);
}

static void what_is_no_file_is_not_replaced(void **state) {
    (void)state;
    assert_false(mx_checkpoint_prepare("/dev/null", error));
    assert_non_null(strstr(error, "/dev/null: not a regular file"));
    assert_false(mx_checkpoint_prepare(folder, error));
    assert_false(mx_checkpoint_prepare("/nosuchfolder/file", error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_read, setup, teardown),
        cmocka_unit_test_setup_teardown(a_later_one_takes_its_place, setup, teardown),
        cmocka_unit_test_setup_teardown(no_file_is_absent, setup, teardown),
        cmocka_unit_test_setup_teardown(another_solve_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(cut_short_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(too_long_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(another_version_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(every_flipped_bit_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_failed_write_leaves_the_one_before, setup, teardown),
        cmocka_unit_test_setup_teardown(files_of_similar_names_stay, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_not_replaced, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
