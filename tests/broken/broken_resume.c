/* Forgets the answer when it is resumed: what it had counted was not in the workspace. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    if (!run->resume)
        sound_solve(run);
    if (!mx_stage(run, 1, 2))
        return MX_STOPPED;
    if (run->resume)
        run->answers[0] = 0;
    return MX_SOLVED;
}

const struct mx_variant broken_resume = {
    .name = "broken_resume",
    .idea = "forgets the answer when it is resumed",
    .max_batch = 1,
    .resumes = true,
    SOUND_MEMBERS,
};
