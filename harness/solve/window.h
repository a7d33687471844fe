/* The part of a workload that is in memory. It is read or generated, grouped by shape, and solved.
 *
 * Memory is bounded for workloads of any length. Batches are as large as the window allows. */
#ifndef MX_WINDOW_H
#define MX_WINDOW_H

#include "harness/input/answers.h"
#include "harness/input/batches.h"
#include "harness/input/workload.h"
#include "harness/solve/solver.h"
#include "support/arena.h"

#define MX_WINDOW_BOARDS 16384u
#define MX_WINDOW_BYTES ((size_t)64 << 20)

/* Zero-initialise. */
struct mx_window {
    uint32_t enough;     /* while all boards have one shape, so many fill the window: a batch that
                            stays in the caches. 0 = only its size counts. Set by the caller */
    uint32_t count;      /* boards in the window */
    const void **boards; /* [count], in the workload's order */
    uint64_t *answers;   /* [count], after mx_window_solve, if answers are numbers */
    void **long_answers; /* [count]: where it writes the answer otherwise; NULL for numbers */
    struct mx_groups groups;
    struct mx_arena board_arena, group_arena;
    uint64_t *group_answers; /* [MX_WINDOW_BOARDS], of one group at a time */
    uint64_t *group_work;    /* the same, when the solver counts */
};

/* Replaces the content by the next boards of the workload, as many as fit. MX_NEXT_BOARD: the
 * window is full and more boards may follow. MX_NEXT_END, MX_NEXT_ERROR: these boards are the last,
 * and valid in both cases; workload->error has the error. */
enum mx_next mx_window_fill(struct mx_window *window, struct mx_workload *workload);

/* Solves all boards. On MX_SOLVE_FAILED, solver->error has the reason, and the first *solved boards
 * have valid answers. */
enum mx_solved mx_window_solve(struct mx_window *window, struct mx_solver *solver,
                               uint32_t *solved);

void mx_window_free(struct mx_window *window);

#endif
