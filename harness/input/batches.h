/* Grouping instances by shape. */
#ifndef MX_BATCHES_H
#define MX_BATCHES_H

#include "problem.h"

/* Instances of one shape, copied side by side, with the origin of each. */
struct mx_group {
    struct mx_batch batch;
    uint32_t *place; /* [batch.count]: its index among the instances that were grouped */
};

struct mx_groups {
    struct mx_group *group;
    uint32_t count;
    struct mx_arena *arena; /* owns the copies */
};

/* Groups `count` instances; everything is in `arena`. Returns false when memory is short. */
bool mx_group_by_shape(struct mx_groups *groups, const struct mx_problem *problem,
                       const void *const *instances, uint32_t count, struct mx_arena *arena);

/* The part of a batch that starts at instance `first` and has at most `most` instances. */
struct mx_batch mx_batch_part(const struct mx_batch *batch, uint32_t first, uint32_t most);

#endif
