/* Arena: alignment, zeroing, trimming, clearing, refused sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "support/arena.h"

static bool all_zero(const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static void aligned_zeroed_and_apart(void **state) {
    (void)state;
    struct mx_arena arena = {0};
    for (int round = 0; round < 3; round++) {
        for (size_t bytes = 0; bytes < 3000; bytes += 7) {
            unsigned char *taken = mx_arena_take(&arena, bytes);
            assert_non_null(taken);
            assert_int_equal((uintptr_t)taken % 64, 0);
            assert_true(all_zero(taken, bytes));
            memset(taken, 0xff, bytes);
        }
        mx_arena_clear(&arena);
    }
    mx_arena_free(&arena);
}

static void contents_never_move(void **state) {
    (void)state;
    enum { COUNT = 10000, BYTES = 240 };
    struct mx_arena arena = {0};
    unsigned char **taken = malloc(COUNT * sizeof *taken);
    assert_non_null(taken);
    for (size_t i = 0; i < COUNT; i++) {
        taken[i] = mx_arena_take(&arena, BYTES);
        memset(taken[i], (int)(i % 251), BYTES);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < BYTES; k++)
            assert_int_equal(taken[i][k], i % 251);
    assert_int_equal(arena.used, COUNT * 256);
    free(taken);
    mx_arena_free(&arena);
}

static void trim_gives_the_end_back(void **state) {
    (void)state;
    struct mx_arena arena = {0};
    unsigned char *first = mx_arena_take(&arena, 1000);
    memset(first, 1, 1000);
    mx_arena_trim(&arena, first, 100);
    assert_int_equal(arena.used, 128);
    unsigned char *second = mx_arena_take(&arena, 1000);
    assert_ptr_equal(second, first + 128);
    assert_true(all_zero(second, 1000));
    assert_int_equal(first[99], 1);
    const size_t used = arena.used;
    mx_arena_trim(&arena, second, 5000);
    assert_int_equal(arena.used, used);
    mx_arena_trim(&arena, second, 0);
    assert_int_equal(arena.used, 128);
    mx_arena_free(&arena);
}

static void clear_keeps_the_largest_chunk(void **state) {
    (void)state;
    struct mx_arena arena = {0};
    unsigned char *large = mx_arena_take(&arena, 50000000);
    assert_non_null(large);
    memset(large, 0xff, 50000000);
    assert_non_null(mx_arena_take(&arena, 100));
    mx_arena_clear(&arena);
    assert_int_equal(arena.used, 0);
    unsigned char *again = mx_arena_take(&arena, 50000000);
    assert_ptr_equal(again, large);
    assert_true(all_zero(again, 50000000));
    mx_arena_free(&arena);
}

static void absurd_sizes_are_refused(void **state) {
    (void)state;
    struct mx_arena arena = {0};
    assert_null(mx_arena_take(&arena, SIZE_MAX));
    assert_null(mx_arena_take(&arena, SIZE_MAX - 62));
    assert_null(mx_arena_take(&arena, SIZE_MAX / 2));
    assert_null(mx_arena_take(&arena, SIZE_MAX / 2 - 64));
    assert_int_equal(arena.used, 0);
    assert_non_null(mx_arena_take(&arena, 10));
    assert_null(mx_arena_take(&arena, SIZE_MAX - 128));
    assert_int_equal(arena.used, 64);
    mx_arena_free(&arena);
}

static void empty_arena(void **state) {
    (void)state;
    struct mx_arena arena = {0};
    mx_arena_clear(&arena);
    mx_arena_free(&arena);
    assert_null(arena.newest);
    assert_non_null(mx_arena_take(&arena, 1));
    mx_arena_free(&arena);
    mx_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligned_zeroed_and_apart), cmocka_unit_test(contents_never_move),
        cmocka_unit_test(trim_gives_the_end_back),  cmocka_unit_test(clear_keeps_the_largest_chunk),
        cmocka_unit_test(absurd_sizes_are_refused), cmocka_unit_test(empty_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
