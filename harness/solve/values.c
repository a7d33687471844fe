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
    if (!mx_memory_reserve(&values->workspace, bytes, why, room))
        return false;
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

bool mx_values_open(struct mx_values *values, const struct mx_problem *problem,
                    const void *instance, mx_isa isa, const struct mx_monitor *monitor, char *why,
                    size_t room) {
    *values = (struct mx_values){.problem = problem};
    values->run = (struct mx_run){.batch = {instance, problem->bytes(instance), 1}, .threads = 1};
    values->run.answers = &values->answer;
    values->run.monitor = monitor;
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
    return values->variant->probe(&values->run, 0, state);
}

void mx_values_close(struct mx_values *values) {
    mx_memory_free(&values->workspace);
}

/* ---- Openings --------------------------------------------------------------------------- */

/* Fills values[] for parts[]; returns their XOR. */
static uint32_t evaluate(const struct mx_values *values, const uint64_t *parts, uint32_t count,
                         uint32_t *value) {
    uint32_t together = 0;
    for (uint32_t i = 0; i < count; i++) {
        value[i] = mx_value_of(values, parts[i]);
        together ^= value[i];
    }
    return together;
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
