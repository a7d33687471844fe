/* Counts one option too many. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    sound_solve(run);
    if (run->work != NULL)
        run->work[0]++;
    return MX_SOLVED;
}

const struct mx_variant broken_work = {
    .name = "broken_work",
    .idea = "counts an option too many",
    .max_batch = 1,
    SOUND_MEMBERS,
};
