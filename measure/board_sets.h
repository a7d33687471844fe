/* The boards that a comparison solves. They are the workload's boards; other boards of the same
 * kind for each round, so that a kernel cannot reuse results of an earlier solve; and neighbours,
 * which are checked and never timed. */
#ifndef MX_BOARD_SETS_H
#define MX_BOARD_SETS_H

#include "measure/load.h"

struct mx_board_set {
    uint32_t count;
    const void **boards;     /* [count] */
    struct mx_groups groups; /* of all of them, by shape */
    uint64_t *answers;       /* [count], in the order of the groups; set by mx_board_set_solve */
    char *long_answers;      /* the same, if answers are not numbers; else NULL */
    char *witness;           /* answers like these that count as right; NULL = none are needed */
    size_t answer_bytes;     /* of each of these two blocks */
    bool witnessed;          /* `witness` is set */
};

/* Everything is in the arena, which must outlive the set. Returns false when memory is short. */

/* The boards of the workload, then `neighbours` boards of the same sizes that differ from them by
 * one or more random changes; fewer when a variant does not support some. The boards are the same
 * on every machine. */
bool mx_board_set_check(struct mx_board_set *set, const struct mx_load *load,
                        const struct mx_variant *const *variants, unsigned variant_count,
                        uint32_t neighbours, struct mx_arena *arena);

/* As many boards as the workload has, from its generator with another seed, a function of `number`;
 * the workload's own board takes the place of one that a variant does not support. The workload
 * must vary (see below). */
bool mx_board_set_variation(struct mx_board_set *set, const struct mx_load *load,
                            const struct mx_variant *const *variants, unsigned variant_count,
                            uint64_t number, struct mx_arena *arena);

/* The boards of the workload. */
bool mx_board_set_workload(struct mx_board_set *set, const struct mx_load *load,
                           struct mx_arena *arena);

/* Whether the workload comes from a generator that makes other boards from another seed. */
bool mx_load_varies(const struct mx_load *load, struct mx_arena *arena);

enum mx_solved mx_board_set_solve(struct mx_board_set *set, struct mx_solver *solver);

/* Solves the set for its witness, which rounded answers need before they are hashed. */
enum mx_solved mx_board_set_bear_witness(struct mx_board_set *set, struct mx_solver *solver);

/* Extends `hash` by the answers. Rounded answers that agree with the witness extend it by a
 * constant, because they may differ in their last bits. */
uint64_t mx_board_set_hash(const struct mx_board_set *set, const struct mx_problem *problem,
                           uint64_t hash);

#endif
