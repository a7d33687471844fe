/* The solver touches a workspace only for a solve that is timed, and before the variant runs. It
 * takes no variant's outcome on trust, and has limited patience with a search. */
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

/* Solves one board of a problem by `variant`, or by auto if that is NULL; the caller frees the
 * solver. */
static enum mx_solved solve_of(struct mx_solver *solver, const struct mx_problem *problem,
                               const struct mx_variant *variant, uint64_t *answer) {
    struct mx_arena arena = {0};
    uint64_t values[MX_MOST_PARAMETERS] = {1, 1, 0};
    const void *board = problem->generators[0].make(values, 0, 0, &arena);
    const struct mx_batch batch = {board, problem->bytes(board), 1};
    solver->problem = problem;
    solver->variant = variant;
    solver->threads = 1;
    const enum mx_solved result = mx_solver_solve(solver, &batch, answer, NULL);
    mx_arena_free(&arena);
    return result;
}

static enum mx_solved solve_one(struct mx_solver *solver) {
    uint64_t answer = 0;
    return solve_of(solver, mx_find_problem("bacteria"), &roomy, &answer);
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

/* ---- Searches that auto hopes for --------------------------------------------------------- */

static uint64_t stages_to_go; /* of the search; UINT64_MAX = it never ends */

static enum mx_outcome search(const struct mx_run *run) {
    for (uint64_t left = stages_to_go; left > 0; left -= left != UINT64_MAX)
        if (!mx_stage(run, 1, 2))
            return MX_STOPPED;
    run->answers[0] = 1;
    return MX_SOLVED;
}

static bool sweep_gives_up;

static enum mx_outcome sweep(const struct mx_run *run) {
    run->answers[0] = 2;
    return sweep_gives_up ? MX_GAVE_UP : MX_SOLVED;
}

static struct mx_forecast search_forecast(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return (struct mx_forecast){.more = 1e6, .spread = MX_WIDE};
}

static struct mx_forecast sweep_forecast(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return (struct mx_forecast){.steps = 1e6};
}

static size_t no_workspace(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return 0;
}

#define VARIANT(label, function)                                                                   \
    {                                                                                              \
        .name = "bacteria_" label, .max_batch = 1, .workspace_bytes = no_workspace,                \
        .solve = function, .forecast = function##_forecast                                         \
    }
static const struct mx_variant a_search = VARIANT("search", search);
static const struct mx_variant a_sweep = VARIANT("sweep", sweep);
static const struct mx_variant *const two[] = {&a_search, &a_sweep, NULL};

/* The answer of auto when the search is predicted to take search_ns times a millisecond, the sweep
 * one. */
static uint64_t chosen_answer(double search_ns, uint64_t stages) {
    const struct mx_rate rates[] = {
        {"bacteria_search", {search_ns}}, {"bacteria_sweep", {1}}, {NULL, {0}}};
    struct mx_problem problem = *mx_find_problem("bacteria");
    problem.variants = two;
    problem.rates = rates;
    struct mx_solver solver = {.isa = MX_ISA_BASE};
    uint64_t answer = 0;
    stages_to_go = stages;
    assert_int_equal(solve_of(&solver, &problem, NULL, &answer), MX_SOLVE_DONE);
    mx_solver_free(&solver);
    return answer;
}

static void test_search_that_ends_early(void **state) {
    (void)state;
    assert_int_equal(chosen_answer(0.5, 0), 1); /* it was picked */
    assert_int_equal(chosen_answer(2, 0), 1);   /* the sweep was picked; the search had a trial */
    assert_int_equal(chosen_answer(5, 0), 2);   /* out of reach of its spread */
}

static void test_search_that_never_ends(void **state) {
    (void)state;
    assert_int_equal(chosen_answer(0.5, UINT64_MAX), 2);
    assert_int_equal(chosen_answer(2, UINT64_MAX), 2);
}

/* A search that ran out of time goes on when nothing else solves the board, picked or not. */
static void test_search_is_the_last_resort(void **state) {
    (void)state;
    const uint64_t many = 20000000; /* stages: more than the trial has time for */
    sweep_gives_up = true;
    assert_int_equal(chosen_answer(0.5, many), 1);
    assert_int_equal(chosen_answer(2, many), 1);
    sweep_gives_up = false;
}

static void test_user_stops_a_search_on_trial(void **state) {
    (void)state;
    const struct mx_rate rates[] = {{"bacteria_search", {2}}, {"bacteria_sweep", {1}}, {NULL, {0}}};
    const struct mx_monitor monitor = {stop, NULL};
    struct mx_problem problem = *mx_find_problem("bacteria");
    problem.variants = two;
    problem.rates = rates;
    struct mx_solver solver = {.isa = MX_ISA_BASE, .monitor = &monitor};
    uint64_t answer = 0;
    stages_to_go = UINT64_MAX;
    assert_int_equal(solve_of(&solver, &problem, NULL, &answer), MX_SOLVE_STOPPED);
    assert_ptr_equal(solver.monitor, &monitor);
    mx_solver_free(&solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain_solve_touches_nothing),
                                       cmocka_unit_test(test_timed_solve_finds_every_page),
                                       cmocka_unit_test(test_stop_that_was_asked_for),
                                       cmocka_unit_test(test_stop_that_nobody_asked_for),
                                       cmocka_unit_test(test_search_that_ends_early),
                                       cmocka_unit_test(test_search_that_never_ends),
                                       cmocka_unit_test(test_search_is_the_last_resort),
                                       cmocka_unit_test(test_user_stops_a_search_on_trial)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
