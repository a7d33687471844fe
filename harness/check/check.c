#include "harness/check/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/input/optional.h"
#include "harness/process/clock.h"
#include "support/arena.h"
#include "support/say.h"

struct check {
    const struct mx_check_options *options;
    struct mx_plan plan;
    struct mx_arena boards; /* of a workload */
    const void **loaded;    /* the same, an array of our own */
    uint64_t first_unit, end_unit;
    bool *barred;           /* by index in problem->variants: crashed or hung as a rival */
    double spent;           /* seconds in sweeps that have ended */
    uint64_t boards_before; /* compared by variants that are done */
    uint32_t current;       /* index in options->variants */
    double started;         /* the current sweep */
    struct mx_arena *arena; /* the caller's */
    char *error;
    size_t room;
};

/* ---- The boards -------------------------------------------------------------------------- */

static bool fail(struct check *check, const char *text) {
    snprintf(check->error, check->room, "%s", text);
    return false;
}

static const char *noun_of(const struct check *check) {
    return mx_instance_noun(check->options->session.problem);
}

static bool append(struct check *check, const void *board) {
    uint64_t count = check->plan.board_count;
    if ((count & (count - 1)) == 0) { /* full at every power of two */
        size_t room = count == 0 ? 1 : 2 * (size_t)count;
        const void **larger = reallocarray(check->loaded, room, sizeof *larger);
        if (larger == NULL)
            return fail(check, "out of memory for the workload");
        check->loaded = larger;
    }
    check->loaded[check->plan.board_count++] = board;
    return true;
}

/* The number of boards of a workload that the check can use. */
static uint64_t boards_of_use(const struct mx_check_options *options) {
    if (options->board != MX_CHECK_ALL_BOARDS)
        return (options->board / MX_PLAN_UNIT + 1) * MX_PLAN_UNIT;
    return options->boards > 0 ? options->boards : UINT64_MAX;
}

static bool load(struct check *check, struct mx_workload *workload) {
    enum mx_next next = MX_NEXT_BOARD;
    const void *board;
    uint64_t most = boards_of_use(check->options);
    while (check->plan.board_count < most && !mx_interrupted() &&
           (next = mx_workload_next(workload, &check->boards, &board)) == MX_NEXT_BOARD)
        if (!append(check, board))
            return false;
    if (next == MX_NEXT_ERROR)
        return fail(check, workload->error);
    if (check->plan.board_count == 0 && !mx_interrupted())
        return mx_say(check->error, check->room, "the workload has no %ss", noun_of(check));
    return true;
}

static bool plan_from_workload(struct check *check) {
    const struct mx_check_options *options = check->options;
    struct mx_workload workload;
    if (!mx_workload_open(&workload, options->session.problem, options->dialect, options->workload,
                          options->session.seed))
        return fail(check, workload.error);
    check->plan = mx_plan_from_boards(options->session.problem, NULL, 0);
    bool ok = load(check, &workload);
    check->plan.boards = check->loaded;
    if (workload.generated)
        check->plan.workload = workload.spec;
    mx_workload_close(&workload);
    return ok;
}

static bool find_units(struct check *check) {
    const struct mx_check_options *options = check->options;
    check->first_unit = 0;
    check->end_unit = UINT64_MAX;
    if (options->boards > 0)
        check->end_unit = (options->boards - 1) / MX_PLAN_UNIT + 1;
    if (options->board == MX_CHECK_ALL_BOARDS)
        return true;
    check->first_unit = options->board / MX_PLAN_UNIT;
    check->end_unit = check->first_unit + 1;
    struct mx_arena scratch = {0};
    bool there = mx_plan_board(&check->plan, options->board, &scratch) != NULL;
    mx_arena_free(&scratch);
    return there ||
           mx_say(check->error, check->room, "there is no %s of that number", noun_of(check));
}

/* ---- Progress ---------------------------------------------------------------------------- */

/* The number of boards that each variant will get; 0 = unknown. */
static uint64_t boards_ahead(const struct check *check) {
    uint64_t planned = check->plan.boards != NULL ? check->plan.board_count : 0;
    if (check->end_unit == UINT64_MAX)
        return planned;
    uint64_t limit = (check->end_unit - check->first_unit) * MX_PLAN_UNIT;
    return planned > 0 && planned < limit ? planned : limit;
}

static double share_done(const struct check *check, uint64_t boards) {
    const struct mx_check_options *options = check->options;
    uint64_t ahead = boards_ahead(check);
    double by_time = 0, by_boards = 0;
    if (options->seconds > 0)
        by_time = (check->spent + mx_seconds() - check->started) / options->seconds;
    if (ahead > 0)
        by_boards = (check->current + fmin(1, (double)boards / (double)ahead)) / options->count;
    return fmin(1, fmax(by_time, by_boards));
}

static void show(const struct check *check, uint64_t boards, bool shrinking) {
    const struct mx_check_options *options = check->options;
    if (options->progress == NULL)
        return;
    const struct mx_check_progress progress = {share_done(check, boards),
                                               check->boards_before + boards,
                                               options->variants[check->current], shrinking};
    options->progress(options->context, &progress);
}

static void show_sweep(void *context, uint64_t boards) {
    show(context, boards, false);
}

/* ---- One variant ------------------------------------------------------------------------- */

/* The time at which the current variant has used up its share of what is left. A variant that
 * overran, on a slow board or a hang, takes at most half of the others' share. */
static double deadline(const struct check *check) {
    const struct mx_check_options *options = check->options;
    if (options->seconds <= 0)
        return INFINITY;
    double left = (options->seconds - check->spent) / (options->count - check->current);
    return check->started + fmax(left, options->seconds / options->count / 2);
}

static struct mx_sweep sweep_for(struct check *check, const struct mx_variant *variant) {
    const struct mx_check_options *options = check->options;
    return (struct mx_sweep){.session = &options->session,
                             .plan = &check->plan,
                             .variant = variant,
                             .first_unit = check->first_unit,
                             .end_unit = check->end_unit,
                             .deadline = deadline(check),
                             .barred = check->barred,
                             .progress = show_sweep,
                             .context = check};
}

static void note_failure(struct check *check, const struct mx_sweep *sweep,
                         struct mx_check_result *result) {
    result->status = MX_CHECKED_FAILED;
    memcpy(result->text, sweep->text, sizeof result->text);
    show(check, sweep->boards, true);
    result->failure = mx_failure_reduce(sweep, check->arena);
}

static void note_unresolved(const struct mx_sweep *sweep, struct mx_check_result *result) {
    result->status = MX_CHECKED_UNRESOLVED;
    memcpy(result->text, sweep->text, sizeof result->text);
    result->failure = (struct mx_failure){.board = sweep->board, .repeats = MX_REPEATS_NOT};
}

static void note_success(const struct mx_sweep *sweep, struct mx_check_result *result) {
    bool reference = sweep->variant == sweep->session->problem->variants[0];
    result->status = MX_CHECKED_OK;
    if (reference)
        snprintf(result->depth, sizeof result->depth, "reference");
    else
        mx_depths_in_words(sweep->depths, result->depth, sizeof result->depth);
}

static void skip(struct mx_check_result *result, const char *why) {
    result->status = MX_CHECKED_SKIPPED;
    snprintf(result->text, sizeof result->text, "%s", why);
}

static void check_variant(struct check *check, struct mx_check_result *result) {
    struct mx_sweep sweep = sweep_for(check, result->variant);
    mx_sweep_run(&sweep);
    check->spent += mx_seconds() - check->started;
    result->boards = sweep.boards;
    if (sweep.outcome == MX_SWEEP_FAILED)
        note_failure(check, &sweep, result);
    else if (sweep.outcome == MX_SWEEP_UNRESOLVED)
        note_unresolved(&sweep, result);
    else if (sweep.outcome == MX_SWEEP_ERROR)
        skip(result, sweep.text);
    else if (sweep.boards > 0 && sweep.outcome == MX_SWEEP_ENDED)
        note_success(&sweep, result);
    else
        skip(result, sweep.outcome == MX_SWEEP_INTERRUPTED ? "interrupted"
                     : sweep.reason[0] != '\0'             ? sweep.reason
                                                           : "nothing was compared");
    check->boards_before += sweep.boards;
}

static void check_or_skip(struct check *check, struct mx_check_result *result) {
    char why[64];
    check->started = mx_seconds();
    if (mx_interrupted()) {
        skip(result, "interrupted");
    } else if (result->variant->isa > check->options->session.isa) {
        snprintf(why, sizeof why, "needs %s", mx_isa_name(result->variant->isa));
        skip(result, why);
    } else {
        check_variant(check, result);
    }
}

/* ---- All of them ------------------------------------------------------------------------- */

static size_t count_variants(const struct mx_problem *problem) {
    size_t count = 1; /* the reference is always there */
    while (problem->variants[count] != NULL)
        count++;
    return count;
}

static bool start(struct check *check) {
    check->barred = calloc(count_variants(check->options->session.problem), sizeof *check->barred);
    if (check->barred == NULL)
        return fail(check, "out of memory");
    if (check->options->workload == NULL)
        mx_plan_from_seed(&check->plan, check->options->session.problem,
                          check->options->session.seed);
    else if (!plan_from_workload(check))
        return false;
    return mx_interrupted() || find_units(check);
}

enum mx_check_end mx_check(const struct mx_check_options *options, struct mx_check_result *results,
                           struct mx_arena *arena, char *error, size_t room) {
    struct check check = {.options = options, .arena = arena, .error = error, .room = room};
    bool started = start(&check);
    for (uint32_t i = 0; started && i < options->count; i++) {
        check.current = i;
        results[i] = (struct mx_check_result){.variant = options->variants[i]};
        check_or_skip(&check, &results[i]);
        if (options->finished != NULL)
            options->finished(options->context, &results[i]);
    }
    free(check.barred);
    free(check.loaded);
    mx_arena_free(&check.boards);
    if (!started)
        return MX_CHECK_ERROR;
    return mx_interrupted() ? MX_CHECK_INTERRUPTED : MX_CHECK_DONE;
}
