/* One variant against its first able rival, on boards of one shape.
 *
 * The rival is the reference if it can solve all the boards. Otherwise it is the first other
 * variant, in the registry's order, among those that keep most states. The rival runs once for each
 * board and counts as right. The reference has no rival and runs alone. A threaded variant runs
 * with 1, 2 and 3 threads.
 */
#ifndef MX_DUEL_H
#define MX_DUEL_H

#include "harness/check/trial.h"

/* The most instances to which a batch is filled up. */
#define MX_DUEL_FILL 64u

struct mx_duel {
    /* Set by the caller. */
    const struct mx_check_session *session;
    const struct mx_variant *variant; /* this processor has its isa */
    const bool *barred;               /* by index in problem->variants: no rivals */
    /* Called before a variant, which may never return, runs on one or several instances; `instance`
     * is the first. */
    void (*announce)(void *context, const struct mx_variant *running, uint32_t instance);
    void *context;

    /* Set by mx_duel_fight. */
    enum mx_duel_outcome {
        MX_DUEL_AGREED,
        MX_DUEL_NOT_FOUGHT, /* the variant is unable, or every rival is; text: why */
        MX_DUEL_FAILED      /* text: how; culprit */
    } outcome;
    unsigned depths;  /* enum mx_depth; 0 for the reference */
    uint32_t culprit; /* number of the instance in the batch */
    char text[320];

    struct mx_trial_room room; /* zero-initialise */
};

/* `batch` has at most variant->max_batch instances, each supported by the variant. With `fill`,
 * instances are repeated up to what the variant takes. */
void mx_duel_fight(struct mx_duel *duel, const struct mx_batch *batch, bool fill,
                   struct mx_arena *arena);

#endif
