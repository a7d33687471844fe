#include "harness/check/plan.h"

#include <string.h>

static bool has_generator(const struct mx_problem *problem, const char *name) {
    for (const struct mx_generator *g = problem->generators; g->name != NULL; g++)
        if (strcmp(g->name, name) == 0)
            return true;
    return false;
}

static struct mx_spec spec_of(const struct mx_problem *problem, const char *name) {
    return has_generator(problem, name) ? mx_spec_default(problem, name) : (struct mx_spec){0};
}

bool mx_plan_from_seed(struct mx_plan *plan, const struct mx_problem *problem, uint64_t seed) {
    *plan = (struct mx_plan){.problem = problem, .seed = seed};
    plan->every = spec_of(problem, "every");
    plan->mix = spec_of(problem, "mix");
    if (plan->every.generator != NULL && plan->every.generator->count != NULL)
        plan->every_count = plan->every.generator->count(plan->every.values);
    return plan->every_count > 0 || plan->mix.generator != NULL;
}

struct mx_plan mx_plan_from_boards(const struct mx_problem *problem, const void *const *boards,
                                   uint64_t count) {
    return (struct mx_plan){.problem = problem, .boards = boards, .board_count = count};
}

/* Makes boards first .. first+MX_PLAN_UNIT-1 of a generator, as far as they are below `end`. */
static uint32_t make(const struct mx_spec *spec, uint64_t seed, uint64_t first, uint64_t end,
                     struct mx_arena *arena, const void **boards) {
    uint32_t count = 0;
    while (count < MX_PLAN_UNIT && first + count < end) {
        boards[count] = spec->generator->make(spec->values, seed, first + count, arena);
        if (boards[count] == NULL)
            break;
        count++;
    }
    return count;
}

/* Sets the parameter to its default * numerator / denominator, within its accepted range. Returns
 * false when the generator has no such parameter. */
static bool scale(struct mx_spec *spec, const char *key, uint64_t numerator, uint64_t denominator) {
    uint64_t *value = mx_spec_value(spec, key);
    if (value == NULL)
        return false;
    const struct mx_parameter *p = &spec->generator->parameters[value - spec->values];
    uint64_t wanted = p->default_value * numerator / denominator;
    *value = wanted < p->least ? p->least : wanted > p->most ? p->most : wanted;
    return true;
}

static bool too_much_work(const struct mx_plan *plan, const void *const *boards, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (plan->problem->options(boards[i]) > MX_PLAN_WORK)
            return true;
    return false;
}

static uint32_t make_mix(const struct mx_plan *plan, uint64_t unit, struct mx_arena *arena,
                         const void **boards) {
    struct mx_spec spec = plan->mix;
    uint64_t *group = mx_spec_value(&spec, "group");
    if (group != NULL)
        *group = MX_PLAN_UNIT;
    uint64_t quarters = UINT64_C(1) << unit / 2 % 4;
    for (uint64_t parts = 4;; parts *= 2) {
        bool scaled = scale(&spec, "cells", quarters, parts);
        uint32_t count = make(&spec, plan->seed, unit * MX_PLAN_UNIT, UINT64_MAX, arena, boards);
        if (!scaled || parts >= 64 || !too_much_work(plan, boards, count))
            return count;
    }
}

static uint32_t take_boards(const struct mx_plan *plan, uint64_t unit, const void **boards) {
    uint32_t count = 0;
    for (uint64_t i = unit * MX_PLAN_UNIT; count < MX_PLAN_UNIT && i < plan->board_count; i++)
        boards[count++] = plan->boards[i];
    return count;
}

uint32_t mx_plan_unit(const struct mx_plan *plan, uint64_t unit, struct mx_arena *arena,
                      const void *boards[MX_PLAN_UNIT]) {
    if (plan->boards != NULL)
        return take_boards(plan, unit, boards);
    bool both = plan->mix.generator != NULL;
    uint64_t first = (both ? unit / 2 : unit) * MX_PLAN_UNIT;
    bool every = first < plan->every_count && (unit % 2 == 0 || !both);
    if (every)
        return make(&plan->every, plan->seed, first, plan->every_count, arena, boards);
    return both ? make_mix(plan, unit, arena, boards) : 0;
}

const void *mx_plan_board(const struct mx_plan *plan, uint64_t board, struct mx_arena *arena) {
    const void *boards[MX_PLAN_UNIT];
    uint32_t count = mx_plan_unit(plan, board / MX_PLAN_UNIT, arena, boards);
    return board % MX_PLAN_UNIT < count ? boards[board % MX_PLAN_UNIT] : NULL;
}

bool mx_plan_fills_up(const struct mx_plan *plan, uint64_t unit) {
    return plan->boards != NULL ? unit % 2 == 0 : unit / 2 % 2 == 1;
}
