/* A radioactive cell anywhere in a row of the board bars that row of every rectangle, although
 * only the cells inside the rectangle matter: "#..." gets 3. Columns likewise. */
#include "broken.h"
#include "sound.h"

static void forget_barred_lines(const struct bacteria_table *t) {
    for (uint32_t row = 0; row < t->rows; row++)
        if (!bacteria_row_open(t, row, 0, t->cols))
            memset(t->run_west + row * (t->cols + 1), 0, (t->cols + 1) * sizeof(uint16_t));
    for (uint32_t col = 0; col < t->cols; col++)
        if (!bacteria_column_open(t, col, 0, t->rows))
            memset(t->run_north + col * (t->rows + 1), 0, (t->rows + 1) * sizeof(uint16_t));
}

static enum mx_outcome solve(const struct mx_run *run) {
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
    .solve = solve,
    .probe = bacteria_table_probe,
};
