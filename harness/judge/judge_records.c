/* Records the result of each board. */
#include <stdlib.h>
#include <string.h>

#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "support/arena.h"

/* The time for running the boards of an input one by one. */
#define ALONE_SECONDS 4.0

const void *mx_judge_copy(struct mx_judge *judge, const void *board) {
    size_t bytes = judge->options->problem->bytes(board);
    void *to = mx_arena_take(judge->arena, bytes);
    if (to == NULL)
        mx_judge_fail(judge, "out of memory");
    return to == NULL ? NULL : memcpy(to, board, bytes);
}

/* ---- The verdict ------------------------------------------------------------------------- */

static bool keep_failure(struct mx_judge *judge, const struct mx_judge_input *input) {
    struct mx_judge_failure *failure = &judge->failure;
    failure->count = input->count;
    failure->board = mx_arena_take(judge->arena, input->count * sizeof *failure->board);
    if (failure->board == NULL)
        return mx_judge_fail(judge, "out of memory");
    for (uint32_t i = 0; i < input->count; i++)
        if ((failure->board[i] = mx_judge_copy(judge, input->boards[i])) == NULL)
            return false;
    return true;
}

/* The first verdict stays, with two exceptions: a failure replaces a bad form, and a wrong answer
 * replaces a time limit, because it tells more. */
static bool is_worse(enum mx_judged before, enum mx_judged now) {
    return (before <= MX_JUDGED_PRESENTATION && now > before) ||
           (before == MX_JUDGED_TIME && now == MX_JUDGED_WRONG);
}

/* `result` is of that input, or of a part of it. */
static bool note_verdict(struct mx_judge *judge, const struct mx_judge_input *input,
                         const struct mx_judge_try *result, const char *where) {
    struct mx_judge_report *report = judge->report;
    if (!is_worse(report->verdict, result->verdict))
        return true;
    if (report->verdict == MX_JUDGED_TIME)
        snprintf(report->also, sizeof report->also, "%s on %.90s: %.220s",
                 mx_judged_in_words(report->verdict), report->where, report->detail);
    else if (result->verdict == MX_JUDGED_WRONG &&
             (result->run.end == MX_CONFINED_TIME || result->run.end == MX_CONFINED_IDLE))
        snprintf(report->also, sizeof report->also, "%s on %s: %s",
                 mx_judged_in_words(MX_JUDGED_TIME), where, result->detail);
    report->verdict = result->verdict;
    snprintf(report->detail, sizeof report->detail, "%s",
             result->verdict == MX_JUDGED_WRONG && report->also[0] != '\0' ? "" : result->detail);
    snprintf(report->where, sizeof report->where, "%s", where);
    judge->failed_at = mx_seconds();
    return keep_failure(judge, input);
}

/* ---- Records ----------------------------------------------------------------------------- */

static bool make_room(struct mx_judge *judge) {
    if (judge->count < judge->room)
        return true;
    uint64_t room = judge->room == 0 ? 1024 : 2 * judge->room;
    struct mx_judge_record *larger = reallocarray(judge->records, room, sizeof *larger);
    if (larger == NULL)
        return mx_judge_fail(judge, "out of memory");
    judge->records = larger;
    judge->room = room;
    return true;
}

/* `line` is the program's line, if its answer is wrong; else it has no text. */
static bool add(struct mx_judge *judge, const void *board, uint64_t answer, enum mx_judged verdict,
                struct mx_line line) {
    struct mx_judge_record record = {.answer = answer, .verdict = verdict};
    if (!make_room(judge) || (record.board = mx_judge_copy(judge, board)) == NULL)
        return false;
    if (line.text != NULL) {
        char *text = mx_arena_take(judge->arena, line.length + 1);
        if (text == NULL)
            return mx_judge_fail(judge, "out of memory");
        memcpy(text, line.text, line.length);
        record.got = text;
    }
    judge->records[judge->count++] = record;
    judge->report->boards++;
    judge->report->failed += verdict > MX_JUDGED_PRESENTATION;
    return true;
}

static bool add_lines(struct mx_judge *judge, const struct mx_judge_input *input,
                      const struct mx_output *output) {
    for (uint32_t i = 0; i < output->count; i++) {
        const struct mx_output_case *one = &output->line[i];
        bool wrong = one->match == MX_MATCH_NOT;
        if (!add(judge, input->boards[i], input->answers[i],
                 wrong ? MX_JUDGED_WRONG : MX_JUDGED_ACCEPTED,
                 wrong ? one->got : (struct mx_line){NULL, 0}))
            return false;
    }
    return true;
}

/* Records each board by its line if the lines can be matched, else all boards alike. */
static bool add_all(struct mx_judge *judge, const struct mx_judge_input *input,
                    const struct mx_judge_try *result) {
    if (result->output.count > 0)
        return add_lines(judge, input, &result->output);
    for (uint32_t i = 0; i < input->count; i++)
        if (!add(judge, input->boards[i], input->answers[i], result->verdict,
                 (struct mx_line){NULL, 0}))
            return false;
    return true;
}

/* Runs the boards one by one, after an input on which the program broke off. */
static bool note_one_by_one(struct mx_judge *judge, const struct mx_judge_input *input,
                            const char *where) {
    const struct mx_confinement how = mx_judge_close_limits(judge);
    struct mx_arena arena = {0};
    const double until = mx_seconds() + ALONE_SECONDS;
    bool ok = true;
    for (uint32_t i = 0; ok && i < input->count && mx_seconds() < until; i++) {
        const struct mx_judge_input one = {&input->boards[i], 1, &input->answers[i]};
        struct mx_judge_try result;
        mx_arena_clear(&arena);
        ok = mx_judge_try(judge, &how, &one, &arena, &result) && add_all(judge, &one, &result) &&
             note_verdict(judge, &one, &result, where);
    }
    mx_arena_free(&arena);
    return ok;
}

bool mx_judge_note_close(struct mx_judge *judge, const struct mx_judge_input *input,
                         const struct mx_judge_try *result) {
    const uint64_t boards = judge->report->boards, failed = judge->report->failed;
    const uint64_t first = judge->count;
    if (!add_lines(judge, input, &result->output) ||
        !note_verdict(judge, input, result, judge->report->where))
        return false;
    for (uint64_t i = first; i < judge->count; i++)
        judge->records[i].close = true;
    judge->report->boards = boards;
    judge->report->failed = failed;
    return true;
}

bool mx_judge_note(struct mx_judge *judge, const struct mx_judge_input *input,
                   const struct mx_judge_try *result, const char *where) {
    judge->idle |= result->run.end == MX_CONFINED_IDLE;
    if (!note_verdict(judge, input, result, where))
        return false;
    if (result->output.count > 0 || input->count == 1 || result->run.end == MX_CONFINED_IDLE)
        return add_all(judge, input, result);
    return note_one_by_one(judge, input, where);
}
