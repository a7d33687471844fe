/* Running one variant on one batch under guard.
 *
 * Canaries lie around the instances, the workspace, answers, work and digests; instances are at an
 * address that is a multiple of 8 but not of 16, with gaps between them; the workspace is a
 * multiple of 64 but not of 128, and full of junk. A thorough trial solves three times, each time
 * with other junk and the last time asking for nothing but answers; the runs must agree in
 * everything; a variant that resumes
 * solves once more, stopped at every stage and resumed. Digests are asked for where they are not of
 * too many states. Instances must not change.
 */
#ifndef MX_TRIAL_H
#define MX_TRIAL_H

#include "harness/check/agree.h"
#include "harness/check/guarded.h"
#include "harness/check/session.h"

/* Memory for trials, reused from one to the next; zero-initialise it. */
struct mx_trial_room {
    struct mx_guarded instances, workspace, answers, work, digests;
};

void mx_trial_room_free(struct mx_trial_room *room);

enum mx_trial_outcome {
    MX_TRIAL_SOLVED,
    MX_TRIAL_GAVE_UP,
    MX_TRIAL_UNSUPPORTED, /* text: why */
    MX_TRIAL_NO_MEMORY,   /* text: what it needs and what there is */
    MX_TRIAL_FAULT        /* text: what it did wrong; culprit */
};

struct mx_trial {
    /* Set by the caller. */
    const struct mx_check_session *session; /* problem, seed and monitor; sides that are compared
                                               need the same seed */
    const struct mx_variant *variant;       /* this processor has its isa */
    struct mx_batch batch;                  /* at most variant->max_batch instances */
    int threads;
    bool once; /* one run only, for a side that is taken as right */
    struct mx_trial_room *room;
    struct mx_arena *arena; /* for findings */

    /* Set by mx_trial_run. */
    enum mx_trial_outcome outcome;
    struct mx_findings *findings; /* [batch.count], when solved; of the first run */
    uint32_t culprit;             /* the instance in the batch; 0 when it could be any */
    char text[256];
};

void mx_trial_run(struct mx_trial *trial);

/* After a trial that solved: whether work is what the problem says, where the variant promises
 * that; otherwise the outcome becomes a fault. */
bool mx_trial_work_is_exact(struct mx_trial *trial);

#endif
