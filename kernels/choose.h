/* 'auto': what the `choose` functions of the problems share.
 *
 * kernels/<problem>/costs.def, which scripts/tune writes, has what each technique (a variant
 * without its instruction set) cost on a grid of batches. A key of the problem's own choice
 * describes a batch: the number of instances, the sides, how many cells of a kind. Costs between
 * the points of the grid are interpolated: an average over all points, in which points that are
 * near in every number of the key weigh most.
 */
#ifndef MX_CHOOSE_H
#define MX_CHOOSE_H

#include "variant.h"

/* Whether the variant can run on `isa` and solve the instance. */
bool mx_variant_able(const struct mx_variant *variant, mx_isa isa, const void *instance);

/* Walks `names` (ended by NULL, best first) and returns variant number `attempt` among those that
 * are in `variants`, need no more than `isa` and can solve the batch's first instance. NULL = there
 * are fewer. */
const struct mx_variant *mx_choose_first_able(const struct mx_variant *const *variants,
                                              const char *const *names,
                                              const struct mx_batch *batch, mx_isa isa,
                                              int attempt);

#define MX_COST_KEY 5
#define MX_COST_TECHNIQUES 8

#define MX_COST_NOT_ABLE 255

/* A point of the grid. Logarithms are binary, in sixteenths. */
struct mx_cost {
    uint16_t key[MX_COST_KEY];        /* logarithm of 1 + each number of the key */
    uint8_t cost[MX_COST_TECHNIQUES]; /* logarithm of the time over the least, or NOT_ABLE */
};

/* Points measured with one instruction set and number of threads. */
struct mx_cost_group {
    mx_isa isa;
    int threads;
    uint32_t count;
};

struct mx_cost_table {
    const char *const *techniques;      /* names, ended by NULL; the order of `cost` */
    const struct mx_cost_group *groups; /* ended by one without points */
    const struct mx_cost *points;       /* those of the first group, of the second, ... */
};

/* Returns variant number `attempt` of those that can solve the batch's first instance on `isa`: the
 * cheapest technique first, and of a technique its widest form first. NULL = there are fewer. The
 * group used is the one with the widest instruction set up to `isa` and the most threads up to
 * `threads`. */
const struct mx_variant *mx_choose_cheapest(const struct mx_cost_table *table,
                                            const struct mx_variant *const *variants,
                                            const uint64_t key[MX_COST_KEY],
                                            const struct mx_batch *batch, mx_isa isa, int threads,
                                            int attempt);

#endif
