/* The values of an instance's states: the value of each state, the values of the parts that each
 * opening leaves, and the digest of all. */
#ifndef MX_VALUES_H
#define MX_VALUES_H

#include "harness/solve/memory.h"
#include "problem.h"

/* All states of one instance with their values, by a variant that keeps them. */
struct mx_values {
    const struct mx_problem *problem;
    const struct mx_variant *variant;
    struct mx_run run;
    uint64_t answer;
    struct mx_memory workspace;
};

/* Solves the instance, which must outlive `values`, in one thread. On false, there is nothing to
 * close, and why[room] says that no variant that keeps its table can solve it (range, memory) or
 * that the monitor, which may be NULL, said stop. */
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

/* Lists all openings with their values, in the arena. Returns false when memory is short. */
bool mx_openings_list(struct mx_openings *openings, const struct mx_values *values,
                      struct mx_arena *arena);

/* Whether the variant can produce a digest: it writes run->digests, or it keeps every state. */
bool mx_can_digest(const struct mx_variant *variant);

/* Adds the digest of every instance of a run that returned MX_SOLVED to *sum: from run->digests
 * where that is set, otherwise through probe, which calls the monitor now and then. The variant
 * must be able to digest. Returns false when the monitor said stop; *sum is then undefined. */
bool mx_add_digests(const struct mx_problem *problem, const struct mx_variant *variant,
                    const struct mx_run *run, uint64_t *sum);

#endif
