/* What became of each board. */
#include <stdlib.h>
#include <string.h>

#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "support/arena.h"

/* For running the boards of an input one by one. */
#define ALONE_SECONDS 2.0

const void *mx_judge_copy(struct mx_judge *judge, const void *board) {
    size_t bytes = judge->options->problem->bytes(board);
    void *to = mx_arena_take(judge->arena, bytes);
    if (to == NULL)
        mx_judge_fail(judge, "out of memory");
    return to == NULL ? NULL : memcpy(to, board, bytes);
}

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

static void note_verdict(struct mx_judge *judge, enum mx_judged verdict, const char *detail,
                         const char *where) {
    struct mx_judge_report *report = judge->report;
    bool worse = verdict != MX_JUDGED_ACCEPTED && report->verdict <= MX_JUDGED_PRESENTATION &&
                 verdict > report->verdict;
    if (!worse)
        return;
    report->verdict = verdict;
    snprintf(report->detail, sizeof report->detail, "%s", detail);
    snprintf(report->where, sizeof report->where, "%s", where);
    judge->failed_at = mx_seconds();
}

/* `line` is the program's, of a wrong answer; NULL for none. */
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

static bool note_lines(struct mx_judge *judge, const struct mx_judge_input *input,
                       const struct mx_output *output) {
    for (uint32_t i = 0; i < input->count; i++) {
        const struct mx_output_case *one = &output->line[i];
        bool wrong = one->match == MX_MATCH_NOT;
        if (!add(judge, input->boards[i], input->answers[i],
                 wrong ? MX_JUDGED_WRONG : MX_JUDGED_ACCEPTED,
                 wrong ? one->got : (struct mx_line){NULL, 0}))
            return false;
    }
    return true;
}

/* Keeps an input that fails as a whole, when none of its boards does. */
static bool keep_together(struct mx_judge *judge, const struct mx_judge_input *input) {
    if (judge->together != NULL)
        return true;
    judge->together = mx_arena_take(judge->arena, input->count * sizeof *judge->together);
    if (judge->together == NULL)
        return mx_judge_fail(judge, "out of memory");
    for (uint32_t i = 0; i < input->count; i++)
        if ((judge->together[i] = mx_judge_copy(judge, input->boards[i])) == NULL)
            return false;
    judge->together_count = input->count;
    return true;
}

/* Runs the boards of an input that broke the program off one by one. */
static bool note_one_by_one(struct mx_judge *judge, const struct mx_judge_input *input) {
    const struct mx_confinement how = mx_judge_close_limits(judge);
    struct mx_arena arena = {0};
    const double until = mx_seconds() + ALONE_SECONDS;
    bool ok = true, failed = false;
    for (uint32_t i = 0; ok && i < input->count && mx_seconds() < until; i++) {
        const struct mx_judge_input one = {&input->boards[i], 1, &input->answers[i]};
        struct mx_judge_try result;
        mx_arena_clear(&arena);
        ok = mx_judge_try(judge, &how, &one, &arena, &result) &&
             (result.output.count == 1 ? note_lines(judge, &one, &result.output)
                                       : add(judge, one.boards[0], one.answers[0], result.verdict,
                                             (struct mx_line){NULL, 0}));
        failed |= ok && result.verdict > MX_JUDGED_PRESENTATION;
    }
    mx_arena_free(&arena);
    return ok && (failed || keep_together(judge, input));
}

bool mx_judge_note_close(struct mx_judge *judge, const struct mx_judge_input *input,
                         const struct mx_judge_try *result) {
    const uint64_t boards = judge->report->boards, failed = judge->report->failed;
    if (!note_lines(judge, input, &result->output))
        return false;
    judge->records[judge->count - 1].close = true;
    judge->report->boards = boards;
    judge->report->failed = failed;
    return true;
}

bool mx_judge_note(struct mx_judge *judge, const struct mx_judge_input *input,
                   const struct mx_judge_try *result, const char *where) {
    judge->idle |= result->run.end == MX_CONFINED_IDLE;
    note_verdict(judge, result->verdict, result->detail, where);
    if (result->output.count > 0)
        return note_lines(judge, input, &result->output);
    if (input->count > 1 && result->run.end != MX_CONFINED_IDLE)
        return note_one_by_one(judge, input);
    for (uint32_t i = 0; i < input->count; i++)
        if (!add(judge, input->boards[i], input->answers[i], result->verdict,
                 (struct mx_line){NULL, 0}))
            return false;
    return true;
}
