/* Whether check catches what it is there to catch: one deliberately broken variant at a time,
 * beside sound ones, on boards from a fixed seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <regex.h>
#include <string.h>

#include "bacteria/bacteria.h"
#include "broken.h"
#include "harness/check.h"
#include "harness/passive.h"
#include "harness/select.h"
#include "support/arena.h"

#define MOST 4

/* A check of a problem that has only these variants; zero-initialise, set variants. */
struct scene {
    const struct mx_variant *variants[MOST + 1]; /* ended by NULL */
    const char *workload;
    uint64_t boards;
    struct mx_problem problem;
    struct mx_check_result results[MOST];
    struct mx_arena arena;
};

static const struct mx_variant *sound(const char *name) {
    const struct mx_variant *variant = mx_find_variant(mx_find_problem("bacteria"), name);
    assert_non_null(variant);
    return variant;
}

#define REFERENCE_CELLS 12

static const char *too_large(const void *instance, char *why, size_t room) {
    (void)why, (void)room;
    const struct bacteria *board = instance;
    return board->rows * board->cols > REFERENCE_CELLS ? "kept to small boards" : NULL;
}

/* The reference where it is fast. */
static const struct mx_variant *reference(void) {
    static struct mx_variant variant;
    variant = *sound("naive");
    variant.unsupported = too_large;
    return &variant;
}

static void run(struct scene *scene) {
    char error[256] = "";
    uint32_t count = 0;
    while (scene->variants[count] != NULL)
        count++;
    scene->problem = *mx_find_problem("bacteria");
    scene->problem.variants = scene->variants;
    const struct mx_check_options options = {.problem = &scene->problem,
                                             .variants = scene->variants,
                                             .count = count,
                                             .isa = MX_ISA_BASE,
                                             .boards = scene->boards ? scene->boards : 160,
                                             .seed = 8113,
                                             .board = MX_CHECK_ALL_BOARDS,
                                             .silence = 1,
                                             .workload = scene->workload};
    enum mx_check_end end = mx_check(&options, scene->results, &scene->arena, error, sizeof error);
    assert_string_equal(error, "");
    assert_int_equal(end, MX_CHECK_DONE);
}

static void assert_matches(const char *text, const char *pattern) {
    regex_t compiled;
    assert_int_equal(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
    int no_match = regexec(&compiled, text, 0, NULL, 0);
    regfree(&compiled);
    if (no_match)
        fail_msg("'%s' does not match '%s'", text, pattern);
}

/* The second variant beside the reference fails, in such words; its result is returned. */
static struct mx_check_result *assert_caught(struct scene *scene, const struct mx_variant *broken,
                                             const char *pattern) {
    scene->variants[0] = reference();
    scene->variants[1] = broken;
    run(scene);
    struct mx_check_result *result = &scene->results[1];
    print_message("%-22s FAIL  %s\n", broken->name, result->text);
    assert_int_equal(scene->results[0].verdict, MX_VERDICT_OK);
    assert_int_equal(result->verdict, MX_VERDICT_FAILED);
    assert_matches(result->text, pattern);
    assert_non_null(result->failure.instance);
    return result;
}

/* It fails alone, and shrinks to a board of at most so many cells. */
static const struct bacteria *assert_shrinks(const struct mx_check_result *result, int cells) {
    const struct bacteria *board = result->failure.instance;
    assert_int_equal(result->failure.repeats, MX_REPEATS_ALONE);
    assert_true(result->failure.smallest);
    assert_true(board->rows * board->cols <= cells);
    return board;
}

/* ---- Broken ones ------------------------------------------------------------------------- */

static void loop_bound(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_loop_bound,
                                 "^rectangle .*: nimber [0-9]+, bacteria_naive says [0-9]+$"),
                   2);
    mx_arena_free(&scene.arena);
}

static void barred_row(void **state) {
    (void)state;
    struct scene scene = {0};
    struct mx_check_result *result = assert_caught(
        &scene, &broken_barred_row, "^rectangle .*: nimber [0-9]+, bacteria_naive says [0-9]+$");
    const struct bacteria *board = assert_shrinks(result, 3);
    assert_true(board->rows == 1 || board->cols == 1);
    assert_int_equal(board->barred[0] + board->barred[1] + board->barred[2], 1);
    assert_matches(result->failure.text, "^rectangle .*: nimber 0, bacteria_naive says 2$");
    mx_arena_free(&scene.arena);
}

static void workspace_end(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(
        assert_caught(&scene, &broken_workspace_end, "^writes past the end of the workspace$"), 1);
    mx_arena_free(&scene.arena);
}

static void answers_end(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_answers_end, "^writes past the end of answers$"),
                   1);
    mx_arena_free(&scene.arena);
}

static void junk(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(
        assert_caught(&scene, &broken_junk, "^rectangle .*: nimber [0-9]+, .* says [0-9]+$"), 1);
    mx_arena_free(&scene.arena);
}

static void statics(void **state) {
    (void)state;
    struct scene scene = {0};
    struct mx_check_result *result =
        assert_caught(&scene, &broken_static, "^answer [0-9]+, bacteria_naive says [0-9]+$");
    assert_int_equal(result->failure.repeats, MX_REPEATS_IN_UNIT);
    mx_arena_free(&scene.arena);
}

static void hang(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_hang, "^hangs: silent for 1 s$"), 1);
    mx_arena_free(&scene.arena);
}

/* A sanitizer turns the signal into an exit code. */
static void crash(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(
        assert_caught(&scene, &broken_crash, "^(crashed \\(SIGSEGV\\)|exited with code [0-9]+)$"),
        4);
    mx_arena_free(&scene.arena);
}

static void race(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_caught(&scene, &broken_race, "^(with [23] threads: answer|exited with code)");
    mx_arena_free(&scene.arena);
}

static void work(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_work, "^counts [0-9]+ options, there are [0-9]+$"),
                   1);
    mx_arena_free(&scene.arena);
}

static void instance(void **state) {
    (void)state;
    struct scene scene = {0};
    const struct bacteria *board =
        assert_shrinks(assert_caught(&scene, &broken_instance, "^changes its instance$"), 1);
    assert_int_equal(board->barred[0], 1);
    mx_arena_free(&scene.arena);
}

static void lane(void **state) {
    (void)state;
    struct scene scene = {0};
    struct mx_check_result *result =
        assert_caught(&scene, &broken_lane, "^answer [0-9]+, bacteria_naive says [0-9]+$");
    const struct bacteria *board = result->failure.instance;
    assert_int_equal(result->failure.repeats, MX_REPEATS_FILLED);
    assert_int_equal(board->rows * board->cols, 1);
    mx_arena_free(&scene.arena);
}

static void forgetful(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_forgetful,
                                 "^should keep every rectangle, but rectangle rows 2-2, "
                                 "columns 1-1 was not computed$"),
                   2);
    mx_arena_free(&scene.arena);
}

/* 153 * 153 states: too many to keep each, so a digest tells. */
static void far_state(void **state) {
    (void)state;
    struct scene scene = {
        .variants = {reference(), sound("memoised"), sound("iterative"), &broken_far_state},
        .workload = "empty:n=17,m=17,cases=1"};
    run(&scene);
    const struct mx_check_result *result = &scene.results[3];
    assert_int_equal(scene.results[0].verdict, MX_VERDICT_SKIPPED);
    assert_int_equal(result->verdict, MX_VERDICT_FAILED);
    assert_matches(result->text, "^the digest of all 23409 states is not that of "
                                 "bacteria_iterative$");
    mx_arena_free(&scene.arena);
}

/* ---- What must not happen ---------------------------------------------------------------- */

static void sound_variants_pass(void **state) {
    (void)state;
    struct scene scene = {
        .variants = {reference(), sound("memoised"), sound("iterative"), sound("parallel")}};
    run(&scene);
    const char *const depths[] = {"reference", "visited states", "every state", "every state"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(scene.results[i].verdict, MX_VERDICT_OK);
        assert_true(scene.results[i].boards > 0);
        assert_matches(scene.results[i].depth, depths[i]);
    }
    mx_arena_free(&scene.arena);
}

static void giving_up_is_not_ok(void **state) {
    (void)state;
    struct scene scene = {.variants = {reference(), &broken_timid}, .boards = 16};
    run(&scene);
    assert_int_equal(scene.results[1].verdict, MX_VERDICT_SKIPPED);
    assert_string_equal(scene.results[1].text, "gave up");
    mx_arena_free(&scene.arena);
}

/* A crash fails its own variant; those after it are checked, with another rival. */
static void a_crash_takes_nobody_along(void **state) {
    (void)state;
    struct scene scene = {.variants = {&broken_crash, sound("iterative"), sound("memoised")}};
    run(&scene);
    assert_int_equal(scene.results[0].verdict, MX_VERDICT_FAILED);
    assert_int_equal(scene.results[1].verdict, MX_VERDICT_OK);
    assert_int_equal(scene.results[2].verdict, MX_VERDICT_OK);
    assert_true(scene.results[1].boards > 100);
    assert_int_equal(scene.results[2].boards, scene.results[1].boards);
    mx_arena_free(&scene.arena);
}

/* --board K makes exactly the boards that the whole check made for its unit. */
static void a_failure_repeats_from_its_number(void **state) {
    (void)state;
    struct scene scene = {0};
    struct mx_check_result first = *assert_caught(&scene, &broken_crash, "^(crashed|exited)");
    const struct mx_check_options again = {.problem = &scene.problem,
                                           .variants = scene.variants + 1,
                                           .count = 1,
                                           .seed = 8113,
                                           .board = first.failure.board,
                                           .silence = 1};
    struct mx_check_result second;
    char error[256];
    assert_int_equal(mx_check(&again, &second, &scene.arena, error, sizeof error), MX_CHECK_DONE);
    assert_int_equal(second.verdict, MX_VERDICT_FAILED);
    assert_string_equal(second.text, first.text);
    assert_int_equal(second.failure.board, first.failure.board);
    mx_arena_free(&scene.arena);
}

int main(int argc, char **argv) {
    (void)argc;
    mx_wait_passively(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop_bound),
        cmocka_unit_test(barred_row),
        cmocka_unit_test(workspace_end),
        cmocka_unit_test(answers_end),
        cmocka_unit_test(junk),
        cmocka_unit_test(statics),
        cmocka_unit_test(hang),
        cmocka_unit_test(crash),
        cmocka_unit_test(race),
        cmocka_unit_test(work),
        cmocka_unit_test(instance),
        cmocka_unit_test(lane),
        cmocka_unit_test(forgetful),
        cmocka_unit_test(far_state),
        cmocka_unit_test(sound_variants_pass),
        cmocka_unit_test(giving_up_is_not_ok),
        cmocka_unit_test(a_crash_takes_nobody_along),
        cmocka_unit_test(a_failure_repeats_from_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
