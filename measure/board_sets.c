#include "measure/board_sets.h"

#include <string.h>

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

static bool group(struct mx_board_set *set, const struct mx_load *load, struct mx_arena *arena) {
    return mx_group_by_shape(&set->groups, load->problem, set->boards, set->count, arena);
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

/* Every board of the workload has a first neighbour, then every board a second one with two
 * changes, and so on. NULL when memory is short. */
static const void *neighbour(const struct mx_load *load, uint32_t number, struct mx_arena *arena) {
    const uint32_t boards = load->window.count;
    struct mx_rng rng = mx_rng_start(NEIGHBOUR_SEED, number);
    const void *board = load->window.boards[number % boards];
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

enum mx_solved mx_board_set_solve(struct mx_board_set *set, struct mx_solver *solver) {
    uint64_t *answers = set->answers;
    for (uint32_t i = 0; i < set->groups.count; i++) {
        const struct mx_batch *batch = &set->groups.group[i].batch;
        enum mx_solved result = mx_solver_solve(solver, batch, answers, NULL);
        if (result != MX_SOLVE_DONE)
            return result;
        answers += batch->count;
    }
    return MX_SOLVE_DONE;
}

uint64_t mx_board_set_hash(const struct mx_board_set *set, uint64_t hash) {
    return mx_hash(hash, set->answers, set->count * sizeof *set->answers);
}
