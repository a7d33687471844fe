/* Write next to what is theirs. */
#include "broken.h"
#include "sound.h"

/* Changes the byte before `at`. */
static void write_before(const void *at) {
    ((unsigned char *)(uintptr_t)at)[-1] ^= 1;
}

static void write_at(const void *base, size_t bytes) {
    ((unsigned char *)(uintptr_t)base)[bytes] ^= 1;
}

static enum mx_outcome solve_workspace_start(const struct mx_run *run) {
    sound_solve(run);
    write_before(run->workspace);
    return MX_SOLVED;
}

static enum mx_outcome solve_workspace_end(const struct mx_run *run) {
    sound_solve(run);
    write_at(run->workspace, bacteria_table_workspace(&run->batch, 1));
    return MX_SOLVED;
}

static enum mx_outcome solve_answers_start(const struct mx_run *run) {
    sound_solve(run);
    write_before(run->answers);
    return MX_SOLVED;
}

static enum mx_outcome solve_answers_end(const struct mx_run *run) {
    sound_solve(run);
    write_at(run->answers, sizeof *run->answers);
    return MX_SOLVED;
}

static enum mx_outcome solve_work_start(const struct mx_run *run) {
    sound_solve(run);
    if (run->work != NULL)
        write_before(run->work);
    return MX_SOLVED;
}

static enum mx_outcome solve_work_end(const struct mx_run *run) {
    sound_solve(run);
    if (run->work != NULL)
        write_at(run->work, sizeof *run->work);
    return MX_SOLVED;
}

static enum mx_outcome solve_instances_start(const struct mx_run *run) {
    sound_solve(run);
    write_before(run->batch.instances);
    return MX_SOLVED;
}

/* Past the room that the batch gives to each instance. */
static enum mx_outcome solve_instances_end(const struct mx_run *run) {
    sound_solve(run);
    write_at(run->batch.instances, run->batch.stride);
    return MX_SOLVED;
}

static enum mx_outcome solve_digests_start(const struct mx_run *run) {
    struct bacteria_table table = sound_solve(run);
    if (run->digests != NULL) {
        run->digests[0] = sound_digest(&table);
        write_before(run->digests);
    }
    return MX_SOLVED;
}

static enum mx_outcome solve_digests_end(const struct mx_run *run) {
    struct bacteria_table table = sound_solve(run);
    if (run->digests != NULL)
        run->digests[0] = run->digests[1] = sound_digest(&table);
    return MX_SOLVED;
}

SOUND_BUT(workspace_start, "writes before its workspace", solve_workspace_start);
SOUND_BUT(workspace_end, "writes past the end of its workspace", solve_workspace_end);
SOUND_BUT(answers_start, "writes before its answers", solve_answers_start);
SOUND_BUT(answers_end, "writes past the end of its answers", solve_answers_end);
SOUND_BUT(work_start, "writes before its work", solve_work_start);
SOUND_BUT(work_end, "writes past the end of its work", solve_work_end);
SOUND_BUT(instances_start, "writes before its instances", solve_instances_start);
SOUND_BUT(instances_end, "writes past the end of its instances", solve_instances_end);

#define DIGESTS_BUT(what, how, function)                                                           \
    const struct mx_variant broken_##what = {.name = "broken_" #what,                              \
                                             .idea = how,                                          \
                                             .every_option = true,                                 \
                                             .digests = true,                                      \
                                             .max_batch = 1,                                       \
                                             .workspace_bytes = bacteria_table_workspace,          \
                                             .solve = function}

DIGESTS_BUT(digests_start, "writes before its digests", solve_digests_start);
DIGESTS_BUT(digests_end, "writes a digest too many", solve_digests_end);
