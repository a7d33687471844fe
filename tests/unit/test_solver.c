/* The solver touches a workspace only for a solve that is timed, and before the variant runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/mman.h>

#include "harness/input/select.h"
#include "harness/solve/solver.h"
#include "support/arena.h"

#define WORKSPACE ((size_t)64 << 20)
#define PAGE 4096u

static size_t resident; /* pages of the workspace at the start of the last solve */
static enum mx_outcome outcome;

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return WORKSPACE;
}

static enum mx_outcome solve(const struct mx_run *run) {
    static unsigned char pages[WORKSPACE / PAGE];
    resident = 0;
    assert_int_equal(mincore(run->workspace, WORKSPACE, pages), 0);
    for (size_t i = 0; i < WORKSPACE / PAGE; i++)
        resident += pages[i] & 1;
    run->answers[0] = 7;
    if (!mx_stage(run, 1, 2))
        return MX_STOPPED;
    return outcome;
}

static const struct mx_variant roomy = {.name = "bacteria_roomy",
                                        .idea = "uses none of its large workspace",
                                        .max_batch = 1,
                                        .workspace_bytes = workspace_bytes,
                                        .solve = solve};

static bool stop(void *context, uint64_t done, uint64_t total) {
    (void)context, (void)done, (void)total;
    return false;
}

/* Solves one board; the caller frees the solver. */
static enum mx_solved solve_one(struct mx_solver *solver) {
    const struct mx_problem *problem = mx_find_problem("bacteria");
    struct mx_arena arena = {0};
    uint64_t answer = 0, values[MX_MOST_PARAMETERS] = {1, 1, 0};
    const void *board = problem->generators[0].make(values, 0, 0, &arena);
    const struct mx_batch batch = {board, problem->bytes(board), 1};
    solver->problem = problem;
    solver->variant = &roomy;
    solver->threads = 1;
    const enum mx_solved result = mx_solver_solve(solver, &batch, &answer, NULL);
    mx_arena_free(&arena);
    return result;
}

static void test_plain_solve_touches_nothing(void **state) {
    (void)state;
    struct mx_solver solver = {.timed = false};
    assert_int_equal(solve_one(&solver), MX_SOLVE_DONE);
    assert_int_equal(resident, 0);
    mx_solver_free(&solver);
}

static void test_timed_solve_finds_every_page(void **state) {
    (void)state;
    struct mx_solver solver = {.timed = true};
    assert_int_equal(solve_one(&solver), MX_SOLVE_DONE);
    assert_int_equal(resident, WORKSPACE / PAGE);
    mx_solver_free(&solver);
}

/* ---- Outcomes that are not taken on trust ------------------------------------------------ */

static void test_stop_that_was_asked_for(void **state) {
    (void)state;
    const struct mx_monitor monitor = {stop, NULL};
    struct mx_solver solver = {.monitor = &monitor};
    assert_int_equal(solve_one(&solver), MX_SOLVE_STOPPED);
    mx_solver_free(&solver);
}

static void test_stop_that_nobody_asked_for(void **state) {
    (void)state;
    struct mx_solver solver = {.monitor = NULL};
    outcome = MX_STOPPED;
    assert_int_equal(solve_one(&solver), MX_SOLVE_FAILED);
    assert_true(solver.broke_contract);
    assert_string_equal(solver.error, "bacteria_roomy stopped without being told to");
    outcome = (enum mx_outcome)77;
    assert_int_equal(solve_one(&solver), MX_SOLVE_FAILED);
    assert_string_equal(solver.error, "bacteria_roomy: solve returned an invalid outcome, 77");
    outcome = MX_GAVE_UP;
    assert_int_equal(solve_one(&solver), MX_SOLVE_FAILED);
    assert_false(solver.broke_contract);
    outcome = MX_SOLVED;
    mx_solver_free(&solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain_solve_touches_nothing),
                                       cmocka_unit_test(test_timed_solve_finds_every_page),
                                       cmocka_unit_test(test_stop_that_was_asked_for),
                                       cmocka_unit_test(test_stop_that_nobody_asked_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
