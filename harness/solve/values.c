#include "harness/solve/values.h"

#include "harness/input/optional.h"
#include "harness/input/select.h"
#include "harness/solve/choice.h"
#include "harness/solve/run.h"
#include "support/arena.h"
#include "support/digest.h"
#include "support/say.h"

#define DIGEST_PART (UINT64_C(1) << 20) /* states between two calls of the monitor */

/* ---- One state -------------------------------------------------------------------------- */

/* Whether the variant keeps every state and can solve this instance. */
static bool able(const struct mx_variant *variant, const void *instance, mx_isa isa) {
    return variant->keeps == MX_KEEPS_ALL && mx_variant_able(variant, isa, instance);
}

/* Solves with one variant; false when it has no memory or gives up. */
static bool solve(struct mx_values *values, const struct mx_variant *variant, char *why,
                  size_t room) {
    struct mx_run *run = &values->run;
    size_t bytes = variant->workspace_bytes(&run->batch, 1);
    values->variant = variant;
    if (!mx_memory_reserve(&values->workspace, bytes, why, room)) {
        values->refused |= values->workspace.refused;
        return false;
    }
    run->workspace = values->workspace.base;
    const enum mx_outcome outcome = mx_run_variant(variant, run, why, room);
    if (outcome == MX_GAVE_UP || outcome == MX_STOPPED)
        mx_say(why, room, "%s %s", variant->name,
               outcome == MX_STOPPED ? "was stopped" : "gave up on it");
    return outcome == MX_SOLVED;
}

/* The variants in the order of auto's choice, then all others. */
static bool solve_with_any(struct mx_values *values, const void *instance, mx_isa isa, char *why,
                           size_t room) {
    const struct mx_problem *problem = values->problem;
    const struct mx_variant *variant;
    for (int attempt = 0;
         (variant = mx_choose(problem, &values->run.batch, isa, 1, attempt)) != NULL; attempt++)
        if (able(variant, instance, isa) && solve(values, variant, why, room))
            return true;
    for (size_t i = 0; (variant = problem->variants[i]) != NULL; i++)
        if (able(variant, instance, isa) && solve(values, variant, why, room))
            return true;
    return false;
}

/* With a table, then with a search; the last of the variants first, which has the widest vectors. A
 * table may find only won and lost, under rules that have no nimbers. */
static bool solve_with_nimbers(struct mx_values *values, const struct mx_variant *only, mx_isa isa,
                               char *why, size_t room) {
    const struct mx_problem *problem = values->problem;
    const void *instance = values->run.batch.instances;
    const bool small = problem->states(instance) <= MX_TABLE_STATES;
    size_t count = 0;
    while (problem->variants[count] != NULL)
        count++;
    for (size_t i = 2 * count; i-- > 0;) {
        const struct mx_variant *variant = problem->variants[i % count];
        const bool table = variant->keeps == MX_KEEPS_ALL, tables_turn = i >= count;
        if (table != tables_turn || !mx_finds_nimbers(variant) ||
            (only != NULL && only != variant) || (only == NULL && table && !small) ||
            !mx_variant_able(variant, isa, instance) || !solve(values, variant, why, room))
            continue;
        uint64_t part[MX_MOST_PARTS];
        const uint32_t parts = problem->start(instance, part);
        values->nimbers =
            parts == 0 || variant->positions->nimber(&values->run, 0, part[0]) != MX_NOT_COMPUTED;
        if (values->nimbers || table)
            return true;
        mx_say(why, room, "%s gave up on its nimber", variant->name);
    }
    return false;
}

static bool any_finds_nimbers(const struct mx_problem *problem) {
    size_t i = 0;
    while (problem->variants[i] != NULL && !mx_finds_nimbers(problem->variants[i]))
        i++;
    return problem->variants[i] != NULL;
}

static void prepare(struct mx_values *values, const struct mx_problem *problem,
                    const void *instance, const struct mx_monitor *monitor) {
    *values = (struct mx_values){.problem = problem};
    values->run = (struct mx_run){.batch = {instance, problem->bytes(instance), 1}, .threads = 1};
    values->run.answers = &values->answer;
    values->run.monitor = monitor;
}

bool mx_nimbers_open(struct mx_values *values, const struct mx_problem *problem,
                     const void *instance, const struct mx_variant *only, mx_isa isa,
                     const struct mx_monitor *monitor, char *why, size_t room) {
    prepare(values, problem, instance, monitor);
    bool solved;
    if (any_finds_nimbers(problem)) {
        mx_say(why, room, "%s finds no nimbers of this %s",
               only != NULL ? only->name : "no variant", mx_instance_noun(problem));
        solved = solve_with_nimbers(values, only, isa, why, room);
    } else {
        mx_say(why, room, "%s does not keep the values of this %s",
               only != NULL ? only->name : "no variant", mx_instance_noun(problem));
        solved = only == NULL ? solve_with_any(values, instance, isa, why, room)
                              : able(only, instance, isa) && solve(values, only, why, room);
    }
    values->run.answers = NULL;
    if (!solved)
        mx_values_close(values);
    return solved;
}

bool mx_values_open(struct mx_values *values, const struct mx_problem *problem,
                    const void *instance, mx_isa isa, const struct mx_monitor *monitor, char *why,
                    size_t room) {
    prepare(values, problem, instance, monitor);
    mx_say(why, room, "no variant of %s can keep the values of this %s", problem->name,
           mx_instance_noun(problem));
    if (solve_with_any(values, instance, isa, why, room)) {
        values->run.answers = NULL; /* the pointer would not move with the structure */
        values->run.monitor = NULL;
        return true;
    }
    mx_values_close(values);
    return false;
}

uint32_t mx_value_of(const struct mx_values *values, uint64_t state) {
    const struct mx_variant *variant = values->variant;
    return values->nimbers ? variant->positions->nimber(&values->run, 0, state)
                           : variant->probe(&values->run, 0, state);
}

uint32_t mx_value_of_sum(const uint32_t *values, uint32_t count) {
    uint32_t together = 0;
    bool loony = false;
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] == MX_NOT_COMPUTED)
            return MX_NOT_COMPUTED;
        loony |= values[i] == MX_LOONY;
        together ^= values[i];
    }
    return loony ? MX_LOONY : together;
}

const char *mx_value_noun(const struct mx_values *values) {
    return values->nimbers ? "nimber" : values->problem->value_noun;
}

bool mx_count_layer(const struct mx_values *values, uint32_t layer, uint64_t *positions,
                    uint64_t *lost) {
    const struct mx_variant *variant = values->variant;
    const void *instance = values->run.batch.instances;
    if (variant->positions != NULL && variant->positions->count != NULL)
        return variant->positions->count(&values->run, 0, layer, positions, lost);
    if (layer > 0 || variant->keeps != MX_KEEPS_ALL)
        return false;
    *positions = values->problem->states(instance);
    *lost = 0;
    for (uint64_t i = 0; i < *positions; i++)
        *lost += mx_value_of(values, values->problem->state(instance, i)) == 0;
    return true;
}

void mx_values_close(struct mx_values *values) {
    mx_memory_free(&values->workspace);
}

/* ---- Openings --------------------------------------------------------------------------- */

/* Fills values[] for parts[]; returns the value of their sum. */
static uint32_t evaluate(const struct mx_values *values, const uint64_t *parts, uint32_t count,
                         uint32_t *value) {
    for (uint32_t i = 0; i < count; i++)
        value[i] = mx_value_of(values, parts[i]);
    return mx_value_of_sum(value, count);
}

static uint64_t count_openings(const struct mx_problem *problem, const void *instance) {
    struct mx_opening opening;
    uint64_t count = 0;
    while (problem->opening(instance, count, &opening))
        count++;
    return count;
}

bool mx_openings_list(struct mx_openings *openings, const struct mx_values *values,
                      struct mx_arena *arena) {
    const struct mx_problem *problem = values->problem;
    const void *instance = values->run.batch.instances;
    *openings = (struct mx_openings){.count = count_openings(problem, instance)};
    openings->opening = mx_arena_take(arena, openings->count * sizeof *openings->opening);
    if (openings->opening == NULL)
        return false;
    openings->parts = problem->start(instance, openings->part);
    openings->together = evaluate(values, openings->part, openings->parts, openings->values);
    for (uint64_t i = 0; i < openings->count; i++) {
        struct mx_valued_opening *one = &openings->opening[i];
        problem->opening(instance, i, &one->move);
        one->together = evaluate(values, one->move.part, one->move.parts, one->values);
    }
    return true;
}

/* ---- Digests of all states -------------------------------------------------------------- */

bool mx_can_digest(const struct mx_variant *variant) {
    return variant->digests || (variant->keeps == MX_KEEPS_ALL && variant->probe != NULL);
}

static bool add_by_probe(const struct mx_problem *problem, const struct mx_variant *variant,
                         const struct mx_run *run, uint32_t which, uint64_t *sum) {
    const void *instance = mx_instance(&run->batch, which);
    const uint64_t states = problem->states(instance);
    for (uint64_t index = 0; index < states; index++) {
        if (index % DIGEST_PART == 0 && !mx_stage(run, index, states))
            return false;
        const uint64_t state = problem->state(instance, index);
        *sum += mx_digest_pair(state, variant->probe(run, which, state));
    }
    return true;
}

bool mx_add_digests(const struct mx_problem *problem, const struct mx_variant *variant,
                    const struct mx_run *run, uint64_t *sum) {
    for (uint32_t i = 0; i < run->batch.count; i++)
        if (run->digests != NULL)
            *sum += run->digests[i];
        else if (!add_by_probe(problem, variant, run, i, sum))
            return false;
    return true;
}
