/* The boards that a comparison solves: those of the workload, others of the same kind for each
 * round, so that nothing can be kept from one solve to the next, and neighbours, which are checked
 * and never timed. */
#ifndef MX_BOARD_SETS_H
#define MX_BOARD_SETS_H

#include "measure/load.h"

struct mx_board_set {
    uint32_t count;
    const void **boards;     /* [count] */
    struct mx_groups groups; /* of all of them, by shape */
    uint64_t *answers;       /* [count], in the order of the groups; set by mx_board_set_solve */
};

/* Everything is in the arena, which must outlive the set. False when memory is short. */

/* The boards of the workload and, behind them, `neighbours` boards that are one or more random
 * changes away from them, of the same sizes; fewer when a variant does not support some. The same
 * on every machine. */
bool mx_board_set_check(struct mx_board_set *set, const struct mx_load *load,
                        const struct mx_variant *const *variants, unsigned variant_count,
                        uint32_t neighbours, struct mx_arena *arena);

/* As many boards as the workload has, from its generator with another seed, a function of
 * `number`; the workload's own board takes the place of one that a variant does not support. The
 * workload varies. */
bool mx_board_set_variation(struct mx_board_set *set, const struct mx_load *load,
                            const struct mx_variant *const *variants, unsigned variant_count,
                            uint64_t number, struct mx_arena *arena);

/* The boards of the workload. */
bool mx_board_set_workload(struct mx_board_set *set, const struct mx_load *load,
                           struct mx_arena *arena);

/* Whether the workload comes from a generator that makes other boards from another seed. */
bool mx_load_varies(const struct mx_load *load, struct mx_arena *arena);

enum mx_solved mx_board_set_solve(struct mx_board_set *set, struct mx_solver *solver);

/* On top of `hash`: the answers. */
uint64_t mx_board_set_hash(const struct mx_board_set *set, uint64_t hash);

#endif
