/* Gives up on every board: never wrong, but check must not call it ok. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    (void)run;
    return MX_GAVE_UP;
}

const struct mx_variant broken_timid = {
    .name = "broken_timid",
    .idea = "gives up on every board",
    .max_batch = 1,
    SOUND_MEMBERS,
};
