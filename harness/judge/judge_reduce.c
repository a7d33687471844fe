/* Reduces the boards that failed to the smallest failing input. */
#include <inttypes.h>
#include <string.h>

#include "harness/input/shrinking.h"
#include "harness/input/workload.h"
#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "support/arena.h"

#define REDUCE_SECONDS 3.0      /* for shrinking, and half as much for a search from below */
#define REDUCE_TIME_SECONDS 8.0 /* the same if each failing run takes its time limit */

/* The boards of an input that is being reduced; one of them is being shrunk. */
struct reduction {
    struct mx_judge *judge;
    struct mx_confinement how;
    bool any; /* any failure counts, not only the one that the report names */
    double until;
    const void *board[MX_JUDGE_EXAMPLE];
    uint32_t count, at;
    struct mx_arena scratch;
};

static uint64_t cells_of(const struct mx_problem *problem, const void *board) {
    uint32_t rows, cols;
    mx_sides(problem, board, &rows, &cols);
    return (uint64_t)rows * cols;
}

/* ---- Whether an input fails -------------------------------------------------------------- */

/* The verdict on an input; ACCEPTED, with an empty result, when the judging has ended. A wrong
 * answer replaces a time limit in the report. */
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
    r->how = mx_judge_close_limits(r->judge);
    return result->verdict;
}

static bool fails(struct reduction *r, const void *const *boards, uint32_t count) {
    struct mx_judge_try result;
    const enum mx_judged verdict = verdict_on(r, boards, count, &result);
    return r->any ? verdict > MX_JUDGED_PRESENTATION : verdict == r->judge->report->verdict;
}

/* The input with one board in place of the board that is being shrunk. */
static bool fails_with(struct reduction *r, const void *candidate) {
    const void *boards[MX_JUDGE_EXAMPLE];
    memcpy(boards, r->board, sizeof boards);
    boards[r->at] = candidate;
    return r->judge->options->problem->judging->allows(candidate) && fails(r, boards, r->count);
}

/* Tries several boards in one input: if the input is right, no board fails. */
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

/* Shrinks board number r->at. Returns false when a limit ended the search. */
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

/* Drops boards that the failure does not need, the last ones first. */
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

/* The number of the failed record with the fewest cells; judge->count without a failed record. */
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

/* Adds the boards given just before it: one, then twice as many each time. */
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

/* The first input that failed, or a part of it. */
static bool start_from_failure(struct reduction *r) {
    const struct mx_judge_failure *failure = &r->judge->failure;
    for (uint32_t count = MX_JUDGE_EXAMPLE; count >= 1; count /= 2)
        if (failure->count >= count && start_from(r, failure->board, count))
            return true;
    return failure->count > 0 && failure->count < MX_JUDGE_EXAMPLE &&
           start_from(r, failure->board, failure->count);
}

/* Any board shows a wrong form, and any two boards show lines between answers. */
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

static bool start_from_boards(struct reduction *r) {
    const uint64_t index = least(r->judge);
    if (index == r->judge->count)
        return false;
    return start_from(r, &r->judge->records[index].board, 1) ||
           (r->judge->cases > 1 && start_with_those_before(r, index));
}

/* At last, any other failure is accepted: a program may end differently when a board comes
 * alone. */
static bool start(struct reduction *r) {
    if (r->judge->report->verdict == MX_JUDGED_PRESENTATION)
        return start_from_first(r);
    if (start_from_boards(r) || start_from_failure(r))
        return true;
    r->any = r->judge->report->verdict != MX_JUDGED_TIME;
    return r->any && (start_from_boards(r) || start_from_failure(r));
}

/* ---- From below -------------------------------------------------------------------------- */

/* The next boards with fewer cells, from those that the problem enumerates by size. The first board
 * comes alone, because a failing program fails soonest there. */
static uint32_t next_smaller(struct reduction *r, struct mx_workload *every, uint64_t cells,
                             const void **boards, struct mx_arena *arena) {
    const uint32_t most = r->judge->cases > 1 && every->next > 0 ? MX_SHRINKING_BATCH : 1;
    uint32_t count = 0;
    mx_arena_clear(arena);
    while (count < most && mx_workload_next(every, arena, &boards[count]) == MX_NEXT_BOARD &&
           cells_of(every->problem, boards[count]) < cells)
        count++;
    return count;
}

/* Searches for a failing board with fewer cells. Shrinking ends when no single step succeeds, and
 * its result need not be a smallest board. */
static bool search_from_below(struct reduction *r, uint64_t cells, double seconds) {
    struct mx_judge *judge = r->judge;
    const void *boards[MX_SHRINKING_BATCH];
    struct mx_arena arena = {0};
    struct mx_workload every;
    uint32_t count = 0;
    if (!mx_workload_open(&every, judge->options->problem, 0, "every", 0))
        return false;
    r->at = 0;
    r->until = mx_seconds() + seconds;
    bool found = false;
    while (!found && mx_seconds() < r->until && judge->end == MX_JUDGE_DONE &&
           (count = next_smaller(r, &every, cells, boards, &arena)) > 0) {
        r->count = 1;
        uint32_t failing = first_failing(r, boards, count);
        found = failing < count;
        if (found)
            r->board[0] = mx_judge_copy(judge, boards[failing]);
    }
    mx_workload_close(&every);
    mx_arena_free(&arena);
    return found && r->board[0] != NULL;
}

/* ---- All together ------------------------------------------------------------------------ */

static void copy_line(char *text, size_t room, struct mx_line line) {
    const size_t length = line.text == NULL ? 0 : line.length < room ? line.length : room - 1;
    for (size_t i = 0; i < length; i++) /* a '?' for what a terminal would act on, and for 0 */
        text[i] = (char)((unsigned char)line.text[i] < ' ' ? '?' : line.text[i]);
    text[length] = '\0';
}

/* The example may end differently from the input that failed first. */
static void say_detail(struct mx_judge_report *report, const struct mx_judge_try *result) {
    const bool same = result->verdict == report->verdict;
    snprintf(report->detail, sizeof report->detail, "%s%s%.200s",
             same ? "" : mx_judged_in_words(result->verdict), same ? "" : ": ", result->detail);
}

/* Keeps the example's first line that differs from the expected one. */
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
    if (result.detail[0] != '\0' && result.verdict != MX_JUDGED_TIME &&
        r->judge->end == MX_JUDGE_DONE)
        say_detail(r->judge->report, &result);
    return r->judge->end == MX_JUDGE_DONE;
}

static void keep_example(struct reduction *r) {
    struct mx_judge_example *example = &r->judge->report->example;
    const double limit = r->judge->options->confinement.seconds;
    memcpy(example->board, r->board, sizeof r->board);
    example->count = r->count;
    if (r->judge->report->verdict == MX_JUDGED_TIME && r->how.seconds < limit)
        example->seconds = r->how.seconds;
    if (r->judge->end == MX_JUDGE_DONE && !mx_interrupted())
        show_lines(r, example);
}

enum { MOST_CELLS_SHOWN = 200 };

static uint64_t cells_of_all(const struct reduction *r) {
    uint64_t cells = 0;
    for (uint32_t i = 0; i < r->count; i++)
        cells += cells_of(r->judge->options->problem, r->board[i]);
    return cells;
}

/* Tiny boards come first if each failing run is long: a tiny board that fails is a smallest one. */
static bool reduce_time(struct reduction *r) {
    struct mx_judge_example *example = &r->judge->report->example;
    if (search_from_below(r, UINT64_MAX, REDUCE_TIME_SECONDS / 2)) {
        example->smallest = true;
        return true;
    }
    r->until = mx_seconds() + REDUCE_TIME_SECONDS;
    if (!start(r))
        return false;
    drop_boards(r);
    if (r->count > 1 && cells_of_all(r) > MOST_CELLS_SHOWN)
        return false;
    example->smallest = shrink_all(r);
    return true;
}

static bool reduce(struct reduction *r) {
    struct mx_judge_example *example = &r->judge->report->example;
    r->until = mx_seconds() + REDUCE_SECONDS;
    if (!start(r))
        return false;
    drop_boards(r);
    if (r->judge->report->verdict == MX_JUDGED_PRESENTATION)
        return true;
    example->smallest = shrink_all(r);
    if (r->count == 1) {
        const void *shrunk = r->board[0];
        const uint64_t cells = cells_of(r->judge->options->problem, shrunk);
        if (search_from_below(r, cells, REDUCE_SECONDS / 2))
            example->smallest = true;
        else
            r->board[0] = shrunk;
    }
    return true;
}

/* Writes why no example was found. */
static void explain_missing(struct reduction *r) {
    struct mx_judge *judge = r->judge;
    struct mx_judge_report *report = judge->report;
    const struct mx_judge_failure *failure = &judge->failure;
    char *missing = report->example.missing;
    const size_t room = sizeof report->example.missing;
    if (report->verdict == MX_JUDGED_TIME)
        snprintf(missing, room,
                 "no small one takes too long; tiny ones, and each of the input that does, "
                 "end within %.3g s",
                 r->how.seconds);
    else if (failure->count > MX_JUDGE_EXAMPLE)
        snprintf(missing, room,
                 "none of up to %d %ss fails: the failure needs an input of more, or does not come "
                 "every time (it came with %" PRIu32 " of %s)",
                 MX_JUDGE_EXAMPLE, mx_instance_noun(judge->options->problem), failure->count,
                 report->where);
    else
        snprintf(missing, room,
                 "given once more, the input that failed (of %s) passes: the program does not do "
                 "the same every time",
                 report->where);
}

bool mx_judge_reduce(struct mx_judge *judge) {
    struct reduction r = {.judge = judge, .how = mx_judge_close_limits(judge), .count = 1};
    judge->stage = "looking for the smallest input that fails";
    const bool found = judge->report->verdict == MX_JUDGED_TIME ? reduce_time(&r) : reduce(&r);
    if (found)
        keep_example(&r);
    else if (judge->end == MX_JUDGE_DONE)
        explain_missing(&r);
    mx_arena_free(&r.scratch);
    if (mx_interrupted())
        judge->end = MX_JUDGE_INTERRUPTED;
    return judge->end == MX_JUDGE_DONE;
}
