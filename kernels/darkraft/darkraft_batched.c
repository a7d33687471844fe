/* Many boards at once, or one large one: a byte for each left edge, board and class.
 *
 * Idea: rectangles of one size and interval of rows at consecutive left edges, of all boards and
 * both classes, are lanes (lane_table.h). Rows are cut first, once for all intervals of columns,
 * so that X costs as little as L (sweep.h). Sets of nimbers are looked up 16 nimbers at a time, or
 * are marks in memory when they are large; of the cells of L in a row, or of R in a column, one is
 * looked at. Complexity: options / lanes * (4 + 6 for each 16 nimbers) operations; a byte a
 * rectangle, two where nimbers may exceed 254. Invariant: lower bands are final, and so are
 * narrower rectangles of the same band; every nimber is compared with the range in which it is
 * looked for. The time goes into look-ups.
 */
#include "darkraft/distinct_options.h"
#include "darkraft/sweep.h"

#define MOST_BATCH 256
#define GROUP_BYTES (1u << 23) /* wished for the table of a group */

/* How the boards of a batch are divided. */
struct groups {
    uint32_t count, boards; /* boards: in each but the last */
    int outside, inside;    /* threads over groups, or over the bands of one */
};

static struct groups divide(const struct mx_batch *batch, int threads) {
    uint32_t most = (uint32_t)LANES_BYTES / 2;
    while (most > 1 && lay_out(batch->instances, most, false, 0, NULL).bytes > GROUP_BYTES)
        most /= 2;
    uint32_t count = (batch->count + most - 1) / most, wanted = (uint32_t)threads;
    if (count < wanted)
        count = wanted < batch->count ? wanted : batch->count;
    struct groups groups = {.boards = (batch->count + count - 1) / count};
    groups.count = (batch->count + groups.boards - 1) / groups.boards;
    groups.outside = groups.count > 1 ? threads : 1;
    groups.inside = groups.count > 1 ? 1 : threads;
    return groups;
}

static struct table table_of(const struct mx_run *run, const struct groups *groups,
                             uint32_t group) {
    struct table t = lay_out(run->batch.instances, groups->boards, false, groups->inside, NULL);
    return lay_out(run->batch.instances, groups->boards, false, groups->inside,
                   (uint8_t *)run->workspace + group * t.bytes);
}

static struct mx_batch boards_of(const struct mx_run *run, const struct groups *groups,
                                 uint32_t group) {
    struct mx_batch batch = run->batch;
    uint32_t first = group * groups->boards, left = batch.count - first;
    batch.instances = mx_instance(&run->batch, first);
    batch.count = left < groups->boards ? left : groups->boards;
    return batch;
}

static void solve_group(const struct mx_run *run, const struct groups *groups, uint32_t group,
                        struct course *course) {
    struct mx_batch batch = boards_of(run, groups, group);
    struct table t = table_of(run, groups, group);
    start_table(&t, &batch, groups->inside);
    fill_table(run, &t, groups->inside, course);
    if (course->outcome == MX_SOLVED)
        write_answers(&t, &batch, run->answers + group * groups->boards);
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct groups groups = divide(&run->batch, run->threads);
    const struct darkraft *board = run->batch.instances;
    uint64_t side = ((uint64_t)board->rows + board->cols) / 2;
    struct course course = {0, groups.count * (side * (side + 1) * (side + 2) / 6), MX_SOLVED};
#pragma omp parallel for schedule(dynamic, 1) num_threads(groups.outside) if (groups.outside > 1)
    for (uint32_t group = 0; group < groups.count; group++)
        solve_group(run, &groups, group, &course);
    for (uint32_t i = 0; i < run->batch.count && run->work != NULL; i++)
        run->work[i] = distinct_options(mx_instance(&run->batch, i));
    return (enum mx_outcome)course.outcome;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct groups groups = divide(&run->batch, run->threads);
    struct table t = table_of(run, &groups, which / groups.boards);
    place_widths(t.side, t.unit, t.place);
    return nimber_of(&t, which % groups.boards, darkraft_rectangle_of(state));
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    struct groups groups = divide(batch, threads);
    return groups.count *
           lay_out(batch->instances, groups.boards, false, groups.inside, NULL).bytes;
}

const struct mx_variant MX_ISA_SYMBOL(darkraft_batched) = {
    .name = MX_ISA_LABEL("darkraft_batched"),
    .idea = "lanes are left edges, boards and classes, sets of nimbers looked up",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = MOST_BATCH,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
