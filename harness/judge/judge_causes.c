/* Naming what a program probably does wrong. A cause is named only when it explains what was
 * seen. */
#include <string.h>

#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "support/arena.h"

#define MISTAKE_SECONDS 2.0
enum { LEAST_FAILURES = 2, FAILURES_LOOKED_AT = 100, RIGHTS_LOOKED_AT = 200 };

static void name(struct mx_judge *judge, const char *words) {
    struct mx_judge_report *report = judge->report;
    if (report->causes < MX_JUDGE_CAUSES)
        snprintf(report->cause[report->causes++], sizeof report->cause[0], "%s", words);
}

/* ---- Known mistakes ---------------------------------------------------------------------- */

/* What a program with this mistake answers; false when that is not known. */
static bool mistaken_answer(struct mx_judge *judge, const struct mx_mistake *mistake,
                            const struct mx_judge_record *record, struct mx_arena *arena,
                            uint64_t *answer) {
    if (mistake->mistaken != NULL)
        return mistake->mistaken(record->board, record->answer, answer);
    const void *misread = mistake->misread(record->board, arena);
    return misread != NULL && mx_judge_solve(judge, misread, answer);
}

/* The line that the program printed: the right one where no other was kept. */
static bool printed(struct mx_judge *judge, const struct mx_judge_record *record, uint64_t answer,
                    struct mx_arena *arena, bool *same) {
    struct mx_output output;
    if (record->verdict == MX_JUDGED_ACCEPTED) {
        *same = answer == record->answer;
        return true;
    }
    *same = false;
    if (record->got == NULL)
        return true;
    /* Numbered by its place in some input: only the last word is compared. */
    const char *last = strrchr(record->got, ' ');
    const char *got = last == NULL ? record->got : last + 1;
    if (!mx_output_compare(&output, judge->options->problem, &answer, 1, got, strlen(got), arena))
        return mx_judge_fail(judge, "out of memory");
    *same = output.match != MX_MATCH_NOT;
    return true;
}

/* Whether the mistake gives the program's answer on this board, or says nothing about it. */
static bool fits(struct mx_judge *judge, const struct mx_mistake *mistake,
                 const struct mx_judge_record *record, struct mx_arena *arena, bool *known) {
    uint64_t answer;
    bool same = true;
    mx_arena_clear(arena);
    *known = mistaken_answer(judge, mistake, record, arena, &answer);
    return !*known || (printed(judge, record, answer, arena, &same) && same);
}

/* Whether it explains all failures, and no right answer contradicts it. */
static bool explains(struct mx_judge *judge, const struct mx_mistake *mistake,
                     struct mx_arena *arena) {
    const double until = mx_seconds() + MISTAKE_SECONDS;
    uint64_t failures = 0, rights = 0;
    for (uint64_t i = 0; i < judge->count && mx_seconds() < until; i++) {
        const struct mx_judge_record *record = &judge->records[i];
        bool failed = record->verdict > MX_JUDGED_PRESENTATION, known;
        if (failed ? failures >= FAILURES_LOOKED_AT : rights >= RIGHTS_LOOKED_AT)
            continue;
        if (!fits(judge, mistake, record, arena, &known) || judge->end != MX_JUDGE_DONE ||
            (failed && !known))
            return false;
        failures += failed;
        rights += !failed;
    }
    return failures >= LEAST_FAILURES;
}

static void look_for_mistakes(struct mx_judge *judge) {
    struct mx_arena arena = {0};
    for (const struct mx_mistake *mistake = judge->options->problem->judging->mistakes;
         mistake->words != NULL && judge->end == MX_JUDGE_DONE; mistake++)
        if (explains(judge, mistake, &arena))
            name(judge, mistake->words);
    mx_arena_free(&arena);
}

/* ---- By how it fails --------------------------------------------------------------------- */

static void look_at_company(struct mx_judge *judge) {
    if (judge->report->example.count > 1 && judge->report->verdict != MX_JUDGED_PRESENTATION)
        name(judge, "each of these boards is right alone: something is left over from the case "
                    "before, not cleared");
}

/* Whether the example passes with a larger stack. */
static bool stack_was_too_small(struct mx_judge *judge) {
    const struct mx_judge_example *example = &judge->report->example;
    struct mx_confinement how = judge->options->confinement;
    struct mx_arena arena = {0};
    struct mx_judge_try result;
    struct mx_judge_input input = {example->board, example->count, NULL};
    how.deep_stack = true;
    input.answers = mx_judge_answers(judge, example->board, example->count, &arena);
    bool ok = input.answers != NULL && mx_judge_try(judge, &how, &input, &arena, &result) &&
              result.verdict != MX_JUDGED_RUNTIME;
    mx_arena_free(&arena);
    return ok;
}

static void look_at_crash(struct mx_judge *judge) {
    if (judge->report->verdict != MX_JUDGED_RUNTIME || judge->report->example.count == 0)
        return;
    if (stack_was_too_small(judge))
        name(judge, "the stack overflows: with a larger one it does not crash (deep recursion, or "
                    "large arrays in a function)");
}

static void look_at_sizes(struct mx_judge *judge) {
    char words[160];
    uint32_t side = mx_judge_failing_side(judge);
    const char *common = judge->report->common;
    if (judge->report->causes > 0)
        return;
    if (strstr(common, "rows than columns") != NULL || strstr(common, "not square") != NULL ||
        strstr(common, "columns than rows") != NULL)
        name(judge, "rows and columns are exchanged somewhere: an index or a bound");
    if (side == 0)
        return;
    snprintf(words, sizeof words, "only boards with a side of %u or more fail: %s", side,
             judge->report->verdict == MX_JUDGED_RUNTIME
                 ? "recursion that is too deep, or an array that is too small"
                 : "an array or a loop that is too small");
    name(judge, words);
}

static void look_at_time(struct mx_judge *judge) {
    if (judge->idle)
        name(judge, "it sleeps, or waits for something other than its input");
    else if (judge->at_largest)
        name(judge, "only the largest boards take too long: too slow, rather than stuck");
    else if (judge->together != NULL && judge->report->failed == 0)
        name(judge, "each board alone is solved in time: too slow, rather than stuck");
}

bool mx_judge_find_causes(struct mx_judge *judge) {
    look_at_company(judge);
    if (judge->report->verdict == MX_JUDGED_WRONG)
        look_for_mistakes(judge);
    look_at_crash(judge);
    if (judge->report->verdict == MX_JUDGED_TIME)
        look_at_time(judge);
    else
        look_at_sizes(judge);
    return judge->end == MX_JUDGE_DONE;
}
