/* Clears the first cell of its instance at the end. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    sound_solve(run);
    const struct bacteria *board = mx_instance(&run->batch, 0);
    *(uint8_t *)board->barred = 0;
    return MX_SOLVED;
}

const struct mx_variant broken_instance = {
    .name = "broken_instance",
    .idea = "writes to its instance",
    .max_batch = 1,
    SOUND_MEMBERS,
};
