/* The loop over columns ends one too early. */
#include "broken.h"
#include "sound.h"

static uint16_t mex(const struct bacteria_table *t, struct bacteria_rectangle r,
                    uint64_t *options) {
    struct mx_nimbers seen;
    mx_nimbers_start(&seen, r.bottom - r.top + r.right - r.left);
    for (uint32_t row = r.top; row < r.bottom; row++)
        if (bacteria_row_open(t, row, r.left, r.right)) {
            mx_nimbers_add(&seen, bacteria_row_option(t, r, row));
            ++*options;
        }
    for (uint32_t col = r.left; col + 1 < r.right; col++)
        if (bacteria_column_open(t, col, r.top, r.bottom)) {
            mx_nimbers_add(&seen, bacteria_column_option(t, r, col));
            ++*options;
        }
    return (uint16_t)mx_nimbers_mex(&seen);
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct bacteria_table table = sound_table(run);
    sound_clear(&table, run);
    sound_measure(&table, run);
    sound_fill(&table, run, mex);
    return MX_SOLVED;
}

const struct mx_variant broken_loop_bound = {
    .name = "broken_loop_bound",
    .idea = "misses the last column of every rectangle",
    .max_batch = 1,
    .keeps = MX_KEEPS_ALL,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve,
    .probe = bacteria_table_probe,
};
