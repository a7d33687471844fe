/* The values of an instance's states: the value of each state, the values of the parts that each
 * opening leaves, and the digest of all. */
#ifndef MX_VALUES_H
#define MX_VALUES_H

#include "harness/solve/memory.h"
#include "problem.h"

/* The largest table that is made for the nimbers of a single instance. */
#define MX_TABLE_STATES (UINT64_C(1) << 30)

/* All states of one instance with their values, by a variant that keeps them or finds them. */
struct mx_values {
    const struct mx_problem *problem;
    const struct mx_variant *variant;
    bool nimbers; /* the values are nimbers, although probe tells only won from lost */
    struct mx_run run;
    uint64_t answer;
    struct mx_memory workspace;
    bool refused; /* the system refused memory to a variant, although enough seemed to be there */
};

/* Solves the instance, which must outlive `values`, in one thread. On false, there is nothing to
 * close, and why[room] says that no variant that keeps its table can solve it (range, memory) or
 * that the monitor, which may be NULL, said stop. */
bool mx_values_open(struct mx_values *values, const struct mx_problem *problem,
                    const void *instance, mx_isa isa, const struct mx_monitor *monitor, char *why,
                    size_t room);

/* The same, with nimbers if variants of the problem find them (struct mx_positions). `only` is the
 * variant to use; NULL = a table up to MX_TABLE_STATES states, else a search. */
bool mx_nimbers_open(struct mx_values *values, const struct mx_problem *problem,
                     const void *instance, const struct mx_variant *only, mx_isa isa,
                     const struct mx_monitor *monitor, char *why, size_t room);

/* May be MX_LOONY or MX_NOT_COMPUTED if the values are nimbers. */
uint32_t mx_value_of(const struct mx_values *values, uint64_t state);

/* The value of a sum: the XOR, or MX_NOT_COMPUTED or MX_LOONY if some value is. */
uint32_t mx_value_of_sum(const uint32_t *values, uint32_t count);

/* What the values are called: "nimber", or the problem's noun. */
const char *mx_value_noun(const struct mx_values *values);

/* The positions and the lost ones of a layer, from 0. False = there is no such layer, or the
 * variant does not know. Without layers, number 0 has all states. */
bool mx_count_layer(const struct mx_values *values, uint32_t layer, uint64_t *positions,
                    uint64_t *lost);

void mx_values_close(struct mx_values *values);

struct mx_valued_opening {
    struct mx_opening move;
    uint32_t values[MX_MOST_PARTS]; /* [move.parts] */
    uint32_t together;              /* their sum: the move wins exactly when it is 0 */
};

struct mx_openings {
    uint32_t parts;                 /* of the start */
    uint64_t part[MX_MOST_PARTS];   /* their states */
    uint32_t values[MX_MOST_PARTS]; /* and values */
    uint32_t together;              /* their sum: the first player wins exactly when it is not 0 */
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
