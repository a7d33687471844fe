/* Remembers its last answer and gives it again for the next board of the same shape. */
#include "broken.h"
#include "sound.h"

static enum mx_outcome solve(const struct mx_run *run) {
    static uint32_t last_rows, last_cols;
    static uint64_t last_answer;
    struct bacteria_table table = sound_solve(run);
    if (table.rows == last_rows && table.cols == last_cols)
        run->answers[0] = last_answer;
    last_rows = table.rows;
    last_cols = table.cols;
    last_answer = run->answers[0];
    return MX_SOLVED;
}

const struct mx_variant broken_static = {
    .name = "broken_static",
    .idea = "keeps its last answer in a static",
    .max_batch = 1,
    SOUND_MEMBERS,
};
