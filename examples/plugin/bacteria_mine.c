/* A kernel for mexbench that lives outside its tree: the place to start from.
 *
 * Idea: strips of columns. For each right edge, left edges from near to far, and within a strip
 * rectangles from low to high: both parts of every option come before the rectangle that has it.
 * Complexity: O(rows^2 * cols^2 * (rows + cols)) time, two bytes a rectangle. Invariant: when a
 * strip is computed, all strips inside it are final. The time goes into the two table look-ups of
 * each option, of which those of a column option are far apart.
 *
 * variant.h is the contract; bacteria/bacteria.h says what an instance and a state are. To make it
 * yours, change the name here, in MX_PLUGIN and in the build file, and then the rest.
 */
#include <string.h>

#include "bacteria/table.h"
#include "variant.h"

/* All rectangles of columns left .. right-1; returns the options evaluated. */
static uint64_t fill_strip(const struct bacteria_table *table, uint32_t left, uint32_t right) {
    uint64_t options = 0;
    for (uint32_t bottom = 1; bottom <= table->rows; bottom++)
        for (uint32_t top = bottom; top-- > 0;) {
            struct bacteria_rectangle r = {top, left, bottom, right};
            *bacteria_table_entry(table, top, left, bottom, right) =
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
    for (uint32_t right = 1; right <= table.cols; right++) {
        if (!mx_stage(run, right - 1, table.cols))
            return MX_STOPPED;
        for (uint32_t left = right; left-- > 0;)
            options += fill_strip(&table, left, right);
    }
    run->answers[0] = bacteria_table_answer(&table);
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

static const struct mx_variant bacteria_mine = {
    .name = "bacteria_mine",
    .idea = "bottom-up over strips of columns",
    .every_option = true, /* run->work counts each option of each state once */
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve,
    .probe = bacteria_table_probe,
};

MX_PLUGIN(bacteria, bacteria_mine);
