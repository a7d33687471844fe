#include "harness/check/failure.h"

#include <math.h>
#include <string.h>

#include "harness/input/shrinking.h"
#include "support/arena.h"

/* Limits of the search. A hang costs JUDGE_SILENCE for every candidate. */
#define SHRINK_SECONDS 10.0
#define SHRINK_CANDIDATES 5000u
#define JUDGE_SILENCE 2.0

struct judge {
    struct mx_check_session session; /* a copy, except for the limit on silence */
    struct mx_sweep sweep;           /* a copy, except for its plan */
    char text[320];                  /* of the failure judged last */
};

/* Whether the variant fails on the boards of a plan, with or without filled batches. */
static bool fails_on(struct judge *judge, const struct mx_plan *plan) {
    judge->sweep.plan = plan;
    judge->sweep.first_unit = 0;
    judge->sweep.end_unit = 1;
    mx_sweep_run(&judge->sweep);
    if (judge->sweep.outcome != MX_SWEEP_FAILED)
        return false;
    memcpy(judge->text, judge->sweep.text, sizeof judge->text);
    return true;
}

static bool fails(void *context, const void *instance) {
    struct judge *judge = context;
    struct mx_plan plan = mx_plan_from_boards(judge->session.problem, &instance, 1);
    return fails_on(judge, &plan);
}

static uint32_t first_failing(void *context, const void *const *instances, uint32_t count) {
    uint32_t i = 0;
    while (i < count && !fails(context, instances[i]))
        i++;
    return i;
}

/* Finds a board of the unit that fails by itself. The accused board comes first, then the others,
 * because a crash in a batch does not tell which board caused it. */
static const void *culprit(struct judge *judge, const void *const *boards, uint32_t count,
                           uint32_t accused, uint32_t *which) {
    for (uint32_t i = 0; i < count; i++) {
        *which = (accused + i) % count;
        if (fails(judge, boards[*which]))
            return boards[*which];
    }
    *which = accused;
    return NULL;
}

static void shrink(struct mx_failure *failure, struct judge *judge, const void *instance,
                   struct mx_arena *arena) {
    struct mx_shrinking shrinking = {.problem = judge->session.problem,
                                     .first_failing = first_failing,
                                     .context = judge,
                                     .batch = 1,
                                     .seconds = SHRINK_SECONDS,
                                     .candidates = SHRINK_CANDIDATES,
                                     .origin = failure->origin};
    failure->instance = mx_shrink(&shrinking, instance, arena);
    failure->origin = shrinking.origin;
    failure->smallest = shrinking.smallest;
}

static void judge_as_in(struct judge *judge, const struct mx_sweep *sweep) {
    *judge = (struct judge){.session = *sweep->session, .sweep = *sweep};
    judge->session.silence = fmin(judge->session.silence, JUDGE_SILENCE);
    judge->sweep.session = &judge->session;
    judge->sweep.deadline = INFINITY;
    judge->sweep.progress = NULL;
    judge->sweep.one_chance = true;
    memcpy(judge->text, sweep->text, sizeof judge->text);
}

/* Searches for a single board that fails, alone or in a batch of its copies, and shrinks it. */
static bool reduce_to_one(struct mx_failure *failure, struct judge *judge,
                          const struct mx_plan *plan, const void *const *boards, uint32_t count,
                          struct mx_arena *arena) {
    uint32_t which, accused = (uint32_t)(failure->board % MX_PLAN_UNIT);
    uint64_t unit = failure->board / MX_PLAN_UNIT;
    for (int filled = 0; filled <= (judge->sweep.variant->max_batch > 1); filled++) {
        judge->sweep.fill = filled ? MX_FILL_ALL : MX_FILL_NONE;
        const void *one = culprit(judge, boards, count, accused, &which);
        if (one == NULL)
            continue;
        failure->board = unit * MX_PLAN_UNIT + which;
        failure->repeats = filled ? MX_REPEATS_FILLED : MX_REPEATS_ALONE;
        failure->origin = mx_plan_origin(plan, failure->board);
        shrink(failure, judge, one, arena);
        return true;
    }
    return false;
}

struct mx_failure mx_failure_reduce(const struct mx_sweep *sweep, struct mx_arena *arena) {
    struct mx_failure failure = {.board = sweep->board};
    struct judge judge;
    const void *boards[MX_PLAN_UNIT];
    uint64_t unit = sweep->board / MX_PLAN_UNIT;
    uint32_t count = mx_plan_unit(sweep->plan, unit, arena, boards);
    judge_as_in(&judge, sweep);
    if (count > sweep->board % MX_PLAN_UNIT &&
        !reduce_to_one(&failure, &judge, sweep->plan, boards, count, arena)) {
        struct mx_plan whole = mx_plan_from_boards(sweep->session->problem, boards, count);
        judge.sweep.fill = mx_plan_fills_up(sweep->plan, unit) ? MX_FILL_ALL : MX_FILL_NONE;
        failure.instance = boards[sweep->board % MX_PLAN_UNIT];
        failure.origin = mx_plan_origin(sweep->plan, sweep->board);
        failure.repeats = fails_on(&judge, &whole) ? MX_REPEATS_IN_UNIT : MX_REPEATS_NOT;
    }
    memcpy(failure.text, judge.text, sizeof failure.text);
    return failure;
}
