/* Writes one answer too many. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    sound_solve(run);
    run->answers[1] = 0;
    return MX_SOLVED;
}

const struct mx_variant broken_answers_end = {
    .name = "broken_answers_end",
    .idea = "writes an answer too many",
    .max_batch = 1,
    SOUND_MEMBERS,
};
