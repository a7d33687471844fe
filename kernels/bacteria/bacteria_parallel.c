/* Bottom-up over sizes, with OpenMP.
 *
 * Idea: both parts of an option have a smaller height + width, so all rectangles with one such sum
 * can be computed at the same time. Complexity: the work of bacteria_iterative, divided among the
 * threads, plus two barriers for each of the rows + cols - 1 sums. Invariant: when a sum begins,
 * all smaller ones are final. Time: two table look-ups for each option; on boards of contest size,
 * the barriers.
 */
#include <string.h>

#include "bacteria/table.h"

static uint32_t smaller_of(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Computes every rectangle with this upper left corner whose height + width is `sum`. */
static uint64_t fill_corner(const struct bacteria_table *table, uint32_t top, uint32_t left,
                            uint32_t sum) {
    uint64_t options = 0;
    uint32_t widest = smaller_of(table->cols - left, sum - 1);
    uint32_t highest = smaller_of(table->rows - top, sum - 1);
    for (uint32_t height = sum - widest; height <= highest; height++) {
        struct bacteria_rectangle r = {top, left, top + height, left + sum - height};
        *bacteria_table_entry(table, r.top, r.left, r.bottom, r.right) =
            bacteria_table_mex(table, r, &options);
    }
    return options;
}

/* Called by all threads of a team, which share the corners. Returns the options of this thread once
 * all threads are done. */
static uint64_t fill_sum(const struct bacteria_table *table, uint32_t sum) {
    uint64_t options = 0;
#pragma omp for collapse(2) schedule(dynamic, 16)
    for (uint32_t top = 0; top < table->rows; top++)
        for (uint32_t left = 0; left < table->cols; left++)
            options += fill_corner(table, top, left, sum);
    return options;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct bacteria_table table = bacteria_table_at(board, run->workspace);
    memset(table.value, 0, bacteria_table_entries(board) * sizeof table.value[0]);
    bacteria_table_measure_runs(&table, board);

    const uint32_t last = table.rows + table.cols;
    uint64_t options = 0;
    bool going = true;
#pragma omp parallel num_threads(run->threads) reduction(+ : options)
    for (uint32_t sum = 2; sum <= last; sum++) {
#pragma omp master
        going = mx_stage(run, sum - 2, last - 1);
#pragma omp barrier
        if (!going)
            break; /* all threads read the same value, so they leave together */
        options += fill_sum(&table, sum);
    }
    if (!going)
        return MX_STOPPED;
    run->answers[0] = bacteria_table_answer(&table);
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

const struct mx_variant bacteria_parallel = {
    .name = "bacteria_parallel",
    .idea = "bottom-up, the subrectangles of equal height + width shared by OpenMP threads",
    .threaded = true,
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .state_bits = 16,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve,
    .probe = bacteria_table_probe,
};
