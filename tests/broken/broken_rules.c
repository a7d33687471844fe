/* Variants that get a rule wrong. */
#include "broken.h"
#include "sound.h"

/* The loop over columns ends one too early. */
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

static enum mx_outcome solve_loop_bound(const struct mx_run *run) {
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
    .solve = solve_loop_bound,
    .probe = bacteria_table_probe,
};

/* A radioactive cell anywhere in a row of the board bars that row of every rectangle, although
 * only the cells inside the rectangle matter: "#..." gets 3. Columns likewise. */
static void forget_barred_lines(const struct bacteria_table *t) {
    for (uint32_t row = 0; row < t->rows; row++)
        if (!bacteria_row_open(t, row, 0, t->cols))
            memset(t->run_west + row * (t->cols + 1), 0, (t->cols + 1) * sizeof(uint16_t));
    for (uint32_t col = 0; col < t->cols; col++)
        if (!bacteria_column_open(t, col, 0, t->rows))
            memset(t->run_north + col * (t->rows + 1), 0, (t->rows + 1) * sizeof(uint16_t));
}

static enum mx_outcome solve_barred_row(const struct mx_run *run) {
    struct bacteria_table table = sound_table(run);
    sound_clear(&table, run);
    sound_measure(&table, run);
    forget_barred_lines(&table);
    sound_fill(&table, run, bacteria_table_mex);
    return MX_SOLVED;
}

const struct mx_variant broken_barred_row = {
    .name = "broken_barred_row",
    .idea = "takes a row that is barred somewhere as barred everywhere",
    .max_batch = 1,
    .keeps = MX_KEEPS_ALL,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve_barred_row,
    .probe = bacteria_table_probe,
};
