/* Finding a small board on which something still fails. */
#ifndef MX_SHRINKING_H
#define MX_SHRINKING_H

#include "kernel.h"

struct mx_shrinking {
    /* Set by the caller. */
    const struct mx_problem *problem;
    bool (*fails)(void *context, const void *instance); /* may be costly and may run children */
    void *context;
    double seconds;      /* about so long at most */
    uint64_t candidates; /* so many calls of fails at most */

    /* Set by mx_shrink. */
    uint64_t tried;
    bool smallest; /* no candidate for a simpler board fails; otherwise a limit ended it */
};

/* Starts from an instance that fails and goes from one failing candidate of problem->shrink to the
 * next. The result is in the arena; NULL when memory is short. An interrupt (mx_interrupted) ends
 * the search like a limit. */
const void *mx_shrink(struct mx_shrinking *shrinking, const void *instance, struct mx_arena *arena);

#endif
