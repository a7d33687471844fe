/* Checks whether the variants of a problem are right. Each variant is compared with its first able
 * rival, on every state where that is possible. The boards depend only on a seed, or they are those
 * of a workload.
 *
 * Kernels run in children (harness/process/child.h), so that none of them can end the check. The
 * caller must meet the conditions stated there.
 */
#ifndef MX_CHECK_H
#define MX_CHECK_H

#include "harness/check/failure.h"
#include "harness/check/plan.h"

#define MX_CHECK_ALL_BOARDS UINT64_MAX

/* The progress of a check. */
struct mx_check_progress {
    double share;    /* done, 0 .. 1; the larger of the shares of time and boards */
    uint64_t boards; /* compared so far, by all variants together */
    const struct mx_variant *variant;
    bool shrinking; /* it failed, and the check searches for a smaller board */
};

struct mx_check_result;

struct mx_check_options {
    struct mx_check_session session;
    const struct mx_variant *const *variants; /* [count] those to check */
    uint32_t count;
    double seconds;  /* for all variants together, without shrinking; 0 = no limit */
    uint64_t boards; /* most for each variant, rounded up to whole units; 0 = no limit */
    uint64_t board;  /* this board's unit only; MX_CHECK_ALL_BOARDS */
    const char
        *workload; /* in the notation of harness/input/workload.h; NULL = boards from the seed */
    int dialect;   /* of the workload */
    /* Both may be NULL. `finished` is called for each variant in turn, as soon as it is done. */
    void (*progress)(void *context, const struct mx_check_progress *progress);
    void (*finished)(void *context, const struct mx_check_result *result);
    void *context;
};

enum mx_check_status {
    MX_CHECKED_OK,         /* at least one board was compared, no difference */
    MX_CHECKED_FAILED,     /* text: the first difference; failure */
    MX_CHECKED_UNRESOLVED, /* text: the machine was too busy to finish failure.board */
    MX_CHECKED_SKIPPED     /* text: why nothing was compared */
};

struct mx_check_result {
    const struct mx_variant *variant;
    enum mx_check_status status;
    uint64_t boards; /* compared without a difference */
    char depth[96];  /* "every state"; "reference" for the reference, which runs alone */
    char text[320];
    struct mx_failure failure;
};

enum mx_check_end {
    MX_CHECK_DONE,
    MX_CHECK_INTERRUPTED, /* variants that were not reached are skipped, with that reason */
    MX_CHECK_ERROR        /* error says why; results are undefined */
};

/* Fills results[options->count]; boards of failures are in the arena. */
enum mx_check_end mx_check(const struct mx_check_options *options, struct mx_check_result *results,
                           struct mx_arena *arena, char *error, size_t room);

#endif
