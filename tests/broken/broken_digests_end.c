/* Writes one digest too many. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    struct bacteria_table table = sound_solve(run);
    if (run->digests != NULL)
        run->digests[0] = run->digests[1] = sound_digest(&table);
    return MX_SOLVED;
}

const struct mx_variant broken_digests_end = {
    .name = "broken_digests_end",
    .idea = "writes a digest too many",
    .max_batch = 1,
    .every_option = true,
    .digests = true,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve,
};
