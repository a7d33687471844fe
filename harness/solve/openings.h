/* Why an instance has the answer that it has: the values of its states, and what each opening of
 * the first player leaves. */
#ifndef MX_OPENINGS_H
#define MX_OPENINGS_H

#include "harness/solve/memory.h"
#include "kernel.h"

/* All states of one instance with their values, by a variant that keeps them. */
struct mx_values {
    const struct mx_problem *problem;
    const struct mx_variant *variant;
    struct mx_run run;
    uint64_t answer;
    struct mx_memory workspace;
};

/* Solves the instance, which must outlive `values`. False: why[room] says that no variant that
 * keeps its table can (range, memory), or that the monitor, which may be NULL, said stop; there is
 * nothing to close then. Runs in one thread. */
bool mx_values_open(struct mx_values *values, const struct mx_problem *problem,
                    const void *instance, mx_isa isa, const struct mx_monitor *monitor, char *why,
                    size_t room);

uint32_t mx_value_of(const struct mx_values *values, uint64_t state);

void mx_values_close(struct mx_values *values);

struct mx_valued_opening {
    struct mx_opening move;
    uint32_t values[MX_MOST_PARTS]; /* [move.parts] */
    uint32_t together;              /* their XOR: the move wins exactly when it is 0 */
};

struct mx_openings {
    uint32_t parts;                 /* of the start */
    uint64_t part[MX_MOST_PARTS];   /* their states */
    uint32_t values[MX_MOST_PARTS]; /* and values */
    uint32_t together;              /* their XOR: the first player wins exactly when it is not 0 */
    uint64_t count;
    struct mx_valued_opening *opening; /* [count], as problem->opening numbers them */
};

/* All openings with their values, in the arena. False when memory is short. */
bool mx_openings_list(struct mx_openings *openings, const struct mx_values *values,
                      struct mx_arena *arena);

#endif
