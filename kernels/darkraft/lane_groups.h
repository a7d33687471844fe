/* A batch, divided into groups of boards with a table each (lane_table.h). The workspace begins
 * with the division and each table with its layout, because probe is called once for every
 * state. */
#ifndef MX_DARKRAFT_LANE_GROUPS_H
#define MX_DARKRAFT_LANE_GROUPS_H

#include "darkraft/counted_options.h"
#include "darkraft/lane_digest.h"
#include "darkraft/lane_sweep.h"

#define GROUP_BYTES (1u << 23) /* target size of a group's table */
#define THIN_BYTES (1u << 27)  /* the same on thin boards, where finding runs costs most */
#define KEPT_BYTES (1u << 29)  /* target size of all tables where not every state must be kept */
#define SHARED_WORK (1u << 20) /* groups * side^5 from which threads pay off: a third of a ms */

/* How the boards of a batch are divided into groups. */
struct lane_groups {
    uint32_t count, boards; /* boards: in every group but the last */
    bool reach;             /* whether only reached rectangles are computed */
    int outside, inside;    /* threads over groups, threads over the bands of a group */
    uint32_t kept;          /* tables: one for each group, or 1 that all groups use in turn */
    size_t bytes;           /* of one table */
};

static bool worth_threads(const struct darkraft *board, uint32_t groups) {
    uint64_t side = ((uint64_t)board->rows + board->cols) / 2;
    return groups * side * side * side * side * side >= SHARED_WORK;
}

/* Divides a batch. The groups, and therefore what play reaches in each, do not depend on the number
 * of threads. */
static struct lane_groups divide_batch(const struct mx_batch *batch, int threads, bool reach) {
    uint32_t most = (uint32_t)LANES_BYTES / 2;
    struct lane_table t = lay_out(batch->instances, most, reach, 0, NULL);
    for (; most > 1 && t.bytes > (t.margin < t.side ? THIN_BYTES : GROUP_BYTES); most /= 2)
        t = lay_out(batch->instances, most / 2, reach, 0, NULL);
    struct lane_groups groups = {.count = (batch->count + most - 1) / most, .reach = reach};
    groups.boards = (batch->count + groups.count - 1) / groups.count;
    threads = worth_threads(batch->instances, groups.count) ? threads : 1;
    groups.inside = groups.count > 1 ? 1 : threads;
    groups.bytes = lay_out(batch->instances, groups.boards, reach, groups.inside, NULL).bytes;
    groups.kept = groups.count;
    if (reach && groups.count > 1 && groups.bytes > KEPT_BYTES / groups.count) {
        groups.kept = 1;
        groups.inside = threads;
        groups.bytes = lay_out(batch->instances, groups.boards, reach, threads, NULL).bytes;
    }
    groups.outside = groups.kept > 1 ? threads : 1;
    return groups;
}

static size_t head_bytes(void) {
    return (sizeof(struct lane_groups) + 63) / 64 * 64;
}

static void *table_memory(const struct mx_run *run, const struct lane_groups *groups,
                          uint32_t group) {
    return (uint8_t *)run->workspace + head_bytes() + group % groups->kept * groups->bytes;
}

static struct lane_table start_group(const struct mx_run *run, const struct lane_groups *groups,
                                     uint32_t group) {
    struct lane_table *head = table_memory(run, groups, group);
    struct lane_table t = lay_out(run->batch.instances, groups->boards, groups->reach,
                                  groups->inside, (uint8_t *)head);
    *head = t;
    return t;
}

static struct mx_batch boards_of(const struct mx_run *run, const struct lane_groups *groups,
                                 uint32_t group) {
    struct mx_batch batch = run->batch;
    uint32_t first = group * groups->boards, left = batch.count - first;
    batch.instances = mx_instance(&run->batch, first);
    batch.count = left < groups->boards ? left : groups->boards;
    return batch;
}

static void solve_group(const struct mx_run *run, const struct lane_groups *groups, uint32_t group,
                        struct mx_team_progress *progress) {
    struct mx_batch batch = boards_of(run, groups, group);
    struct lane_table t = start_group(run, groups, group);
    start_table(&t, &batch);
    if (groups->reach)
        find_all_reached(&t, &batch, groups->inside);
    fill_table(run, &t, groups->inside, progress);
    if (progress->outcome != MX_SOLVED)
        return;
    write_answers(&t, &batch, run->answers + group * groups->boards);
    if (run->digests != NULL)
        digest_group(run, &t, &batch, omp_get_thread_num() == 0,
                     run->digests + group * groups->boards, progress);
    for (uint32_t i = 0; i < batch.count && run->work != NULL; i++) {
        const struct darkraft *board = mx_instance(&batch, i);
        run->work[group * groups->boards + i] = counted_options(&t, board);
    }
}

static enum mx_outcome solve_groups(const struct mx_run *run, bool reach) {
    struct lane_groups groups = divide_batch(&run->batch, run->threads, reach);
    *(struct lane_groups *)run->workspace = groups;
    const struct darkraft *board = run->batch.instances;
    uint64_t side = ((uint64_t)board->rows + board->cols) / 2;
    struct mx_team_progress progress = {0, groups.count * (side * (side + 1) * (side + 2) / 6),
                                        MX_SOLVED};
#pragma omp parallel for schedule(dynamic, 1) num_threads(groups.outside) if (groups.outside > 1)
    for (uint32_t group = 0; group < groups.count; group++)
        solve_group(run, &groups, group, &progress);
    return (enum mx_outcome)progress.outcome;
}

static uint32_t probe_group(const struct mx_run *run, uint32_t which, uint64_t state, bool reach) {
    const struct lane_groups *groups = run->workspace;
    const struct lane_table *t = table_memory(run, groups, which / groups->boards);
    struct darkraft_rectangle r = darkraft_rectangle_of(state);
    bool overwritten = which / groups->boards + groups->kept < groups->count;
    struct darkraft_rectangle tight = r;
    if (overwritten || (reach && crop_rectangle(t, &tight) && !is_reached(t, tight)))
        return MX_NOT_COMPUTED;
    return nimber_of(t, which % groups->boards, r);
}

static size_t groups_bytes(const struct mx_batch *batch, int threads, bool reach) {
    struct lane_groups groups = divide_batch(batch, threads, reach);
    return head_bytes() + groups.kept * groups.bytes;
}

#endif
