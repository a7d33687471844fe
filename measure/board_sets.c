#include "measure/board_sets.h"

#include <string.h>

#include "harness/input/answers.h"
#include "support/arena.h"
#include "support/digest.h"
#include "support/rng.h"

/* Any constant serves, but all sides and builds must make the same boards. */
#define NEIGHBOUR_SEED 20190427

static bool make_room(struct mx_board_set *set, uint32_t count, struct mx_arena *arena) {
    *set = (struct mx_board_set){.count = 0};
    set->boards = mx_arena_take(arena, count * sizeof *set->boards);
    set->answers = mx_arena_take(arena, count * sizeof *set->answers);
    return set->boards != NULL && set->answers != NULL;
}

static bool reserve_answers(struct mx_board_set *set, const struct mx_problem *problem,
                            struct mx_arena *arena) {
    if (problem->answer_bytes == NULL)
        return true;
    for (uint32_t i = 0; i < set->groups.count; i++) {
        const struct mx_batch *batch = &set->groups.group[i].batch;
        set->answer_bytes += batch->count * mx_answer_stride(problem, batch->instances);
    }
    set->long_answers = mx_arena_take(arena, set->answer_bytes);
    if (mx_answers_are_rounded(problem))
        set->witness = mx_arena_take(arena, set->answer_bytes);
    return set->long_answers != NULL && (set->witness != NULL || !mx_answers_are_rounded(problem));
}

static bool group(struct mx_board_set *set, const struct mx_load *load, struct mx_arena *arena) {
    return mx_group_by_shape(&set->groups, load->problem, set->boards, set->count, arena) &&
           reserve_answers(set, load->problem, arena);
}

static void add_workload(struct mx_board_set *set, const struct mx_load *load) {
    memcpy(set->boards, load->window.boards, load->window.count * sizeof *set->boards);
    set->count = load->window.count;
}

bool mx_board_set_workload(struct mx_board_set *set, const struct mx_load *load,
                           struct mx_arena *arena) {
    if (!make_room(set, load->window.count, arena))
        return false;
    add_workload(set, load);
    return group(set, load, arena);
}

/* ---- Neighbours -------------------------------------------------------------------------- */

/* Whether the workload's boards have neighbours: the problem changes boards, or the generator makes
 * others from other seeds. */
static bool has_neighbours(const struct mx_load *load) {
    return load->problem->mutate != NULL ||
           (load->generated.generator != NULL && load->generated.generator->count == NULL);
}

/* Every board of the workload has a first neighbour, then every board a second one with two
 * changes, and so on. NULL when memory is short. */
static const void *neighbour(const struct mx_load *load, uint32_t number, struct mx_arena *arena) {
    const uint32_t boards = load->window.count;
    struct mx_rng rng = mx_rng_start(NEIGHBOUR_SEED, number);
    const void *board = load->window.boards[number % boards];
    if (load->problem->mutate == NULL)
        return load->generated.generator->make(load->generated.values, mx_rng_next(&rng),
                                               number % boards, arena);
    for (uint32_t change = 0; board != NULL && change <= number / boards; change++)
        board = load->problem->mutate(board, &rng, arena);
    return board;
}

static bool all_support(const struct mx_variant *const *variants, unsigned count,
                        const void *board) {
    char why[256];
    for (unsigned i = 0; i < count; i++)
        if (variants[i]->unsupported != NULL &&
            variants[i]->unsupported(board, why, sizeof why) != NULL)
            return false;
    return true;
}

bool mx_board_set_check(struct mx_board_set *set, const struct mx_load *load,
                        const struct mx_variant *const *variants, unsigned variant_count,
                        uint32_t neighbours, struct mx_arena *arena) {
    if (!has_neighbours(load))
        neighbours = 0;
    if (!make_room(set, load->window.count + neighbours, arena))
        return false;
    add_workload(set, load);
    for (uint32_t i = 0; i < neighbours; i++) {
        const void *board = neighbour(load, i, arena);
        if (board == NULL)
            return false;
        if (all_support(variants, variant_count, board))
            set->boards[set->count++] = board;
    }
    return group(set, load, arena);
}

/* ---- Variations -------------------------------------------------------------------------- */

bool mx_board_set_variation(struct mx_board_set *set, const struct mx_load *load,
                            const struct mx_variant *const *variants, unsigned variant_count,
                            uint64_t number, struct mx_arena *arena) {
    const struct mx_spec *spec = &load->generated;
    const uint64_t seed = mx_mix(spec->seed + mx_mix(number + 1));
    if (!make_room(set, load->window.count, arena))
        return false;
    for (; set->count < load->window.count; set->count++) {
        const void *board = spec->generator->make(spec->values, seed, set->count, arena);
        if (board == NULL)
            return false;
        set->boards[set->count] =
            all_support(variants, variant_count, board) ? board : load->window.boards[set->count];
    }
    return group(set, load, arena);
}

bool mx_load_varies(const struct mx_load *load, struct mx_arena *arena) {
    struct mx_board_set other;
    if (load->generated.generator == NULL || load->generated.generator->count != NULL ||
        !mx_board_set_variation(&other, load, NULL, 0, 0, arena))
        return false;
    uint64_t hash = MX_HASH_START;
    for (uint32_t i = 0; i < other.count; i++)
        hash = mx_hash(hash, other.boards[i], load->problem->bytes(other.boards[i]));
    return hash != load->hash;
}

/* ---- Solving ----------------------------------------------------------------------------- */

static enum mx_solved solve_into(struct mx_board_set *set, struct mx_solver *solver,
                                 char *long_answers) {
    uint64_t *answers = set->answers;
    enum mx_solved result = MX_SOLVE_DONE;
    for (uint32_t i = 0; result == MX_SOLVE_DONE && i < set->groups.count; i++) {
        const struct mx_batch *batch = &set->groups.group[i].batch;
        solver->long_answers = long_answers;
        result = mx_solver_solve(solver, batch, answers, NULL);
        answers += batch->count;
        if (long_answers != NULL)
            long_answers += batch->count * mx_answer_stride(solver->problem, batch->instances);
    }
    solver->long_answers = NULL;
    return result;
}

enum mx_solved mx_board_set_solve(struct mx_board_set *set, struct mx_solver *solver) {
    return solve_into(set, solver, set->long_answers);
}

enum mx_solved mx_board_set_bear_witness(struct mx_board_set *set, struct mx_solver *solver) {
    enum mx_solved result = MX_SOLVE_DONE;
    if (set->witness != NULL && !set->witnessed)
        result = solve_into(set, solver, set->witness);
    set->witnessed = result == MX_SOLVE_DONE;
    return result;
}

/* ---- Hashing ----------------------------------------------------------------------------- */

static uint64_t hash_long(const struct mx_board_set *set, const struct mx_problem *problem,
                          uint64_t hash) {
    size_t at = 0;
    for (uint32_t i = 0; i < set->groups.count; i++) {
        const struct mx_batch *batch = &set->groups.group[i].batch;
        const size_t bytes = problem->answer_bytes(batch->instances);
        for (uint32_t which = 0; which < batch->count; which++) {
            const char *answer = set->long_answers + at;
            const bool right =
                set->witness != NULL &&
                mx_answers_agree(problem, mx_instance(batch, which), answer, set->witness + at);
            hash = right ? mx_mix(hash) : mx_hash(hash, answer, bytes);
            at += mx_answer_stride(problem, batch->instances);
        }
    }
    return hash;
}

uint64_t mx_board_set_hash(const struct mx_board_set *set, const struct mx_problem *problem,
                           uint64_t hash) {
    return set->long_answers != NULL
               ? hash_long(set, problem, hash)
               : mx_hash(hash, set->answers, set->count * sizeof *set->answers);
}
