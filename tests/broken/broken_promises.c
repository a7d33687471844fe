/* Variants that break a promise of variant.h. */
#include "broken.h"
#include "sound.h"

/* Counts one option too many. */
static enum mx_outcome solve_work(const struct mx_run *run) {
    sound_solve(run);
    if (run->work != NULL)
        run->work[0]++;
    return MX_SOLVED;
}

/* Clears the first cell of its instance at the end. */
static enum mx_outcome solve_instance(const struct mx_run *run) {
    sound_solve(run);
    const struct bacteria *board = mx_instance(&run->batch, 0);
    *(uint8_t *)board->barred = 0;
    return MX_SOLVED;
}

/* Remembers its last answer and gives it again for the next board of the same shape. */
static enum mx_outcome solve_static(const struct mx_run *run) {
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

/* Relies on a workspace of zeros: empty rectangles are never written. */
static enum mx_outcome solve_junk(const struct mx_run *run) {
    struct bacteria_table table = sound_table(run);
    sound_measure(&table, run);
    sound_fill(&table, run, bacteria_table_mex);
    return MX_SOLVED;
}

SOUND_BUT(work, "counts an option too many", solve_work);
SOUND_BUT(instance, "writes to its instance", solve_instance);
SOUND_BUT(static, "keeps its last answer in a static", solve_static);
SOUND_BUT(junk, "relies on zeros in its workspace", solve_junk);

/* Forgets the answer when it is resumed: what it had counted was not in the workspace. */
static enum mx_outcome solve_resume(const struct mx_run *run) {
    if (!run->resume)
        sound_solve(run);
    if (!mx_stage(run, 1, 2))
        return MX_STOPPED;
    if (run->resume)
        run->answers[0] = 0;
    return MX_SOLVED;
}

const struct mx_variant broken_resume = {
    .name = "broken_resume",
    .idea = "forgets the answer when it is resumed",
    .max_batch = 1,
    .resumes = true,
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .workspace_bytes = bacteria_table_workspace,
    .solve = solve_resume,
    .probe = bacteria_table_probe,
};
