/* Gives one input to the program, and finds the verdict on it. */
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "support/arena.h"
#include "support/say.h"
#include "support/text_stream.h"

bool mx_judge_fail(struct mx_judge *judge, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(judge->error, judge->error_room, format, arguments);
    va_end(arguments);
    judge->end = MX_JUDGE_ERROR;
    return false;
}

bool mx_judge_solve(struct mx_judge *judge, const void *board, uint64_t *answer) {
    const struct mx_batch batch = {board, judge->options->problem->bytes(board), 1};
    enum mx_solved solved = mx_solver_solve(&judge->solver, &batch, answer, NULL);
    if (solved == MX_SOLVE_STOPPED)
        judge->end = MX_JUDGE_INTERRUPTED;
    if (solved == MX_SOLVE_FAILED)
        mx_judge_fail(judge, "%s", judge->solver.error);
    return solved == MX_SOLVE_DONE;
}

uint64_t *mx_judge_answers(struct mx_judge *judge, const void *const *boards, uint32_t count,
                           struct mx_arena *arena) {
    uint64_t *answers = mx_arena_take(arena, count * sizeof *answers);
    if (answers == NULL)
        mx_judge_fail(judge, "out of memory");
    for (uint32_t i = 0; answers != NULL && i < count; i++)
        if (!mx_judge_solve(judge, boards[i], &answers[i]))
            return NULL;
    return answers;
}

char *mx_judge_input_text(const struct mx_judge_options *options, const void *const *boards,
                          uint32_t count) {
    const struct mx_problem *problem = options->problem;
    struct mx_text_stream stream;
    if (mx_text_open(&stream) == NULL)
        return NULL;
    problem->write_header(stream.file, count);
    for (uint32_t i = 0; i < count; i++)
        (problem->judging->write != NULL ? problem->judging->write : problem->write)(
            stream.file, boards[i], options->dialect);
    return mx_text_close(&stream);
}

const char *mx_judge_text(struct mx_judge *judge, const struct mx_judge_input *input,
                          struct mx_arena *arena) {
    char *text = mx_judge_input_text(judge->options, input->boards, input->count);
    char *copy = text == NULL ? NULL : mx_arena_take(arena, strlen(text) + 1);
    if (copy == NULL)
        mx_judge_fail(judge, "out of memory");
    else
        strcpy(copy, text);
    free(text);
    return copy;
}

/* ---- Limits ------------------------------------------------------------------------------ */

/* Seconds: the time limit while a program that takes too long is examined closely. The limit is
 * lower if CLOSE_RUNS times the longest run that ended by itself is less, but it is at least
 * LEAST_CLOSE_SECONDS. */
#define CLOSE_SECONDS 1.0
#define LEAST_CLOSE_SECONDS 0.25
#define CLOSE_RUNS 10

struct mx_confinement mx_judge_close_limits(const struct mx_judge *judge) {
    struct mx_confinement how = judge->options->confinement;
    if (judge->report->verdict == MX_JUDGED_TIME) {
        const double enough = fmax(CLOSE_RUNS * judge->slowest_right, LEAST_CLOSE_SECONDS);
        how.seconds = fmin(how.seconds, fmin(enough, CLOSE_SECONDS));
    }
    return how;
}

/* ---- Verdicts ---------------------------------------------------------------------------- */

static void say_runtime_error(struct mx_judge_try *result) {
    const struct mx_confined *run = &result->run;
    char how[80], name[MX_SIGNAL_ROOM];
    if (run->end == MX_CONFINED_LEFT)
        snprintf(how, sizeof how, "ended before the processes that it started");
    else if (run->end == MX_CONFINED_SIGNALLED && run->detail == SIGKILL)
        snprintf(how, sizeof how, "SIGKILL, not from the judge: is the machine short of memory?");
    else if (run->end == MX_CONFINED_SIGNALLED)
        snprintf(how, sizeof how, "%s", mx_signal_in_words(run->detail, name));
    else
        snprintf(how, sizeof how, "exit code %d", run->detail);
    snprintf(result->detail, sizeof result->detail, "%s%s%.150s", how,
             run->complaint[0] != '\0' ? ": " : "", run->complaint);
    result->verdict = MX_JUDGED_RUNTIME;
}

static void say_time_limit(struct mx_judge_try *result, double limit) {
    if (result->run.end == MX_CONFINED_IDLE)
        snprintf(result->detail, sizeof result->detail,
                 "waits, without using its %g s of processor time", limit);
    else
        snprintf(result->detail, sizeof result->detail, "more than %g s of processor time", limit);
    result->verdict = MX_JUDGED_TIME;
}

static void say_space_limit(struct mx_judge_try *result, enum mx_judged verdict, const char *where,
                            uint64_t limit) {
    char words[32];
    snprintf(result->detail, sizeof result->detail, "more than %s %s",
             mx_bytes_in_words((size_t)limit, words, sizeof words), where);
    result->verdict = verdict;
}

static bool compare_output(struct mx_judge *judge, const struct mx_judge_input *input, size_t bytes,
                           struct mx_arena *arena, struct mx_judge_try *result) {
    char *text = mx_arena_take(arena, bytes + 1);
    if (text == NULL)
        return mx_judge_fail(judge, "out of memory");
    memcpy(text, result->run.output, bytes);
    return mx_output_compare(&result->output, judge->options->problem, input->answers, input->count,
                             text, bytes, arena) ||
           mx_judge_fail(judge, "out of memory");
}

static bool judge_output(struct mx_judge *judge, const struct mx_judge_input *input,
                         struct mx_arena *arena, struct mx_judge_try *result) {
    static const enum mx_judged verdicts[] = {[MX_MATCH_EXACT] = MX_JUDGED_ACCEPTED,
                                              [MX_MATCH_MEANING] = MX_JUDGED_PRESENTATION,
                                              [MX_MATCH_NOT] = MX_JUDGED_WRONG};
    const struct mx_confinement *how = &judge->options->confinement;
    if (!compare_output(judge, input, result->run.output_bytes, arena, result))
        return false;
    result->verdict = verdicts[result->output.match];
    if (result->run.no_output_file)
        snprintf(result->detail, sizeof result->detail, "%s was not written", how->output_name);
    else
        snprintf(result->detail, sizeof result->detail, "%s", result->output.detail);
    return true;
}

/* Searches for wrong answers in the complete lines that a program printed before its time limit:
 * they tell more than the time. Without wrong answers, the output is ignored. */
static bool judge_begun_output(struct mx_judge *judge, const struct mx_judge_input *input,
                               struct mx_arena *arena, struct mx_judge_try *result) {
    const char *end = memrchr(result->run.output, '\n', result->run.output_bytes);
    if (end == NULL)
        return true;
    if (!compare_output(judge, input, (size_t)(end + 1 - result->run.output), arena, result))
        return false;
    uint32_t answered = 0;
    bool wrong = false;
    while (answered < input->count && result->output.line[answered].got.text != NULL)
        wrong |= result->output.line[answered++].match == MX_MATCH_NOT;
    result->output.count = wrong ? answered : 0;
    if (wrong)
        result->verdict = MX_JUDGED_WRONG;
    return true;
}

static bool judge_run(struct mx_judge *judge, const struct mx_confinement *how,
                      const struct mx_judge_input *input, struct mx_arena *arena,
                      struct mx_judge_try *result) {
    switch (result->run.end) {
    case MX_CONFINED_EXITED:
        if (result->run.detail == 0)
            return judge_output(judge, input, arena, result);
        say_runtime_error(result);
        return true;
    case MX_CONFINED_SIGNALLED:
    case MX_CONFINED_LEFT:
        say_runtime_error(result);
        return true;
    case MX_CONFINED_TIME:
    case MX_CONFINED_IDLE:
        say_time_limit(result, how->seconds);
        return judge_begun_output(judge, input, arena, result);
    case MX_CONFINED_MEMORY:
        say_space_limit(result, MX_JUDGED_MEMORY, "of memory", how->memory_bytes);
        return true;
    case MX_CONFINED_OUTPUT:
        say_space_limit(result, MX_JUDGED_OUTPUT, result->run.too_large, how->output_bytes);
        return true;
    case MX_CONFINED_INTERRUPTED:
        judge->end = MX_JUDGE_INTERRUPTED;
        return false;
    case MX_CONFINED_NOT_STARTED:
        break;
    }
    return mx_judge_fail(judge, "cannot run %s: %s", how->argv[0][0] != '\0' ? how->argv[0] : "''",
                         result->run.complaint);
}

/* ---- A run ------------------------------------------------------------------------------- */

static void tell_progress(void *context) {
    const struct mx_judge *judge = context;
    const struct mx_judge_options *options = judge->options;
    const bool loads = judge->stage == NULL;
    const struct mx_judge_progress progress = {.boards = judge->report->boards,
                                               .failed = judge->report->failed,
                                               .seconds = mx_seconds() - judge->started,
                                               .of_seconds = loads ? options->seconds : 0,
                                               .stage = loads ? "" : judge->stage};
    if (options->progress != NULL)
        options->progress(options->context, &progress);
}

/* The time for which this process was stopped does not count. */
static void note_run(struct mx_judge *judge, const struct mx_confined *run) {
    struct mx_judge_report *report = judge->report;
    report->runs++;
    if (run->peak_bytes > report->peak_bytes)
        report->peak_bytes = run->peak_bytes;
    if (run->end == MX_CONFINED_EXITED)
        judge->slowest_right = fmax(judge->slowest_right, run->seconds);
    judge->started += run->paused_seconds;
    judge->failed_at += judge->failed_at > 0 ? run->paused_seconds : 0;
}

bool mx_judge_try(struct mx_judge *judge, const struct mx_confinement *how,
                  const struct mx_judge_input *input, struct mx_arena *arena,
                  struct mx_judge_try *result) {
    *result = (struct mx_judge_try){.verdict = MX_JUDGED_ACCEPTED};
    const char *text = mx_judge_text(judge, input, arena);
    if (text == NULL)
        return false;
    struct mx_confinement watched = *how;
    watched.tick = tell_progress;
    watched.context = judge;
    if (!mx_confined_run(&watched, text, strlen(text), &result->run))
        return mx_judge_fail(judge, "%s", result->run.complaint);
    bool ok = judge_run(judge, how, input, arena, result);
    free(result->run.output);
    result->run.output = NULL;
    note_run(judge, &result->run);
    return ok;
}
