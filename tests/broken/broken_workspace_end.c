/* Writes three bytes past the end of its workspace. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    sound_solve(run);
    memset((char *)run->workspace + bacteria_table_workspace(&run->batch, 1), 0, 3);
    return MX_SOLVED;
}

const struct mx_variant broken_workspace_end = {
    .name = "broken_workspace_end",
    .idea = "writes past the end of its workspace",
    .max_batch = 1,
    SOUND_MEMBERS,
};
