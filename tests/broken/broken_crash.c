/* Writes through a wild pointer on boards of two or more rows and columns. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    volatile uintptr_t address = board->rows > 1 && board->cols > 1 ? 64 : 0;
    if (address != 0)
        *(volatile int *)address = 1;
    sound_solve(run);
    return MX_SOLVED;
}

const struct mx_variant broken_crash = {
    .name = "broken_crash",
    .idea = "crashes on boards of two or more rows and columns",
    .max_batch = 1,
    SOUND_MEMBERS,
};
