/* Openings and their values agree with the rules, on all small boards and on a mix. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/input/select.h"
#include "harness/input/workload.h"
#include "harness/solve/values.h"
#include "support/arena.h"

static uint64_t winning_moves(const struct mx_openings *openings) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < openings->count; i++)
        if (openings->opening[i].together == 0)
            count += openings->opening[i].move.moves;
    return count;
}

/* The smallest value that no opening leaves. */
static uint32_t mex(const struct mx_openings *openings) {
    for (uint32_t value = 0;; value++) {
        bool there = false;
        for (uint64_t i = 0; !there && i < openings->count; i++)
            there = openings->opening[i].together == value;
        if (!there)
            return value;
    }
}

static void agrees(const struct mx_openings *openings, const struct mx_values *values,
                   bool answer_counts, bool nimbers) {
    uint64_t winning = winning_moves(openings);
    assert_int_equal(openings->together != 0, winning > 0);
    assert_int_equal(values->answer, answer_counts ? winning : winning > 0);
    if (nimbers)
        assert_int_equal(openings->together, mex(openings));
}

static void check(const char *name, const char *spec, bool answer_counts, bool nimbers) {
    const struct mx_problem *problem = mx_find_problem(name);
    struct mx_workload workload;
    struct mx_arena arena = {0};
    const void *board;
    uint64_t boards = 0;
    assert_true(mx_workload_open(&workload, problem, 0, spec, 1));
    while (mx_workload_next(&workload, &arena, &board) == MX_NEXT_BOARD) {
        struct mx_values values;
        struct mx_openings openings;
        char why[256];
        assert_true(mx_values_open(&values, problem, board, mx_cpu_isa(), NULL, why, sizeof why));
        assert_true(mx_openings_list(&openings, &values, &arena));
        agrees(&openings, &values, answer_counts, nimbers);
        mx_values_close(&values);
        mx_arena_clear(&arena);
        boards++;
    }
    assert_true(boards > 50);
    mx_workload_close(&workload);
    mx_arena_free(&arena);
}

static void bacteria(void **state) {
    (void)state;
    check("bacteria", "every", true, true);
    check("bacteria", "mix:cases=300", true, true);
}

static void darkraft(void **state) {
    (void)state;
    check("darkraft", "every", false, true);
    check("darkraft", "mix:cases=300", false, true);
}

static void boardgame(void **state) {
    (void)state;
    check("boardgame", "every", false, false);
    check("boardgame", "mix:cases=300", false, false);
}

static void without_a_variant(void **state) {
    (void)state;
    static const struct mx_variant *const empty[] = {NULL};
    struct mx_problem problem = *mx_find_problem("darkraft");
    const uint64_t values[MX_MOST_PARAMETERS] = {2, 2};
    struct mx_arena arena = {0};
    struct mx_values kept;
    char why[256];
    problem.variants = empty;
    const void *board = problem.generators[0].make(values, 1, 0, &arena);
    assert_false(mx_values_open(&kept, &problem, board, mx_cpu_isa(), NULL, why, sizeof why));
    assert_string_equal(why, "no variant of darkraft can keep the values of this board");
    mx_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bacteria),
        cmocka_unit_test(darkraft),
        cmocka_unit_test(boardgame),
        cmocka_unit_test(without_a_variant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
