/* From the boards that failed to the smallest input that does. */
#include <math.h>
#include <string.h>

#include "harness/input/shrinking.h"
#include "harness/input/workload.h"
#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "support/arena.h"

#define REDUCE_SECONDS 3.0 /* for shrinking, and half as much again for a search from below */
#define CLOSE_SECONDS 1.0  /* time limit when a program that takes too long is looked at closely */

/* What is reduced: the boards of an input, one of which is being shrunk. */
struct reduction {
    struct mx_judge *judge;
    struct mx_confinement how;
    double until;
    const void *board[MX_JUDGE_EXAMPLE];
    uint32_t count, at;
    struct mx_arena scratch;
};

struct mx_confinement mx_judge_close_limits(const struct mx_judge *judge) {
    struct mx_confinement how = judge->options->confinement;
    if (judge->report->verdict == MX_JUDGED_TIME)
        how.seconds = fmin(how.seconds, CLOSE_SECONDS);
    return how;
}

static uint64_t cells_of(const struct mx_problem *problem, const void *board) {
    uint32_t rows, cols;
    problem->sides(board, &rows, &cols);
    return (uint64_t)rows * cols;
}

/* ---- Whether an input fails -------------------------------------------------------------- */

/* The verdict on an input; ACCEPTED, with an empty result, when the judging has ended. */
static enum mx_judged verdict_on(struct reduction *r, const void *const *boards, uint32_t count,
                                 struct mx_judge_try *result) {
    *result = (struct mx_judge_try){.verdict = MX_JUDGED_ACCEPTED};
    mx_arena_clear(&r->scratch);
    struct mx_judge_input input = {boards, count,
                                   mx_judge_answers(r->judge, boards, count, &r->scratch)};
    if (input.answers == NULL || !mx_judge_try(r->judge, &r->how, &input, &r->scratch, result))
        return MX_JUDGED_ACCEPTED;
    if (count == 1 && result->output.count == 1 && !mx_judge_note_close(r->judge, &input, result))
        return MX_JUDGED_ACCEPTED;
    return result->verdict;
}

static bool fails(struct reduction *r, const void *const *boards, uint32_t count) {
    struct mx_judge_try result;
    return verdict_on(r, boards, count, &result) == r->judge->report->verdict;
}

/* The input with one board in place of that which is being shrunk. */
static bool fails_with(struct reduction *r, const void *candidate) {
    const void *boards[MX_JUDGE_EXAMPLE];
    memcpy(boards, r->board, sizeof boards);
    boards[r->at] = candidate;
    return r->judge->options->problem->judging->allows(candidate) && fails(r, boards, r->count);
}

/* Several boards at once where each is an input of its own: when all are right none fails. */
static bool none_fails(struct reduction *r, const void *const *boards, uint32_t count) {
    struct mx_judge_try result;
    return count > 1 && r->count == 1 && count <= r->judge->cases &&
           verdict_on(r, boards, count, &result) <= MX_JUDGED_PRESENTATION &&
           r->judge->report->verdict != MX_JUDGED_PRESENTATION;
}

static uint32_t first_failing(void *context, const void *const *instances, uint32_t count) {
    struct reduction *r = context;
    const void *allowed[MX_SHRINKING_BATCH];
    uint32_t place[MX_SHRINKING_BATCH], kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (r->judge->options->problem->judging->allows(instances[i])) {
            place[kept] = i;
            allowed[kept++] = instances[i];
        }
    if (none_fails(r, allowed, kept))
        return count;
    for (uint32_t i = 0; i < kept && mx_seconds() < r->until; i++)
        if (fails_with(r, allowed[i]))
            return place[i];
    return count;
}

/* ---- Fewer and smaller boards ------------------------------------------------------------ */

/* Shrinks board number r->at; false when a limit ended it. */
static bool shrink_one(struct reduction *r) {
    struct mx_shrinking shrinking = {.problem = r->judge->options->problem,
                                     .first_failing = first_failing,
                                     .context = r,
                                     .batch = r->judge->cases > 1 && r->count == 1 ? 24 : 1,
                                     .seconds = r->until - mx_seconds(),
                                     .candidates = UINT64_MAX / 2};
    const void *smaller = mx_shrink(&shrinking, r->board[r->at], r->judge->arena);
    if (smaller == NULL)
        return mx_judge_fail(r->judge, "out of memory");
    r->board[r->at] = smaller;
    return shrinking.smallest;
}

static void drop(struct reduction *r, uint32_t i) {
    memmove(&r->board[i], &r->board[i + 1], (r->count - i - 1) * sizeof r->board[0]);
    r->count--;
}

/* Leaves out boards that are not needed for the failure, the last ones first. */
static void drop_boards(struct reduction *r) {
    for (uint32_t i = r->count; i-- > 0 && r->count > 1 && mx_seconds() < r->until;) {
        struct reduction less = *r;
        drop(&less, i);
        if (fails(r, less.board, less.count))
            drop(r, i);
    }
}

static bool shrink_all(struct reduction *r) {
    bool smallest = true;
    for (r->at = 0; r->at < r->count; r->at++)
        smallest = shrink_one(r) && smallest;
    return smallest;
}

/* ---- Where to start ---------------------------------------------------------------------- */

static bool start_from(struct reduction *r, const void *const *boards, uint32_t count) {
    memcpy(r->board, boards, count * sizeof *boards);
    r->count = count;
    return fails(r, boards, count);
}

/* The number of the failed record with the fewest cells; judge->count when there is none. */
static uint64_t least(const struct mx_judge *judge) {
    uint64_t best = judge->count, best_cells = UINT64_MAX;
    for (uint64_t i = 0; i < judge->count; i++) {
        const struct mx_judge_record *record = &judge->records[i];
        uint64_t cells = cells_of(judge->options->problem, record->board);
        if (record->verdict == judge->report->verdict && cells < best_cells) {
            best_cells = cells;
            best = i;
        }
    }
    return best;
}

/* With the boards before it in the same input, the nearest first, then a few more. */
static bool start_with_those_before(struct reduction *r, uint64_t index) {
    const struct mx_judge *judge = r->judge;
    for (uint32_t before = 1; before < MX_JUDGE_EXAMPLE && before < judge->cases; before *= 2) {
        const void *boards[MX_JUDGE_EXAMPLE];
        uint32_t count = 0;
        for (uint64_t i = index < before ? 0 : index - before; i <= index; i++)
            boards[count++] = judge->records[i].board;
        if (start_from(r, boards, count))
            return true;
    }
    return false;
}

/* An input that failed as a whole: a part of it that does as well. */
static bool start_from_together(struct reduction *r) {
    const struct mx_judge *judge = r->judge;
    for (uint32_t count = MX_JUDGE_EXAMPLE; count >= 2; count /= 2)
        if (judge->together_count >= count && start_from(r, judge->together, count))
            return true;
    return false;
}

/* A wrong format shows on any board; lines between answers on any two. */
static bool start_from_first(struct reduction *r) {
    const struct mx_judge *judge = r->judge;
    for (uint32_t count = 1; count <= 2 && count <= judge->count && count <= judge->cases;
         count++) {
        const void *boards[] = {judge->records[0].board, judge->records[count - 1].board};
        if (start_from(r, boards, count))
            return true;
    }
    return false;
}

static bool start(struct reduction *r) {
    if (r->judge->report->verdict == MX_JUDGED_PRESENTATION)
        return start_from_first(r);
    const uint64_t index = least(r->judge);
    if (index == r->judge->count)
        return r->judge->together != NULL && start_from_together(r);
    return start_from(r, &r->judge->records[index].board, 1) ||
           (r->judge->cases > 1 && start_with_those_before(r, index));
}

/* ---- From below -------------------------------------------------------------------------- */

/* The next boards of fewer cells, of those that the problem enumerates by size. */
static uint32_t next_smaller(struct reduction *r, struct mx_workload *every, uint64_t cells,
                             const void **boards, struct mx_arena *arena) {
    uint32_t count = 0, most = r->judge->cases > 1 ? MX_SHRINKING_BATCH : 1;
    mx_arena_clear(arena);
    while (count < most && mx_workload_next(every, arena, &boards[count]) == MX_NEXT_BOARD &&
           cells_of(every->problem, boards[count]) < cells)
        count++;
    return count;
}

/* Shrinking ends where no single step leads on, which need not be at a smallest board. */
static void search_from_below(struct reduction *r, bool *smallest) {
    struct mx_judge *judge = r->judge;
    const uint64_t cells = cells_of(judge->options->problem, r->board[0]);
    const void *boards[MX_SHRINKING_BATCH];
    struct mx_arena arena = {0};
    struct mx_workload every;
    uint32_t count = 0;
    if (!mx_workload_open(&every, judge->options->problem, 0, "every", 0))
        return;
    r->at = 0;
    r->until = mx_seconds() + REDUCE_SECONDS / 2;
    bool found = false;
    while (!found && mx_seconds() < r->until && judge->end == MX_JUDGE_DONE &&
           (count = next_smaller(r, &every, cells, boards, &arena)) > 0) {
        uint32_t failing = first_failing(r, boards, count);
        found = failing < count;
        if (found)
            r->board[0] = mx_judge_copy(judge, boards[failing]);
    }
    *smallest |= found;
    mx_workload_close(&every);
    mx_arena_free(&arena);
}

/* ---- All together ------------------------------------------------------------------------ */

static void copy_line(char *text, size_t room, struct mx_line line) {
    snprintf(text, room, "%.*s", (int)(line.length < 400 ? line.length : 400),
             line.text == NULL ? "" : line.text);
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ')
            *text = '?'; /* what a terminal would act on */
}

/* What is expected and what came, on the example. */
static bool show_lines(struct reduction *r, struct mx_judge_example *example) {
    struct mx_judge_try result;
    verdict_on(r, r->board, r->count, &result);
    for (uint32_t i = 0; i < result.output.count; i++) {
        const struct mx_output_case *one = &result.output.line[i];
        if (one->match == MX_MATCH_EXACT)
            continue;
        copy_line(example->expected, sizeof example->expected, one->expected);
        copy_line(example->got, sizeof example->got, one->got);
        break;
    }
    if (result.detail[0] != '\0' && r->judge->end == MX_JUDGE_DONE)
        memcpy(r->judge->report->detail, result.detail, sizeof result.detail);
    return r->judge->end == MX_JUDGE_DONE;
}

static void shrink_fully(struct reduction *r, bool *smallest) {
    *smallest = shrink_all(r);
    if (r->count == 1 && r->judge->report->verdict != MX_JUDGED_TIME)
        search_from_below(r, smallest);
}

bool mx_judge_reduce(struct mx_judge *judge) {
    struct mx_judge_example *example = &judge->report->example;
    struct reduction r = {.judge = judge, .how = mx_judge_close_limits(judge)};
    r.until = mx_seconds() + REDUCE_SECONDS;
    if (judge->idle || judge->at_largest)
        return true;
    judge->doing = "looking for the smallest that fails";
    if (start(&r)) {
        drop_boards(&r);
        if (judge->report->verdict != MX_JUDGED_PRESENTATION)
            shrink_fully(&r, &example->smallest);
        memcpy(example->board, r.board, sizeof r.board);
        example->count = r.count;
        if (judge->end == MX_JUDGE_DONE && !mx_interrupted())
            show_lines(&r, example);
    }
    mx_arena_free(&r.scratch);
    if (mx_interrupted())
        judge->end = MX_JUDGE_INTERRUPTED;
    return judge->end == MX_JUDGE_DONE;
}
