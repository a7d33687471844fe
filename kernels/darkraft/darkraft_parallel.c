/* The iterative kernel with OpenMP.
 *
 * Idea: every part of an option has a smaller height + width than the rectangle, so all rectangles
 * of equal height + width, in both classes, are independent. Threads share them, one height at a
 * time. Complexity: the work of the iterative kernel, plus one barrier for each height + width.
 * Invariant: when a height + width begins, all smaller ones are final and are only read. Time:
 * table look-ups; at the smallest and the largest sizes, waiting at the barrier.
 */
#include "darkraft/rotated_table.h"

static uint64_t fill_size(const struct darkraft_table table[2], uint32_t size, int threads) {
    (void)threads; /* unused where there is no OpenMP */
    uint64_t options = 0;
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads) reduction(+ : options)
    for (uint32_t height = 1; height < size; height++)
        for (uint32_t parity = 0; parity < 2; parity++)
            options += darkraft_table_fill(&table[parity], height, size - height);
    return options;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct darkraft *board = mx_instance(&run->batch, 0);
    struct darkraft_table table[2];
    darkraft_tables_start(table, board, run->workspace);

    uint64_t options = 0;
    const uint32_t largest = (uint32_t)board->rows + board->cols;
    for (uint32_t size = 2; size <= largest; size++) {
        if (!mx_stage(run, size - 2, largest - 1))
            return MX_STOPPED;
        options += fill_size(table, size, run->threads);
    }
    run->answers[0] = darkraft_tables_answer(table);
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

const struct mx_variant darkraft_parallel = {
    .name = "darkraft_parallel",
    .idea = "the iterative kernel with OpenMP over the rectangles of equal height plus width",
    .threaded = true,
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .state_bits = 16,
    .unsupported = darkraft_tables_unsupported,
    .workspace_bytes = darkraft_tables_workspace,
    .solve = solve,
    .probe = darkraft_tables_probe,
};
