#include "harness/input/shrinking.h"

#include <string.h>

#include "harness/process/clock.h"
#include "support/arena.h"

static const void *copy(const struct mx_problem *problem, const void *instance,
                        struct mx_arena *arena) {
    size_t bytes = problem->bytes(instance);
    void *to = mx_arena_take(arena, bytes);
    return to == NULL ? NULL : memcpy(to, instance, bytes);
}

static bool may_go_on(const struct mx_shrinking *shrinking, double deadline) {
    return shrinking->tried < shrinking->candidates && mx_seconds() < deadline && !mx_interrupted();
}

/* Candidate number *attempt, which then counts on, for a simpler instance than the current one;
 * NULL when there is no further one. Its origin is set where it has one. */
static const void *candidate(const struct mx_shrinking *shrinking, const void *current,
                             uint64_t *attempt, struct mx_arena *scratch,
                             struct mx_origin *origin) {
    *origin = (struct mx_origin){.index = 0};
    if (shrinking->problem->shrink != NULL)
        return shrinking->problem->shrink(current, (*attempt)++, scratch);
    const struct mx_origin *own = &shrinking->origin;
    while (own->spec.generator != NULL && mx_origin_simpler(own, (*attempt)++, origin))
        if (memcmp(origin->spec.values, own->spec.values, sizeof own->spec.values) != 0 ||
            origin->index != own->index)
            return mx_origin_make(origin, scratch);
    return NULL;
}

/* The first candidate that still fails, in `scratch`; NULL when none fails or a limit is
 * reached. */
static const void *step(struct mx_shrinking *shrinking, const void *current, double deadline,
                        struct mx_arena *scratch) {
    const void *candidates[MX_SHRINKING_BATCH];
    struct mx_origin origins[MX_SHRINKING_BATCH];
    uint64_t attempt = 0;
    while (may_go_on(shrinking, deadline)) {
        uint32_t count = 0;
        mx_arena_clear(scratch);
        while (count < shrinking->batch &&
               (candidates[count] =
                    candidate(shrinking, current, &attempt, scratch, &origins[count])) != NULL)
            count++;
        if (count == 0) {
            shrinking->smallest =
                shrinking->problem->shrink != NULL || shrinking->origin.spec.generator != NULL;
            return NULL;
        }
        shrinking->tried += count;
        uint32_t failing = shrinking->first_failing(shrinking->context, candidates, count);
        if (failing < count) {
            shrinking->origin = origins[failing];
            return candidates[failing];
        }
    }
    return NULL;
}

const void *mx_shrink(struct mx_shrinking *shrinking, const void *instance,
                      struct mx_arena *arena) {
    double deadline = mx_seconds() + shrinking->seconds;
    struct mx_arena scratch[2] = {{0}, {0}}; /* one holds the current board, one its candidates */
    const void *current = instance, *next;
    int turn = 0;
    shrinking->tried = 0;
    shrinking->smallest = false;
    while ((next = step(shrinking, current, deadline, &scratch[turn])) != NULL) {
        current = next;
        turn = !turn;
    }
    const void *result = copy(shrinking->problem, current, arena);
    mx_arena_free(&scratch[0]);
    mx_arena_free(&scratch[1]);
    return result;
}
