/* Names the probable mistakes of a program. A mistake is named only if it explains every failure
 * seen and no right answer contradicts it. */
#include <math.h>
#include <string.h>

#include "harness/input/workload.h"
#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "support/arena.h"

#define MISTAKE_SECONDS 2.0 /* for comparing one mistake with the boards */
#define APART_SECONDS 2.0   /* for distinguishing several mistakes */
enum { LEAST_FAILURES = 2, FAILURES_HELD = 100, RIGHTS_HELD = 200, MOST_MISTAKES = 32 };

static void add_cause(struct mx_judge *judge, const char *words) {
    struct mx_judge_report *report = judge->report;
    if (report->causes < MX_JUDGE_CAUSES)
        snprintf(report->cause[report->causes++], sizeof report->cause[0], "%s", words);
}

/* ---- Known mistakes ---------------------------------------------------------------------- */

/* Mistakes that explain everything seen. */
struct suspects {
    const struct mx_mistake *mistake[MOST_MISTAKES];
    size_t count;
};

/* Gets the answer of a program with this mistake. Returns false when it is not known. */
static bool mistaken_answer(struct mx_judge *judge, const struct mx_mistake *mistake,
                            const void *board, uint64_t right, struct mx_arena *arena,
                            uint64_t *answer) {
    if (mistake->mistaken != NULL)
        return mistake->mistaken(board, right, answer);
    const void *misread = mistake->misread(board, arena);
    return misread != NULL && mx_judge_solve(judge, misread, answer);
}

/* Whether the program printed this answer. A record without its own line has the right answer. */
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
    /* The line contains its case number in some input, so only the last word is compared. */
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
    *known = mistaken_answer(judge, mistake, record->board, record->answer, arena, &answer);
    return !*known || (printed(judge, record, answer, arena, &same) && same);
}

/* Whether the mistake explains all failures, and no right answer contradicts it. */
static bool explains(struct mx_judge *judge, const struct mx_mistake *mistake,
                     struct mx_arena *arena) {
    const double until = mx_seconds() + MISTAKE_SECONDS;
    uint64_t failures = 0, rights = 0;
    for (uint64_t i = 0; i < judge->count && mx_seconds() < until; i++) {
        const struct mx_judge_record *record = &judge->records[i];
        bool failed = record->verdict > MX_JUDGED_PRESENTATION, known;
        if (failed ? failures >= FAILURES_HELD : rights >= RIGHTS_HELD)
            continue;
        if (!fits(judge, mistake, record, arena, &known) || judge->end != MX_JUDGE_DONE ||
            (failed && !known))
            return false;
        failures += failed;
        rights += !failed;
    }
    return failures >= LEAST_FAILURES;
}

/* Whether two suspects give different answers on this board. */
static bool divides(struct mx_judge *judge, const struct suspects *suspects, const void *board,
                    uint64_t right, struct mx_arena *arena) {
    uint64_t first, other;
    if (!mistaken_answer(judge, suspects->mistake[0], board, right, arena, &first))
        return false;
    for (size_t i = 1; i < suspects->count; i++)
        if (mistaken_answer(judge, suspects->mistake[i], board, right, arena, &other) &&
            other != first)
            return true;
    return false;
}

/* Runs the program on the board and drops the suspects that its answer contradicts. */
static bool question(struct mx_judge *judge, struct suspects *suspects, const void *board,
                     struct mx_arena *arena) {
    struct mx_judge_try result;
    struct mx_judge_input input = {&board, 1, mx_judge_answers(judge, &board, 1, arena)};
    if (input.answers == NULL || !divides(judge, suspects, board, input.answers[0], arena))
        return judge->end == MX_JUDGE_DONE;
    if (!mx_judge_try(judge, &judge->options->confinement, &input, arena, &result))
        return false;
    if (result.output.count != 1)
        return true;
    if (!mx_judge_note_close(judge, &input, &result))
        return false;
    size_t kept = 0;
    bool known;
    for (size_t i = 0; i < suspects->count; i++)
        if (fits(judge, suspects->mistake[i], &judge->records[judge->count - 1], arena, &known))
            suspects->mistake[kept++] = suspects->mistake[i];
    suspects->count = kept;
    return judge->end == MX_JUDGE_DONE;
}

/* Tries boards of one load on which suspects differ. */
static bool question_on(struct mx_judge *judge, struct suspects *suspects, const char *spec,
                        double until) {
    struct mx_workload workload;
    struct mx_arena boards = {0}, arena = {0};
    const void *board;
    bool ok = true;
    if (!mx_workload_open(&workload, judge->options->problem, 0, spec, judge->options->seed + 1))
        return mx_judge_fail(judge, "%s", workload.error);
    while (ok && suspects->count > 1 && mx_seconds() < until && !mx_interrupted() &&
           mx_workload_next(&workload, &boards, &board) == MX_NEXT_BOARD) {
        if (judge->options->problem->judging->allows(board))
            ok = question(judge, suspects, board, &arena);
        mx_arena_clear(&boards);
        mx_arena_clear(&arena);
    }
    mx_workload_close(&workload);
    mx_arena_free(&boards);
    mx_arena_free(&arena);
    return ok;
}

static void tell_apart(struct mx_judge *judge, struct suspects *suspects) {
    const struct mx_judge_load *load = judge->options->problem->judging->loads;
    const double until = mx_seconds() + APART_SECONDS;
    for (; load->spec != NULL && suspects->count > 1; load++)
        if (!load->largest && !question_on(judge, suspects, load->spec, until))
            return;
}

static void name_mistakes(struct mx_judge *judge) {
    struct mx_arena arena = {0};
    struct suspects suspects = {{NULL}, 0};
    for (const struct mx_mistake *mistake = judge->options->problem->judging->mistakes;
         mistake->words != NULL && judge->end == MX_JUDGE_DONE && suspects.count < MOST_MISTAKES;
         mistake++)
        if (explains(judge, mistake, &arena))
            suspects.mistake[suspects.count++] = mistake;
    if (suspects.count > 1)
        tell_apart(judge, &suspects);
    for (size_t i = 0; i < suspects.count; i++)
        add_cause(judge, suspects.mistake[i]->words);
    mx_arena_free(&arena);
}

/* ---- Too little room --------------------------------------------------------------------- */

enum { LEAST_LARGE_FAILURES = 3, LEAST_SMALL_RIGHTS = 10 };
#define MOST_ACCIDENT 1e-6 /* probability that all failures are among the large by accident */

/* The smallest measure of a failed board, if it is significant: all smaller boards are right, and
 * too many for an accident. Otherwise 0. A larger board may be right by luck, since an answer has
 * few values. */
static uint64_t telling_measure(const struct mx_judge *judge,
                                const struct mx_judge_measure *measure) {
    const double until = mx_seconds() + MISTAKE_SECONDS;
    uint64_t least = UINT64_MAX, failures = 0, rights = 0, large_rights = 0, value;
    for (uint64_t i = 0; i < judge->count && mx_seconds() < until; i++) {
        if (judge->records[i].verdict <= MX_JUDGED_PRESENTATION)
            continue;
        if (!measure->of(judge->records[i].board, &value))
            return 0;
        least = value < least ? value : least;
        failures++;
    }
    for (uint64_t i = 0; i < judge->count && mx_seconds() < until; i++)
        if (judge->records[i].verdict <= MX_JUDGED_PRESENTATION &&
            measure->of(judge->records[i].board, &value)) {
            rights += value < least;
            large_rights += value >= least;
        }
    const double large = (double)(failures + large_rights);
    const double accident = pow(large / (large + (double)rights), (double)failures);
    return failures >= LEAST_LARGE_FAILURES && rights >= LEAST_SMALL_RIGHTS &&
                   accident <= MOST_ACCIDENT && least >= measure->least
               ? least
               : 0;
}

static void name_measures(struct mx_judge *judge) {
    const struct mx_judge_measure *measure = judge->options->problem->judging->measures;
    char where[100], words[240];
    for (; measure != NULL && measure->words != NULL; measure++) {
        const uint64_t least = telling_measure(judge, measure);
        if (least == 0)
            continue;
        snprintf(where, sizeof where, measure->words, (unsigned long long)least);
        snprintf(words, sizeof words, "only %ss fail %s: %s",
                 mx_instance_noun(judge->options->problem), where, measure->mistake);
        add_cause(judge, words);
    }
}

/* ---- By how it fails --------------------------------------------------------------------- */

/* Runs the program on boards of the example, with a larger stack if wanted. */
static bool passes(struct mx_judge *judge, const void *const *boards, uint32_t count, bool deep) {
    struct mx_confinement how = judge->options->confinement;
    struct mx_arena arena = {0};
    struct mx_judge_try result;
    struct mx_judge_input input = {boards, count, NULL};
    how.deep_stack = deep;
    input.answers = mx_judge_answers(judge, boards, count, &arena);
    bool ok =
        input.answers != NULL && mx_judge_try(judge, &how, &input, &arena, &result) &&
        (deep ? result.verdict != MX_JUDGED_RUNTIME : result.verdict <= MX_JUDGED_PRESENTATION);
    mx_arena_free(&arena);
    return ok;
}

static void name_company(struct mx_judge *judge) {
    const struct mx_judge_example *example = &judge->report->example;
    if (example->count < 2 || judge->report->verdict == MX_JUDGED_PRESENTATION ||
        judge->report->verdict == MX_JUDGED_TIME)
        return;
    for (uint32_t i = 0; i < example->count; i++)
        if (!passes(judge, &example->board[i], 1, false))
            return;
    if (example->expected[0] != '\0' && example->got[0] == '\0')
        add_cause(judge, "it does not answer all cases of an input");
    else
        add_cause(judge, "each of these is right alone: probably something is left over "
                         "from the case before, not cleared");
}

/* Not every runtime error is a crash: a process that is left running is not. */
static void name_crash(struct mx_judge *judge) {
    const struct mx_judge_example *example = &judge->report->example;
    const char *detail = judge->report->detail;
    const bool crash = strncmp(detail, "SIG", 3) == 0 || strncmp(detail, "exit code", 9) == 0;
    if (judge->report->verdict == MX_JUDGED_RUNTIME && crash && example->count > 0 &&
        !passes(judge, example->board, example->count, false) &&
        passes(judge, example->board, example->count, true))
        add_cause(judge, "the stack overflows: with a larger one it does not crash (deep "
                         "recursion, or large arrays in a function)");
}

static const char *size_words(const struct mx_judge *judge) {
    switch (judge->report->verdict) {
    case MX_JUDGED_WRONG:
        return "an array or a loop that is too small";
    case MX_JUDGED_RUNTIME:
        return strstr(judge->report->detail, "SIGKILL") != NULL
                   ? NULL
                   : "recursion that is too deep, or an array that is too small";
    case MX_JUDGED_MEMORY:
        return "what it keeps grows too fast with the size";
    default:
        return NULL;
    }
}

static void name_sizes(struct mx_judge *judge) {
    char words[160];
    const char *common = judge->report->common, *what = size_words(judge);
    const uint32_t side = mx_judge_failing_side(judge);
    if (judge->report->causes > 0 || what == NULL)
        return;
    if (judge->report->verdict != MX_JUDGED_MEMORY &&
        (strstr(common, "rows than columns") != NULL || strstr(common, "not square") != NULL ||
         strstr(common, "columns than rows") != NULL))
        add_cause(judge, "rows and columns are exchanged somewhere: an index or a bound");
    if (side == 0)
        return;
    snprintf(words, sizeof words, "only boards with a side of %u or more fail: %s", side, what);
    add_cause(judge, words);
}

static void name_time(struct mx_judge *judge) {
    if (judge->idle)
        add_cause(judge, "it sleeps, or waits for something other than its input");
    else if (judge->at_largest && judge->report->example.count == 0)
        add_cause(judge, "only the largest take too long: too slow, rather than stuck");
    else if (judge->failure.count > 1 && judge->report->failed == 0)
        add_cause(judge, "each alone is solved in time: too slow, rather than stuck");
}

bool mx_judge_find_causes(struct mx_judge *judge) {
    name_company(judge);
    if (judge->report->verdict == MX_JUDGED_WRONG)
        name_mistakes(judge);
    if (judge->report->causes == 0 && judge->report->verdict <= MX_JUDGED_RUNTIME)
        name_measures(judge);
    name_crash(judge);
    if (judge->report->verdict == MX_JUDGED_TIME)
        name_time(judge);
    else
        name_sizes(judge);
    return judge->end == MX_JUDGE_DONE;
}
