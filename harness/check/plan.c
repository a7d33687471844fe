#include "harness/check/plan.h"

#include <string.h>

#include "harness/input/optional.h"
#include "support/arena.h"
#include "support/rng.h"

#define SMALL_SIZES 12 /* the least sizes of a generator, which every check visits */

static bool has_generator(const struct mx_problem *problem, const char *name) {
    for (const struct mx_generator *g = problem->generators; g->name != NULL; g++)
        if (strcmp(g->name, name) == 0)
            return true;
    return false;
}

static struct mx_spec spec_of(const struct mx_problem *problem, const char *name) {
    return has_generator(problem, name) ? mx_spec_default(problem, name) : (struct mx_spec){0};
}

void mx_plan_from_seed(struct mx_plan *plan, const struct mx_problem *problem, uint64_t seed) {
    *plan = (struct mx_plan){.problem = problem, .seed = seed};
    plan->every = spec_of(problem, "every");
    plan->mix = spec_of(problem, "mix");
    if (plan->every.generator != NULL && plan->every.generator->count != NULL)
        plan->every_count = plan->every.generator->count(plan->every.values);
}

struct mx_plan mx_plan_from_boards(const struct mx_problem *problem, const void *const *boards,
                                   uint64_t count) {
    return (struct mx_plan){.problem = problem, .boards = boards, .board_count = count};
}

/* Some instances of a generator: numbers first .. first+MX_PLAN_UNIT-1, as far as they are below
 * `end`. A spec without generator has none. */
struct part {
    struct mx_spec spec;
    uint64_t first, end;
};

static uint32_t make(const struct part *part, struct mx_arena *arena, const void **boards) {
    const struct mx_spec *spec = &part->spec;
    uint32_t count = 0;
    while (spec->generator != NULL && count < MX_PLAN_UNIT && part->first + count < part->end) {
        boards[count] = spec->generator->make(spec->values, spec->seed, part->first + count, arena);
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

/* In half of the units, the parameters of mix with named values and its fractions take values at
 * random, unless the generator refuses them together: other rules, other starts. */
static void vary(struct mx_spec *spec, uint64_t unit) {
    const struct mx_spec before = *spec;
    struct mx_rng rng = mx_rng_start(spec->seed, ~unit);
    if (mx_rng_chance(&rng, MX_BILLION / 2))
        return;
    for (size_t i = 0; spec->generator->parameters[i].key != NULL; i++) {
        const struct mx_parameter *p = &spec->generator->parameters[i];
        if (p->words != NULL || p->fraction)
            spec->values[i] = mx_rng_between(&rng, p->least, p->most);
    }
    if (spec->generator->refuse != NULL && spec->generator->refuse(spec->values) != NULL)
        *spec = before;
}

static struct part mix_part(const struct mx_plan *plan, uint64_t unit, struct mx_arena *arena) {
    struct part part = {plan->mix, unit * MX_PLAN_UNIT, UINT64_MAX};
    const void *boards[MX_PLAN_UNIT];
    part.spec.seed = plan->seed;
    uint64_t *group = mx_spec_value(&part.spec, "group");
    if (group != NULL)
        *group = MX_PLAN_UNIT;
    if (part.spec.generator != NULL)
        vary(&part.spec, unit);
    uint64_t quarters = UINT64_C(1) << unit / 2 % 4;
    for (uint64_t parts = 4;; parts *= 2) {
        bool scaled = scale(&part.spec, "cells", quarters, parts);
        if (!scaled || parts >= 64 || !too_much_work(plan, boards, make(&part, arena, boards)))
            return part;
    }
}

/* Some of an enumeration, round and round, or instances of their own. */
static struct part generated_part(const struct mx_plan *plan, uint64_t unit) {
    const struct mx_generator *generators = plan->problem->generators;
    uint64_t count = 0;
    while (generators[count].name != NULL)
        count++;
    const uint64_t turn = unit / count;
    const struct mx_generator *generator = &generators[unit % count];
    struct part part = {mx_spec_default(plan->problem, generator->name), turn * MX_PLAN_UNIT,
                        UINT64_MAX};
    part.spec.seed = plan->seed;
    const int size = generator->count != NULL ? -1 : mx_size_parameter(generator);
    if (size >= 0) {
        const struct mx_parameter *p = &generator->parameters[size];
        const uint64_t small = p->least + turn / 2 % SMALL_SIZES, before = part.spec.values[size];
        if (turn % 2 == 0)
            part.spec.values[size] = small > p->most ? p->most : small;
        else
            scale(&part.spec, p->key, UINT64_C(1) << turn / 2 % 4, 4);
        if (generator->refuse != NULL && generator->refuse(part.spec.values) != NULL)
            part.spec.values[size] = before;
    }
    if (generator->count != NULL) {
        part.end = generator->count(part.spec.values);
        if (turn > 0 && part.first >= part.end)
            part.first %= (part.end + MX_PLAN_UNIT - 1) / MX_PLAN_UNIT * MX_PLAN_UNIT;
    }
    return part;
}

/* Where the boards of a unit come from. A workload's boards are in memory: see take_boards. */
static struct part part_of(const struct mx_plan *plan, uint64_t unit, struct mx_arena *arena) {
    if (plan->boards != NULL)
        return (struct part){plan->workload, unit * MX_PLAN_UNIT, plan->board_count};
    const bool mixes = plan->mix.generator != NULL;
    if (plan->every_count == 0 && !mixes)
        return generated_part(plan, unit);
    const uint64_t first = (mixes ? unit / 2 : unit) * MX_PLAN_UNIT;
    if (first < plan->every_count && (unit % 2 == 0 || !mixes)) {
        struct part part = {plan->every, first, plan->every_count};
        part.spec.seed = plan->seed;
        return part;
    }
    return mixes ? mix_part(plan, unit, arena) : (struct part){.first = 0};
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
    const struct part part = part_of(plan, unit, arena);
    return make(&part, arena, boards);
}

struct mx_origin mx_plan_origin(const struct mx_plan *plan, uint64_t board) {
    struct mx_arena scratch = {0};
    const struct part part = part_of(plan, board / MX_PLAN_UNIT, &scratch);
    mx_arena_free(&scratch);
    return (struct mx_origin){part.spec, part.first + board % MX_PLAN_UNIT};
}

const void *mx_plan_board(const struct mx_plan *plan, uint64_t board, struct mx_arena *arena) {
    const void *boards[MX_PLAN_UNIT];
    uint32_t count = mx_plan_unit(plan, board / MX_PLAN_UNIT, arena, boards);
    return board % MX_PLAN_UNIT < count ? boards[board % MX_PLAN_UNIT] : NULL;
}

bool mx_plan_fills_up(const struct mx_plan *plan, uint64_t unit) {
    return plan->boards != NULL ? unit % 2 == 0 : unit / 2 % 2 == 1;
}
