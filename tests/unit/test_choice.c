/* harness/solve/choice.c and contest.c: kernels, instruction sets and threads under synthetic
 * rates, and the race in a stream. Nothing is solved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "harness/solve/contest.h"

/* A steady kernel, and one whose work is small only for large batches. */
static struct mx_forecast steady(const struct mx_batch *batch, int threads) {
    (void)threads;
    return (struct mx_forecast){.steps = 1000.0 * batch->count, .stages = 1, .shares = 100};
}

static struct mx_forecast batched(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return (struct mx_forecast){.steps = 10000, .stages = 1, .shares = 2};
}

static struct mx_forecast guess(const struct mx_batch *batch, int threads) {
    (void)threads;
    return (struct mx_forecast){.more = 1200.0 * batch->count, .spread = 3};
}

static size_t no_workspace(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return 64;
}

static const char *only_small(const void *instance, char *why, size_t room) {
    (void)why, (void)room;
    return *(const uint64_t *)instance > 100 ? "too large" : NULL;
}

#define VARIANT(label, ...)                                                                        \
    { .name = label, .max_batch = 1, .workspace_bytes = no_workspace, __VA_ARGS__ }
static const struct mx_variant one_base = VARIANT("game_one_base", .forecast = steady);
static const struct mx_variant one_wide =
    VARIANT("game_one_avx512", .forecast = steady, .isa = MX_ISA_AVX512);
static const struct mx_variant many = {.name = "game_many",
                                       .max_batch = 64,
                                       .threaded = true,
                                       .workspace_bytes = no_workspace,
                                       .forecast = batched};
static const struct mx_variant search =
    VARIANT("game_search", .forecast = guess, .unsupported = only_small);
static const struct mx_variant silent = VARIANT("game_silent", .forecast = NULL);
static const struct mx_variant unrated = VARIANT("game_unrated", .forecast = steady);
static const struct mx_variant *const variants[] = {&one_base, &one_wide, &many, &search,
                                                    &silent,   &unrated,  NULL};

static const struct mx_rate committed[] = {{"game_one_base", {1}},
                                           {"game_one_avx512", {0.8}},
                                           {"game_many", {1}},
                                           {"game_search", {1}},
                                           {NULL, {0}}};

static void sides(const void *instance, uint32_t *rows, uint32_t *cols) {
    *rows = *cols = (uint32_t) * (const uint64_t *)instance;
}

static const struct mx_problem game = {
    .name = "game", .variants = variants, .rates = committed, .sides = sides};

static uint64_t boards[4096];

static struct mx_batch batch_of(uint32_t count, uint64_t side) {
    for (uint32_t i = 0; i < count; i++)
        boards[i] = side;
    return (struct mx_batch){boards, sizeof *boards, count};
}

static struct mx_rates rates = {.stage_ns = 1000, .gain = 1, .second_level = 1 << 20};

static struct mx_request request_for(mx_isa isa, int threads, int idle_cores) {
    return (struct mx_request){&game, &rates, isa, threads, idle_cores};
}

static const char *first_of(struct mx_request request, struct mx_batch batch, int *threads) {
    struct mx_candidate ranked[MX_MOST_CANDIDATES];
    const uint32_t count = mx_rank(&request, &batch, ranked);
    assert_true(count > 0);
    for (uint32_t i = 1; i < count; i++)
        assert_true(ranked[i - 1].seconds <= ranked[i].seconds);
    *threads = ranked[0].threads;
    return ranked[0].variant->name;
}

static void shape_and_count_decide(void **state) {
    (void)state;
    int threads;
    const struct mx_request request = request_for(MX_ISA_BASE, 1, 0);
    assert_string_equal(first_of(request, batch_of(1, 5), &threads), "game_one_base");
    assert_string_equal(first_of(request, batch_of(64, 5), &threads), "game_many");
}

static void others_are_left_out(void **state) {
    (void)state;
    struct mx_candidate ranked[MX_MOST_CANDIDATES];
    const struct mx_request request = request_for(MX_ISA_BASE, 1, 0);
    struct mx_batch batch = batch_of(1, 5);
    assert_int_equal(mx_rank(&request, &batch, ranked), 3); /* no AVX-512, no rate, no forecast */
    batch = batch_of(1, 500);
    assert_int_equal(mx_rank(&request, &batch, ranked), 2); /* the search is unable */
}

/* A wider instruction set must promise more as long as nobody has measured it here. */
static void widest_is_not_presumed(void **state) {
    (void)state;
    int threads;
    const struct mx_request request = request_for(MX_ISA_AVX512, 1, 0);
    assert_string_equal(first_of(request, batch_of(1, 5), &threads), "game_one_base");
    struct mx_rates measured = rates;
    measured.count = 1;
    measured.rate[0] = (struct mx_machine_rate){"game_one_avx512", {0.8}};
    const struct mx_request tuned = {&game, &measured, MX_ISA_AVX512, 1, 0};
    assert_string_equal(first_of(tuned, batch_of(1, 5), &threads), "game_one_avx512");
    measured.rate[0].ns[0] = 3;
    assert_string_equal(first_of(tuned, batch_of(1, 5), &threads), "game_one_base");
}

static void threads_must_pay(void **state) {
    (void)state;
    int threads;
    const struct mx_batch batch = batch_of(4096, 5); /* 640 us */
    first_of(request_for(MX_ISA_BASE, 2, 1), batch, &threads);
    assert_int_equal(threads, 2);
    first_of(request_for(MX_ISA_BASE, 2, 0), batch, &threads); /* the other core is busy */
    assert_int_equal(threads, 1);
    first_of(request_for(MX_ISA_BASE, 2, 1), batch_of(64, 5), &threads); /* 10 us */
    assert_int_equal(threads, 1);
    rates.stage_ns = 1e6;
    first_of(request_for(MX_ISA_BASE, 2, 1), batch, &threads);
    assert_int_equal(threads, 1);
    rates.stage_ns = 1000;
    first_of(request_for(MX_ISA_BASE, 8, 7), batch, &threads); /* two shares keep two busy */
    assert_int_equal(threads, 2);
}

/* ---- The race ----------------------------------------------------------------------------- */

static bool all_serve(const void *context, const struct mx_variant *variant) {
    (void)context, (void)variant;
    return true;
}

/* Runs a stream; the first entrant takes `first` seconds for a board, the second `second`. Returns
 * the boards that each of them solved. */
static void race(double first, double second, uint64_t solved[2]) {
    static struct mx_contests contests;
    memset(&contests, 0, sizeof contests);
    const struct mx_request request = request_for(MX_ISA_BASE, 1, 0);
    const uint32_t count = 1024;
    const struct mx_batch batch = batch_of(count, 6);
    struct mx_problem without = game;
    static const struct mx_variant *const two[] = {&one_base, &search, NULL};
    without.variants = two;
    struct mx_request asked = request;
    asked.problem = &without;
    for (int round = 0; round < 3; round++) {
        struct mx_contest *contest =
            mx_contest_for(&contests, &asked, &batch, false, all_serve, NULL);
        uint32_t piece;
        for (uint32_t done = 0; done < count; done += piece) {
            const uint32_t picked = mx_contest_pick(contest, count - done, &piece);
            assert_true(piece > 0 && piece <= count - done);
            mx_contest_enter(contest, picked, piece, piece * (picked == 0 ? first : second), false);
        }
        assert_int_equal(contest->entrant[0].boards + contest->entrant[1].boards,
                         (uint64_t)count * (uint64_t)(round + 1)); /* nothing twice */
    }
    for (int i = 0; i < 2; i++)
        solved[i] = contests.contest[0].entrant[i].boards;
}

static void faster_one_goes_on(void **state) {
    (void)state;
    uint64_t solved[2];
    race(1e-6, 0.5e-6, solved);
    assert_true(solved[1] > 2000 && solved[0] > 0);
    race(1e-6, 4e-6, solved);
    assert_true(solved[0] > 2000 && solved[1] > 0);
}

/* A kernel that gives up twice is passed over; one that gives up now and then is not. */
static void one_that_gives_up_is_passed_over(void **state) {
    (void)state;
    struct mx_contest contest = {.count = 2, .boards = 1};
    uint32_t piece;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(mx_contest_pick(&contest, 1, &piece), 0);
        mx_contest_enter(&contest, 0, 1, 1e-6, true);
    }
    assert_int_equal(mx_contest_pick(&contest, 1, &piece), 1);
    contest.entrant[0].pieces = 10;
    assert_int_equal(mx_contest_pick(&contest, 1, &piece), 0);
    contest.entrant[0].gave_up = 6;
    contest.entrant[1].pieces = contest.entrant[1].gave_up = 8;
    assert_int_equal(mx_contest_pick(&contest, 1, &piece), 0); /* someone must */
}

/* A kernel that is predicted to take many times as long does not race. */
static void hopeless_ones_stay_out(void **state) {
    (void)state;
    uint64_t solved[2];
    rates.count = 1;
    rates.rate[0] = (struct mx_machine_rate){"game_search", {10}};
    race(1e-6, 1e-9, solved);
    rates.count = 0;
    assert_int_equal(solved[1], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shape_and_count_decide),
        cmocka_unit_test(others_are_left_out),
        cmocka_unit_test(widest_is_not_presumed),
        cmocka_unit_test(threads_must_pay),
        cmocka_unit_test(faster_one_goes_on),
        cmocka_unit_test(hopeless_ones_stay_out),
        cmocka_unit_test(one_that_gives_up_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
