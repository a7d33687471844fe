/* Claims to keep every state, but lacks one. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    sound_solve(run);
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
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
    .solve = solve,
    .probe = probe,
};
