/* Bottom-up over sizes.
 *
 * Idea: compute smaller rectangles first, so that both parts of every option are in the table when
 * they are needed. Complexity: O(rows^2 * cols^2 * (rows + cols)) time, two bytes a rectangle.
 * Invariant: when the rectangles of height h and width w are computed, all lower ones are final,
 * and so are the narrower ones of height h. Time: two table look-ups for each option.
 */
#include <string.h>

#include "bacteria/table.h"

static uint64_t fill_size(const struct bacteria_table *table, uint32_t height, uint32_t width) {
    uint64_t options = 0;
    for (uint32_t top = 0; top + height <= table->rows; top++)
        for (uint32_t left = 0; left + width <= table->cols; left++) {
            struct bacteria_rectangle r = {top, left, top + height, left + width};
            *bacteria_table_entry(table, r.top, r.left, r.bottom, r.right) =
                bacteria_table_mex(table, r, &options);
        }
    return options;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct bacteria_table table = bacteria_table_at(board, run->workspace);
    memset(table.value, 0, bacteria_table_entries(board) * sizeof table.value[0]);
    bacteria_table_measure_runs(&table, board);

    uint64_t options = 0;
    for (uint32_t height = 1; height <= table.rows; height++)
        for (uint32_t width = 1; width <= table.cols; width++) {
            if (!mx_stage(run, (height - 1) * table.cols + width - 1, table.rows * table.cols))
                return MX_STOPPED;
            options += fill_size(&table, height, width);
        }
    run->answers[0] = bacteria_table_answer(&table);
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

const struct mx_variant bacteria_iterative = {
    .name = "bacteria_iterative",
    .idea = "bottom-up over sizes, every subrectangle in a table",
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .state_bits = 16,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve,
    .probe = bacteria_table_probe,
};
