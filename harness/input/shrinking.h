/* Finds a small board on which something still fails. */
#ifndef MX_SHRINKING_H
#define MX_SHRINKING_H

#include "harness/input/origin.h"
#include "problem.h"

#define MX_SHRINKING_BATCH 32

struct mx_shrinking {
    /* Set by the caller. */
    const struct mx_problem *problem;
    /* Returns the number of the first instance that fails; `count` when none fails. May be costly
     * and may run children. */
    uint32_t (*first_failing)(void *context, const void *const *instances, uint32_t count);
    void *context;
    uint32_t batch;          /* 1 .. MX_SHRINKING_BATCH: the most instances given at once */
    double seconds;          /* limit, about */
    uint64_t candidates;     /* limit on the number of instances, about */
    struct mx_origin origin; /* of the instance; for a problem without shrink. mx_shrink sets it to
                                that of its result */

    /* Set by mx_shrink. */
    uint64_t tried;
    bool smallest; /* no candidate for a simpler board fails; false: a limit ended the search */
};

/* Starts from an instance that fails and goes from one failing candidate to the next. Candidates
 * are those of problem->shrink; without it, smaller ones from the instance's generator. The result
 * is in the arena; NULL when memory is short. An interrupt (mx_interrupted) ends the search like a
 * limit. */
const void *mx_shrink(struct mx_shrinking *shrinking, const void *instance, struct mx_arena *arena);

#endif
