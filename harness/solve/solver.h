/* Runs one variant, or the best one, on a batch of any size. */
#ifndef MX_SOLVER_H
#define MX_SOLVER_H

#include "harness/input/batches.h"
#include "harness/solve/checkpoint.h"
#include "harness/solve/contest.h"
#include "harness/solve/memory.h"
#include "harness/solve/store.h"
#include "problem.h"

/* Zero-initialise, then set the first block of members. */
struct mx_solver {
    const struct mx_problem *problem;
    const struct mx_variant *variant; /* NULL = auto: chosen for every batch */
    mx_isa isa;                       /* the widest instruction set that runs */
    int threads; /* for threaded variants; others get 1. auto: at most so many */
    const struct mx_monitor *monitor; /* NULL = no monitor */

    bool timed;   /* touches workspaces before the clock runs, so that page faults are not timed */
    bool counts;  /* mx_window_solve counts work, which costs time */
    bool digests; /* adds up table digests, if the variant can produce one */
    void *long_answers; /* where a solve writes answers that are not numbers, mx_answer_stride
                           apart; NULL = not wanted */
    struct mx_checkpoint *checkpoint; /* NULL = none; else a batch has one instance, and only
                                         variants that resume are used */

    size_t memory; /* the most bytes that the process may take; 0 = no limit. Beyond it, a variant
                      that can keeps its data in a store */
    const char *scratch; /* the store's folder; NULL = that of the checkpoint, or for TMPDIR */
    bool stores;         /* the last solve has used the store; its counts remain */
    struct mx_store store;

    uint64_t work;                 /* options evaluated since the start, when counts */
    uint64_t digest;               /* sum of the table digests since the start, when digests */
    uint64_t digested;             /* number of boards in `digest` */
    const struct mx_variant *used; /* the variant that solved the last batch */
    bool broke_contract;           /* the last failure was that of the variant, against variant.h */
    double seconds; /* inside solve since the start, without workspaces, probing for digests and
                       checkpoints */
    double processor_seconds; /* of all threads, with digests and checkpoints */
    char error[MX_CHECKPOINT_ERROR];
    struct mx_memory workspace, digest_room, answer_room;
    struct mx_contests contests; /* auto's choices */
};

enum mx_solved {
    MX_SOLVE_DONE,
    MX_SOLVE_STOPPED, /* the monitor said so */
    MX_SOLVE_FAILED   /* solver->error says why: unsupported, memory, range, checkpoint,
                        a broken contract */
};

/* Reserves, and touches if solves are timed, what solver->variant needs for these batches. A solve
 * does so too; this is for a caller that has a time limit for the solve alone. */
enum mx_solved mx_solver_reserve(struct mx_solver *solver, const struct mx_groups *groups);

/* Writes batch->count answers (numbers; long ones go to solver->long_answers), and work counts when
 * `work` is not NULL. `seconds` leaves out the time in which workspaces are allocated and touched.
 */
enum mx_solved mx_solver_solve(struct mx_solver *solver, const struct mx_batch *batch,
                               uint64_t *answers, uint64_t *work);

void mx_solver_free(struct mx_solver *solver);

#endif
