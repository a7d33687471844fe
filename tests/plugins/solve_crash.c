/* Right on boards of fewer than nine cells; writes to address 0 on others. */
#include "bacteria/table.h"
#include "variant.h"

static void fill(const struct bacteria_table *table, uint64_t *options) {
    for (uint32_t right = 1; right <= table->cols; right++)
        for (uint32_t left = right; left-- > 0;)
            for (uint32_t bottom = 1; bottom <= table->rows; bottom++)
                for (uint32_t top = bottom; top-- > 0;)
                    *bacteria_table_entry(table, top, left, bottom, right) = bacteria_table_mex(
                        table, (struct bacteria_rectangle){top, left, bottom, right}, options);
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct bacteria_table table = bacteria_table_at(board, run->workspace);
    uint64_t options = 0;
    if (board->rows * board->cols >= 9)
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): its fault */
        *(volatile int *)0 = 1;
    memset(table.value, 0, bacteria_table_entries(board) * sizeof table.value[0]);
    bacteria_table_measure_runs(&table, board);
    fill(&table, &options);
    run->answers[0] = bacteria_table_answer(&table);
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

static const struct mx_variant bacteria_crash = {.name = "bacteria_crash",
                                                 .idea = "crashes on boards of nine cells",
                                                 .every_option = true,
                                                 .keeps = MX_KEEPS_ALL,
                                                 .max_batch = 1,
                                                 .workspace_bytes = bacteria_table_workspace,
                                                 .solve = solve,
                                                 .probe = bacteria_table_probe};

MX_PLUGIN(bacteria, bacteria_crash);
