/* Variants whose answers are right, but not their states or digests. */
#include "broken.h"
#include "problem.h"
#include "sound.h"

/* Wrong in one state that no answer depends on, and on large boards only. */
static enum mx_outcome solve_far_state(const struct mx_run *run) {
    struct bacteria_table table = sound_solve(run);
    if (table.rows >= 17 && table.cols >= 17)
        ++*bacteria_table_entry(&table, 3, 5, 17, 9);
    return MX_SOLVED;
}

SOUND_BUT(far_state, "one wrong state on large boards", solve_far_state);

/* Keeps no table, and leaves one state out of its digest. */
static enum mx_outcome solve_digest(const struct mx_run *run) {
    struct bacteria_table table = sound_solve(run);
    const struct bacteria_rectangle last = {table.rows - 1, table.cols - 1, table.rows, table.cols};
    if (run->digests != NULL)
        run->digests[0] = sound_digest(&table) - sound_digest_of(&table, last);
    return MX_SOLVED;
}

const struct mx_variant broken_digest = {
    .name = "broken_digest",
    .idea = "forgets a state in its digest",
    .max_batch = 1,
    .every_option = true,
    .digests = true,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve_digest,
};

/* Right values, next to nimbers of their own: right ones, a 3 for each 2, and a 1 for each 0. */
static uint32_t nimber_sound(const struct mx_run *run, uint32_t which, uint64_t state) {
    return bacteria_table_probe(run, which, state);
}

static uint32_t nimber_large(const struct mx_run *run, uint32_t which, uint64_t state) {
    const uint32_t value = bacteria_table_probe(run, which, state);
    return value == 2 ? 3 : value;
}

static uint32_t nimber_contrary(const struct mx_run *run, uint32_t which, uint64_t state) {
    const uint32_t value = bacteria_table_probe(run, which, state);
    return value == 0 ? 1 : value;
}

static enum mx_outcome solve_right(const struct mx_run *run) {
    sound_solve(run);
    return MX_SOLVED;
}

#define NIMBERS_OF(what, how, function)                                                            \
    static const struct mx_positions positions_##what = {.nimber = function};                      \
    const struct mx_variant broken_##what = {.name = "broken_" #what,                              \
                                             .idea = how,                                          \
                                             .every_option = true,                                 \
                                             .keeps = MX_KEEPS_ALL,                                \
                                             .max_batch = 1,                                       \
                                             .workspace_bytes = bacteria_table_workspace,          \
                                             .solve = solve_right,                                 \
                                             .probe = bacteria_table_probe,                        \
                                             .positions = &positions_##what}

NIMBERS_OF(no_nimber, "is right, with nimbers", nimber_sound);
NIMBERS_OF(nimber, "takes a nimber for a larger one", nimber_large);
NIMBERS_OF(contrary, "has nimbers that contradict its values", nimber_contrary);

/* Claims to keep every state, but lacks one. */
static enum mx_outcome solve_forgetful(const struct mx_run *run) {
    sound_solve(run);
    return MX_SOLVED;
}

static uint32_t probe_forgetful(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    return r.top == 1 ? MX_NOT_COMPUTED : bacteria_table_probe(run, which, state);
}

const struct mx_variant broken_forgetful = {
    .name = "broken_forgetful",
    .idea = "does not keep the states that it says it keeps",
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve_forgetful,
    .probe = probe_forgetful,
};
