/* Wrong in one state that no answer depends on, and on large boards only. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    struct bacteria_table table = sound_solve(run);
    if (table.rows >= 17 && table.cols >= 17)
        ++*bacteria_table_entry(&table, 3, 5, 17, 9);
    return MX_SOLVED;
}

const struct mx_variant broken_far_state = {
    .name = "broken_far_state",
    .idea = "one wrong state on large boards",
    .max_batch = 1,
    SOUND_MEMBERS,
};
