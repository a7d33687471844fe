/* OpenMP over anti-diagonals: the cells with i + j = d depend only on the two diagonals before, so
 * the threads share them. Three diagonals are kept. Each ends in a barrier, so it pays only where
 * diagonals are long. */
#include "edit.h"

#define DIAGONALS_A_STAGE 1024u
#define WORTH_A_BARRIER 128u /* cells of a diagonal; below, one thread is faster */

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    const struct edit *pair = batch->instances;
    (void)threads;
    return 3 * ((size_t)pair->a + 1) * sizeof(uint32_t);
}

static uint32_t least(uint32_t x, uint32_t y) {
    return x < y ? x : y;
}

/* Cell i of diagonal d: one and two are the diagonals before, by i. */
static uint32_t cell(const struct edit *pair, uint32_t d, uint32_t i, const uint32_t *one,
                     const uint32_t *two) {
    const uint32_t j = d - i;
    if (i == 0 || j == 0)
        return d;
    return least(two[i - 1] + (edit_a(pair)[i - 1] != edit_b(pair)[j - 1]),
                 1 + least(one[i - 1], one[i]));
}

/* Diagonals first .. end-1; diagonal d is at d % 3. */
static void diagonals(const struct edit *pair, uint32_t first, uint32_t end, uint32_t *kept,
                      int threads) {
    const size_t length = (size_t)pair->a + 1;
#pragma omp parallel num_threads(threads)
    for (uint32_t d = first; d < end; d++) {
        const uint32_t from = d > pair->b ? d - pair->b : 0, to = least(d, pair->a);
        const uint32_t *one = kept + (d + 2) % 3 * length, *two = kept + (d + 1) % 3 * length;
        uint32_t *now = kept + d % 3 * length;
#pragma omp for schedule(static)
        for (uint32_t i = from; i <= to; i++)
            now[i] = cell(pair, d, i, one, two);
    }
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct edit *pair = run->batch.instances;
    const uint32_t end = pair->a + pair->b + 1;
    const int threads = least(pair->a, pair->b) < WORTH_A_BARRIER ? 1 : run->threads;
    for (uint32_t first = 0; first < end; first += DIAGONALS_A_STAGE) {
        if (first > 0 && !mx_stage(run, first, end))
            return MX_STOPPED;
        diagonals(pair, first, least(end, first + DIAGONALS_A_STAGE), run->workspace, threads);
    }
    const uint32_t *kept = run->workspace;
    run->answers[0] = kept[(size_t)((end - 1) % 3) * ((size_t)pair->a + 1) + pair->a];
    if (run->work != NULL)
        run->work[0] = (uint64_t)pair->a * pair->b;
    return MX_SOLVED;
}

const struct mx_variant edit_parallel = {.name = "edit_parallel",
                                         .idea = "OpenMP over anti-diagonals",
                                         .max_batch = 1,
                                         .workspace_bytes = workspace_bytes,
                                         .solve = solve,
                                         .threaded = true,
                                         .every_option = true};
