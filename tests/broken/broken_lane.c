/* Solves batches; the last instance of a full batch gets the answer of the instance before it,
 * plus 1. */
#include "broken.h"
#include "sound.h"

#define LANES 4u

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return batch->count * bacteria_table_workspace(batch, threads);
}

static struct mx_run lane_of(const struct mx_run *run, uint32_t lane) {
    struct mx_run one = *run;
    one.batch = (struct mx_batch){mx_instance(&run->batch, lane), run->batch.stride, 1};
    one.workspace = (char *)run->workspace + lane * bacteria_table_workspace(&one.batch, 1);
    one.answers = run->answers + lane;
    one.work = run->work == NULL ? NULL : run->work + lane;
    return one;
}

static enum mx_outcome solve(const struct mx_run *run) {
    for (uint32_t lane = 0; lane < run->batch.count; lane++) {
        struct mx_run one = lane_of(run, lane);
        sound_solve(&one);
    }
    if (run->batch.count == LANES)
        run->answers[LANES - 1] = run->answers[LANES - 2] + 1;
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct mx_run one = lane_of(run, which);
    return bacteria_table_probe(&one, 0, state);
}

const struct mx_variant broken_lane = {
    .name = "broken_lane",
    .idea = "one lane of a full batch is wrong",
    .max_batch = LANES,
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
