/* Keeps no table, and leaves one state out of its digest. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
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
    .solve = solve,
};
