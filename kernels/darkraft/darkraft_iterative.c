/* Bottom-up over sizes.
 *
 * Idea: compute smaller rectangles first, so that all parts of every option are in the table when
 * they are needed. The two classes follow each other. Complexity: O(h^3 * w^3) time for a grid of h
 * rows and w columns, two bytes a rectangle. Invariant: when the rectangles of height h and width w
 * are computed, all lower ones are final, and so are the narrower ones of height h. Time: two (L,
 * R) or four (X) table look-ups for each option.
 */
#include "darkraft/rotated_table.h"

static enum mx_outcome solve(const struct mx_run *run) {
    const struct darkraft *board = mx_instance(&run->batch, 0);
    struct darkraft_table table[2];
    darkraft_tables_start(table, board, run->workspace);

    uint64_t options = 0, done = 0;
    for (uint32_t parity = 0; parity < 2; parity++)
        for (uint32_t height = 1; height <= table[parity].rows; height++) {
            if (!mx_stage(run, done++, (uint64_t)table[0].rows + table[1].rows))
                return MX_STOPPED;
            for (uint32_t width = 1; width <= table[parity].cols; width++)
                options += darkraft_table_fill(&table[parity], height, width);
        }
    run->answers[0] = darkraft_tables_answer(table);
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

const struct mx_variant darkraft_iterative = {
    .name = "darkraft_iterative",
    .idea = "bottom-up over sizes, every subrectangle of both rotated grids in a table",
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .state_bits = 16,
    .unsupported = darkraft_tables_unsupported,
    .workspace_bytes = darkraft_tables_workspace,
    .solve = solve,
    .probe = darkraft_tables_probe,
};
