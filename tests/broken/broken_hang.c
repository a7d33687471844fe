/* Never returns from a board with all cells barred. */
#include "broken.h"
#include "sound.h"

static bool all_barred(const struct bacteria *board) {
    for (size_t cell = 0; cell < (size_t)board->rows * board->cols; cell++)
        if (!board->barred[cell])
            return false;
    return true;
}

static enum mx_outcome solve(const struct mx_run *run) {
    volatile bool forever = all_barred(mx_instance(&run->batch, 0));
    while (forever)
        continue;
    sound_solve(run);
    return MX_SOLVED;
}

const struct mx_variant broken_hang = {
    .name = "broken_hang",
    .idea = "hangs when every cell is barred",
    .max_batch = 1,
    SOUND_MEMBERS,
};
