/* Check catches every kind of fault: one deliberately broken variant at a time, together with
 * correct ones, on boards from a fixed seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "broken.h"
#include "harness/process/process.h"
#include "scene.h"

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

/* One byte to either side of all that a kernel is given. */
static void edges(void **state) {
    (void)state;
    static const struct {
        const struct mx_variant *broken;
        const char *pattern;
    } cases[] = {
        {&broken_workspace_start, "^writes before the start of the workspace$"},
        {&broken_workspace_end, "^writes past the end of the workspace$"},
        {&broken_answers_start, "^writes before the start of answers$"},
        {&broken_answers_end, "^writes past the end of answers$"},
        {&broken_work_start, "^writes before the start of work$"},
        {&broken_work_end, "^writes past the end of work$"},
        {&broken_digests_start, "^writes before the start of digests$"},
        {&broken_digests_end, "^writes past the end of digests$"},
        {&broken_instances_start, "^writes before the start of the instances$"},
        {&broken_instances_end, "^writes past the end of the instances$"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene scene = {0};
        assert_shrinks(assert_caught(&scene, cases[i].broken, cases[i].pattern), 1);
        mx_arena_free(&scene.arena);
    }
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
    struct scene scene = {.silence = 1};
    assert_shrinks(assert_caught(&scene, &broken_hang, "^hangs: silent for 1 s, computing$"), 1);
    mx_arena_free(&scene.arena);
}

static void sleeping(void **state) {
    (void)state;
    struct scene scene = {.silence = 1};
    assert_shrinks(
        assert_caught(&scene, &broken_sleep, "^hangs: silent for 1 s, without using a processor$"),
        1);
    mx_arena_free(&scene.arena);
}

/* A process must not end in a solve, with any exit code. */
static void exits(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_exit, "^exited with code 0$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_quick_exit, "^exited with code 113$"), 1);
    mx_arena_free(&scene.arena);
}

static void stopping_itself(void **state) {
    (void)state;
    struct scene scene = {.boards = 16};
    assert_caught(&scene, &broken_stop, "^stops itself \\(SIGSTOP\\)$");
    mx_arena_free(&scene.arena);
}

static void outcomes(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_uninvited, "^stopped without being told to$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_no_outcome, "^solve returned an invalid outcome$"),
                   1);
    mx_arena_free(&scene.arena);
}

static void surroundings(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_locale, "^changes the locale$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_rounding, "^changes the floating-point mode$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_handler, "^changes what SIGFPE does$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_forks, "^leaves a process behind$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_limit, "^changes a resource limit$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_closes, "^closes or changes standard input$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_opens, "^leaves a file open$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_alarm, "^changes a timer$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_sets, "^changes the environment$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_clears, "^changes the environment$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_moves, "^changes the working folder$"), 1);
    assert_shrinks(assert_caught(&scene, &broken_masks, "^changes the mask of permissions "), 1);
    assert_shrinks(assert_caught(&scene, &broken_batch, "^changes how it is scheduled$"), 1);
    assert_caught(&scene, &broken_thread, "^leaves a thread running$");
    assert_caught(&scene, &broken_team, "^with 2 threads: leaves a thread running$");
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
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

/* The reference has no nimbers, so another variant is the rival for them. */
static void nimbers(void **state) {
    (void)state;
    struct scene scene = {.variants = {NULL, NULL, &broken_no_nimber}};
    assert_shrinks(
        assert_caught(&scene, &broken_nimber, "^rectangle .*: nimber 3, broken_no_nimber says 2$"),
        2);
    assert_int_equal(scene.results[2].status, MX_CHECKED_FAILED); /* its rival is the wrong one */
    mx_arena_free(&scene.arena);
    scene = (struct scene){0};
    assert_caught(&scene, &broken_contrary,
                  "^rectangle .*: its nimber says won, its value says lost$");
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

static void digest(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_digest,
                                 "^the digest of all [0-9]+ states is not that of bacteria_naive$"),
                   1);
    mx_arena_free(&scene.arena);
}

static void resume(void **state) {
    (void)state;
    struct scene scene = {0};
    assert_shrinks(assert_caught(&scene, &broken_resume,
                                 "^answer [1-9][0-9]*, a run that is stopped at every stage and "
                                 "resumed says 0$"),
                   1);
    mx_arena_free(&scene.arena);
}

/* Too many states to keep: the rival's digest is computed by probe. */
static void digest_of_many_states(void **state) {
    (void)state;
    struct scene scene = {.variants = {scene_reference(), scene_sound("iterative"), &broken_digest},
                          .workload = "empty:n=17,m=17,cases=1"};
    scene_run(&scene);
    assert_int_equal(scene.results[2].status, MX_CHECKED_FAILED);
    assert_matches(scene.results[2].text, "^the digest of all 23409 states is not that of "
                                          "bacteria_iterative$");
    mx_arena_free(&scene.arena);
}

/* 153 * 153 states: too many to keep, so check compares digests. */
static void far_state(void **state) {
    (void)state;
    struct scene scene = {.variants = {scene_reference(), scene_sound("memoised"),
                                       scene_sound("iterative"), &broken_far_state},
                          .workload = "empty:n=17,m=17,cases=1"};
    scene_run(&scene);
    const struct mx_check_result *result = &scene.results[3];
    assert_int_equal(scene.results[0].status, MX_CHECKED_SKIPPED);
    assert_int_equal(result->status, MX_CHECKED_FAILED);
    assert_matches(result->text, "^the digest of all 23409 states is not that of "
                                 "bacteria_iterative$");
    mx_arena_free(&scene.arena);
}

/* ---- What must not happen ---------------------------------------------------------------- */

static void sound_variants_pass(void **state) {
    (void)state;
    struct scene scene = {.variants = {scene_reference(), scene_sound("memoised"),
                                       scene_sound("iterative"), scene_sound("parallel")}};
    scene_run(&scene);
    const char *const depths[] = {"reference", "visited states", "every state", "every state"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(scene.results[i].status, MX_CHECKED_OK);
        assert_true(scene.results[i].boards > 0);
        assert_matches(scene.results[i].depth, depths[i]);
    }
    mx_arena_free(&scene.arena);
}

static void giving_up_is_not_ok(void **state) {
    (void)state;
    struct scene scene = {.variants = {scene_reference(), &broken_timid}, .boards = 16};
    scene_run(&scene);
    assert_int_equal(scene.results[1].status, MX_CHECKED_SKIPPED);
    assert_string_equal(scene.results[1].text, "gave up");
    mx_arena_free(&scene.arena);
}

/* Stopped for longer than the limit on silence, as on a machine without a free processor. */
static void a_stopped_kernel_is_not_failed(void **state) {
    (void)state;
    struct scene scene = {
        .variants = {scene_reference(), &broken_pause}, .boards = 16, .silence = 1};
    scene_run(&scene);
    assert_int_equal(scene.results[1].status, MX_CHECKED_OK);
    mx_arena_free(&scene.arena);
}

static void a_starved_kernel_is_unresolved(void **state) {
    (void)state;
    struct scene scene = {.variants = {scene_reference(), &broken_starve}, .silence = 0.5};
    scene_run(&scene);
    assert_int_equal(scene.results[1].status, MX_CHECKED_UNRESOLVED);
    assert_matches(scene.results[1].text,
                   "^silent for 3 s, but it had the processor for less than 0.5 s$");
    mx_arena_free(&scene.arena);
}

/* A crash fails its own variant; those after it are checked, with another rival. */
static void a_crash_fails_no_other_variant(void **state) {
    (void)state;
    struct scene scene = {
        .variants = {&broken_crash, scene_sound("iterative"), scene_sound("memoised")}};
    scene_run(&scene);
    assert_int_equal(scene.results[0].status, MX_CHECKED_FAILED);
    assert_int_equal(scene.results[1].status, MX_CHECKED_OK);
    assert_int_equal(scene.results[2].status, MX_CHECKED_OK);
    assert_true(scene.results[1].boards > 100);
    assert_int_equal(scene.results[2].boards, scene.results[1].boards);
    mx_arena_free(&scene.arena);
}

/* --board K makes exactly the boards that the whole check made for its unit. */
static void a_failure_repeats_from_its_number(void **state) {
    (void)state;
    struct scene scene = {0};
    struct mx_check_result first = *assert_caught(&scene, &broken_crash, "^(crashed|exited)");
    const struct mx_check_options again = {
        .session = {.problem = &scene.problem, .seed = SCENE_SEED, .silence = 60},
        .variants = scene.variants + 1,
        .count = 1,
        .board = first.failure.board};
    struct mx_check_result second;
    char error[256];
    assert_int_equal(mx_check(&again, &second, &scene.arena, error, sizeof error), MX_CHECK_DONE);
    assert_int_equal(second.status, MX_CHECKED_FAILED);
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
        cmocka_unit_test(edges),
        cmocka_unit_test(junk),
        cmocka_unit_test(statics),
        cmocka_unit_test(hang),
        cmocka_unit_test(sleeping),
        cmocka_unit_test(exits),
        cmocka_unit_test(stopping_itself),
        cmocka_unit_test(outcomes),
        cmocka_unit_test(surroundings),
        cmocka_unit_test(crash),
        cmocka_unit_test(race),
        cmocka_unit_test(work),
        cmocka_unit_test(instance),
        cmocka_unit_test(lane),
        cmocka_unit_test(forgetful),
        cmocka_unit_test(nimbers),
        cmocka_unit_test(digest),
        cmocka_unit_test(resume),
        cmocka_unit_test(digest_of_many_states),
        cmocka_unit_test(far_state),
        cmocka_unit_test(sound_variants_pass),
        cmocka_unit_test(giving_up_is_not_ok),
        cmocka_unit_test(a_stopped_kernel_is_not_failed),
        cmocka_unit_test(a_starved_kernel_is_unresolved),
        cmocka_unit_test(a_crash_fails_no_other_variant),
        cmocka_unit_test(a_failure_repeats_from_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
