/* Relies on a workspace of zeros: empty rectangles are never written. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    struct bacteria_table table = sound_table(run);
    sound_measure(&table, run);
    sound_fill(&table, run, bacteria_table_mex);
    return MX_SOLVED;
}

const struct mx_variant broken_junk = {
    .name = "broken_junk",
    .idea = "relies on zeros in its workspace",
    .max_batch = 1,
    SOUND_MEMBERS,
};
