/* The problem: its states, its words, its inputs for bench and judge. */
#include "edit.h"

static bool same_shape(const void *one, const void *other) {
    const struct edit *x = one, *y = other;
    return x->a == y->a && x->b == y->b;
}

static void describe(const void *instance, char *text, size_t room) {
    const struct edit *pair = instance;
    snprintf(text, room, "%ux%u", pair->a, pair->b);
}

static uint64_t states(const void *instance) {
    const struct edit *pair = instance;
    return ((uint64_t)pair->a + 1) * ((uint64_t)pair->b + 1);
}

static uint64_t state(const void *instance, uint64_t index) {
    const uint64_t row = (uint64_t)((const struct edit *)instance)->b + 1;
    return edit_state(index / row, index % row);
}

static void describe_state(const void *instance, uint64_t state, char *text, size_t room) {
    const struct edit *pair = instance;
    snprintf(text, room, "prefixes '%.*s' and '%.*s'", (int)(state >> 32), edit_a(pair),
             (int)(state & UINT32_MAX), edit_b(pair));
}

static uint64_t cells(const void *instance) {
    const struct edit *pair = instance;
    return (uint64_t)pair->a * pair->b;
}

static const struct mx_bench_load loads[] = {
    {"short", "random:n=32,m=32,cases=64,seed=1", true, 0},
    {"random", "random:n=100,m=100,cases=16,seed=1", true, 100},
    {"random", "random:n=1000,m=1000,seed=1", true, 1000},
    {"random", "random:n=4000,m=4000,seed=1", false, 4000},
    {"similar", "similar:n=1000,edits=0.02,cases=16,seed=1", true, 0},
    {"worst", "worst:n=1000,m=1000,seed=1", false, 0},
    {NULL, NULL, false, 0}};

/* ---- Inputs for judging contestants' programs -------------------------------------------- */

static bool allows(const void *instance) {
    const struct edit *pair = instance;
    return pair->a > 0 && pair->b > 0 && pair->a <= 1000 && pair->b <= 1000;
}

static const struct mx_judge_load judge_loads[] = {{"random:n=3,m=2,letters=2,cases=40", false},
                                                   {"similar:n=40,edits=0.1,cases=40", false},
                                                   {"random:n=200,m=100,cases=10", false},
                                                   {"random:n=1000,m=1000,cases=10", true},
                                                   {NULL, false}};

static const struct mx_judging judging = {.samples = "2\n6 7\nkitten\nsitting\n1 1\na\na\n",
                                          .cases = 100,
                                          .seconds = 10,
                                          .memory_bytes = UINT64_C(512) << 20,
                                          .allows = allows,
                                          .loads = judge_loads};

static const struct mx_variant *const variants[] = {
    &edit_naive,        &edit_memoised,       &edit_two_rows,
    &edit_bitparallel,  &edit_batched_base,
#ifdef __x86_64__
    &edit_batched_avx2, &edit_batched_avx512,
#endif
    &edit_parallel,     &edit_edlib,          NULL};

static const struct mx_problem edit = {
    .name = "edit",
    .bytes = edit_bytes,
    .same_shape = same_shape,
    .generators = edit_generators,
    .variants = variants,
    .write_answer = edit_write_answer,
    .title = "Edit distance",
    .summary = "the least number of letters to insert, delete or replace",
    .instance_noun = "pair",
    .work_noun = "cells",
    .state_noun = "pair of prefixes",
    .value_noun = "distance",
    .describe = describe,
    .textbook = &edit_two_rows,
    .textbook_cost = "n^2",
    .read_header = edit_read_header,
    .read = edit_read,
    .write_header = edit_write_header,
    .write = edit_write,
    .states = states,
    .state = state,
    .describe_state = describe_state,
    .options = cells,
    .shrink = edit_shrink,
    .mutate = edit_mutate,
    .bench_loads = loads,
    .judging = &judging,
};
MX_PROBLEM_PLUGIN(edit);
