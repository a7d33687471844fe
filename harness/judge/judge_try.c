/* One input given to the program, and the verdict on it. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"
#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
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

const char *mx_judge_text(struct mx_judge *judge, const struct mx_judge_input *input, size_t *bytes,
                          struct mx_arena *arena) {
    const struct mx_problem *problem = judge->options->problem;
    char *text = NULL, *copy = NULL;
    struct mx_text_stream stream;
    if (mx_text_open(&stream) != NULL) {
        problem->write_header(stream.file, input->count);
        for (uint32_t i = 0; i < input->count; i++)
            problem->write(stream.file, input->boards[i], judge->options->dialect);
        text = mx_text_close(&stream);
        *bytes = stream.bytes;
        copy = text != NULL ? mx_arena_take(arena, *bytes + 1) : NULL;
    }
    if (copy == NULL)
        mx_judge_fail(judge, "out of memory");
    else
        memcpy(copy, text, *bytes + 1);
    free(text);
    return copy;
}

/* ---- Verdicts ---------------------------------------------------------------------------- */

static void say_runtime_error(struct mx_judge_try *result) {
    const struct mx_confined *run = &result->run;
    const char *name = run->end == MX_CONFINED_SIGNALLED ? sigabbrev_np(run->detail) : NULL;
    char how[48];
    if (run->end == MX_CONFINED_LEFT)
        snprintf(how, sizeof how, "ended before the processes that it started");
    else if (name != NULL)
        snprintf(how, sizeof how, "SIG%s", name);
    else if (run->end == MX_CONFINED_SIGNALLED)
        snprintf(how, sizeof how, "signal %d", run->detail);
    else
        snprintf(how, sizeof how, "exit code %d", run->detail);
    snprintf(result->detail, sizeof result->detail, "%s%s%s", how,
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

static void say_space_limit(struct mx_judge_try *result, enum mx_judged verdict, const char *what,
                            uint64_t limit) {
    char words[32];
    snprintf(result->detail, sizeof result->detail, "more than %s of %s",
             mx_bytes_in_words((size_t)limit, words, sizeof words), what);
    result->verdict = verdict;
}

static bool judge_output(struct mx_judge *judge, const struct mx_judge_input *input,
                         struct mx_arena *arena, struct mx_judge_try *result) {
    static const enum mx_judged verdicts[] = {[MX_MATCH_EXACT] = MX_JUDGED_ACCEPTED,
                                              [MX_MATCH_MEANING] = MX_JUDGED_PRESENTATION,
                                              [MX_MATCH_NOT] = MX_JUDGED_WRONG};
    const struct mx_confinement *how = &judge->options->confinement;
    char *text = mx_arena_take(arena, result->run.output_bytes + 1);
    if (text == NULL)
        return mx_judge_fail(judge, "out of memory");
    memcpy(text, result->run.output, result->run.output_bytes + 1);
    if (!mx_output_compare(&result->output, judge->options->problem, input->answers, input->count,
                           text, result->run.output_bytes, arena))
        return mx_judge_fail(judge, "out of memory");
    result->verdict = verdicts[result->output.match];
    if (result->run.no_output_file)
        snprintf(result->detail, sizeof result->detail, "%s was not written", how->output_name);
    else
        snprintf(result->detail, sizeof result->detail, "%s", result->output.detail);
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
        return true;
    case MX_CONFINED_MEMORY:
        say_space_limit(result, MX_JUDGED_MEMORY, "memory", how->memory_bytes);
        return true;
    case MX_CONFINED_OUTPUT:
        say_space_limit(result, MX_JUDGED_OUTPUT, "output", how->output_bytes);
        return true;
    case MX_CONFINED_INTERRUPTED:
        judge->end = MX_JUDGE_INTERRUPTED;
        return false;
    case MX_CONFINED_NOT_STARTED:
        break;
    }
    return mx_judge_fail(judge, "cannot run %s: %s", how->argv[0], result->run.complaint);
}

/* Of the time that there is until the largest boards. */
static void show_progress(void *context) {
    const struct mx_judge *judge = context;
    const struct mx_judge_report *report = judge->report;
    char boards[MX_THOUSANDS_ROOM], failed[MX_THOUSANDS_ROOM], note[128];
    bool loads = judge->doing == NULL;
    snprintf(note, sizeof note, "%s boards, %s failed%s%s", mx_thousands(report->boards, boards),
             mx_thousands(report->failed, failed), loads ? "" : ", ", loads ? "" : judge->doing);
    mx_progress_update((uint64_t)(1e3 * (mx_seconds() - judge->started)),
                       loads ? (uint64_t)(1e3 * judge->options->seconds) + 1 : 0, note);
}

bool mx_judge_try(struct mx_judge *judge, const struct mx_confinement *how,
                  const struct mx_judge_input *input, struct mx_arena *arena,
                  struct mx_judge_try *result) {
    size_t bytes;
    *result = (struct mx_judge_try){.verdict = MX_JUDGED_ACCEPTED};
    const char *text = mx_judge_text(judge, input, &bytes, arena);
    if (text == NULL)
        return false;
    struct mx_confinement watched = *how;
    watched.tick = show_progress;
    watched.context = judge;
    if (!mx_confined_run(&watched, text, bytes, &result->run))
        return mx_judge_fail(judge, "%s", result->run.complaint);
    bool ok = judge_run(judge, how, input, arena, result);
    free(result->run.output);
    result->run.output = NULL;
    judge->report->runs++;
    if (result->run.peak_bytes > judge->report->peak_bytes)
        judge->report->peak_bytes = result->run.peak_bytes;
    return ok;
}
