/* Workloads: one notation for what every verb works on.
 *
 *     game.txt                                          a file in the judge's format
 *     -                                                 the same on standard input
 *     random:n=15,m=15,density=0.02,cases=100,seed=7    a generator of the problem
 *
 * A word is a spec when its part before the first ':' (or the whole word) names a generator of the
 * problem. Write ./random for a file of that name.
 */
#ifndef MX_WORKLOAD_H
#define MX_WORKLOAD_H

#include "harness/input/spec.h"
#include "problem.h"
#include "support/reader.h"

/* A setting of the problem with the value that was chosen for it. */
struct mx_chosen {
    const struct mx_setting *setting;
    const char *value;
};

struct mx_workload {
    const struct mx_problem *problem;
    int dialect;
    const struct mx_chosen *chosen; /* [chosen_count]: applied to each board; set after opening */
    size_t chosen_count;
    bool generated;
    struct mx_spec spec;     /* when generated */
    struct mx_reader reader; /* otherwise */
    uint64_t cases;          /* announced; MX_UNTIL_END when the text announces no number */
    uint64_t next;           /* boards handed out */
    char error[320];
};

/* On false, workload->error says why. `text` must outlive the workload. */
bool mx_workload_open(struct mx_workload *workload, const struct mx_problem *problem, int dialect,
                      const char *text, uint64_t seed);

enum mx_next { MX_NEXT_BOARD, MX_NEXT_END, MX_NEXT_ERROR };

/* The next board, in the arena. On MX_NEXT_ERROR, workload->error says why; the boards returned
 * before remain valid. */
enum mx_next mx_workload_next(struct mx_workload *workload, struct mx_arena *arena,
                              const void **instance);

void mx_workload_close(struct mx_workload *workload);

#endif
