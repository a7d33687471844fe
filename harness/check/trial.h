/* Runs one variant on one batch under guard.
 *
 * Canaries surround the instances, the workspace, answers, work and digests. Between two long
 * answers there is a gap that must not change. Each instance is at an
 * address that is a multiple of 8 but not of 16, with a gap behind it. The workspace is at a
 * multiple of 64 but not of 128, and is filled with junk. A thorough trial solves three times, each
 * time with different junk; the last run asks only for answers. The runs must agree in everything.
 * A variant that resumes solves once more, stopped at every stage and resumed. The runs ask for
 * digests unless an instance has too many states. Instances must not change.
 */
#ifndef MX_TRIAL_H
#define MX_TRIAL_H

#include "harness/check/agree.h"
#include "harness/check/guarded.h"
#include "harness/check/session.h"

/* Memory for trials, reused from one to the next; zero-initialise it. */
struct mx_trial_room {
    struct mx_guarded instances, workspace, answers, long_answers, work, digests;
};

void mx_trial_room_free(struct mx_trial_room *room);

enum mx_trial_outcome {
    MX_TRIAL_SOLVED,
    MX_TRIAL_GAVE_UP,
    MX_TRIAL_UNSUPPORTED, /* text: why */
    MX_TRIAL_NO_MEMORY,   /* text: what it needs and what is available */
    MX_TRIAL_FAULT        /* text: what it did wrong; culprit */
};

struct mx_trial {
    /* Set by the caller. */
    const struct mx_check_session *session; /* problem, seed and monitor; sides that are compared
                                               need the same seed */
    const struct mx_variant *variant;       /* this processor has its isa */
    struct mx_batch batch;                  /* at most variant->max_batch instances */
    int threads;
    bool once; /* one run only, for a side that counts as right */
    struct mx_trial_room *room;
    struct mx_arena *arena; /* for findings */

    /* Set by mx_trial_run. */
    enum mx_trial_outcome outcome;
    struct mx_findings *findings; /* [batch.count], when solved; of the first run */
    uint32_t culprit;             /* the instance in the batch; 0 when it is not known */
    char text[256];
};

void mx_trial_run(struct mx_trial *trial);

/* After a trial that solved: compares work with the problem's own count, if the variant promises
 * that. A difference makes the outcome a fault. */
bool mx_trial_work_is_exact(struct mx_trial *trial);

#endif
