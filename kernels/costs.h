/* The variant that measurements say is cheapest: for the `choose` functions of the problems.
 *
 * kernels/<problem>/costs.def, written by scripts/tune, has what each technique (a variant without
 * its instruction set) cost on a grid of batches. A batch is known by a key, of the problem's own
 * choice: how many boards, the sides, how many cells of a kind. Costs between the points of the
 * grid are interpolated: an average of all points, in which those weigh most that are near in every
 * number of the key.
 */
#ifndef MX_COSTS_H
#define MX_COSTS_H

#include "variant.h"

#define MX_COST_KEY 5
#define MX_COST_TECHNIQUES 8

#define MX_COST_NOT_ABLE 255

/* A point of the grid. Logarithms are binary ones, in sixteenths. */
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
    const struct mx_cost_group *groups; /* ended by one of no points */
    const struct mx_cost *points;       /* those of the first group, of the second, ... */
};

/* The variant number `attempt` of those able to solve the batch's first instance on `isa`, the
 * cheapest first and of a technique the widest first; NULL when there are fewer. It goes by the
 * group of the widest instruction set that is not wider, and of the most threads that are not more.
 */
const struct mx_variant *mx_choose_cheapest(const struct mx_cost_table *table,
                                            const struct mx_variant *const *variants,
                                            const uint64_t key[MX_COST_KEY],
                                            const struct mx_batch *batch, mx_isa isa, int threads,
                                            int attempt);

#endif
