#include "harness/check/trial.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/input/answers.h"
#include "harness/input/optional.h"
#include "harness/process/guard.h"
#include "harness/process/surroundings.h"
#include "harness/solve/checkpoint.h"
#include "support/arena.h"
#include "support/digest.h"

/* The number of a run. The bare run asks for neither work nor digests. */
enum { FIRST, OTHER_JUNK, BARE, RESUMED, RUNS };

/* Between two long answers. */
enum { GAP = 24, GAP_BYTE = 0xa5 };

static const char *const run_names[RUNS] = {NULL, "a second run with other junk in the workspace",
                                            "a run without work and digests",
                                            "a run that is stopped at every stage and resumed"};

/* ---- Outcomes ---------------------------------------------------------------------------- */

__attribute__((format(printf, 4, 5))) static bool end(struct mx_trial *trial,
                                                      enum mx_trial_outcome outcome,
                                                      uint32_t culprit, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(trial->text, sizeof trial->text, format, list);
    va_end(list);
    trial->outcome = outcome;
    trial->culprit = culprit;
    return false;
}

/* ---- Before a run ------------------------------------------------------------------------ */

/* A multiple of 16, so that all instances are at odd multiples of 8. It leaves a gap between
 * them. */
static size_t guarded_stride(const struct mx_trial *trial) {
    return (trial->batch.stride + 8 + 15) & ~(size_t)15;
}

static void copy_instances(const struct mx_trial *trial, size_t stride) {
    size_t bytes = trial->batch.stride;
    for (uint32_t i = 0; i < trial->batch.count; i++)
        memcpy(trial->room->instances.base + i * stride, mx_instance(&trial->batch, i), bytes);
}

/* Long answers have a gap behind them. 0 = answers are numbers. */
static size_t guarded_answer_stride(const struct mx_trial *trial) {
    size_t stride = mx_answer_stride(trial->session->problem, trial->batch.instances);
    return stride == 0 ? 0 : stride + GAP;
}

static void fill_gaps(const struct mx_trial *trial) {
    const size_t stride = guarded_answer_stride(trial);
    const size_t bytes =
        stride == 0 ? 0 : trial->session->problem->answer_bytes(trial->batch.instances);
    for (uint32_t i = 0; stride > 0 && i < trial->batch.count; i++)
        memset(trial->room->long_answers.base + i * stride + bytes, GAP_BYTE, stride - bytes);
}

static bool prepare(struct mx_trial *trial, uint64_t seed) {
    struct mx_trial_room *room = trial->room;
    size_t stride = guarded_stride(trial), count = trial->batch.count;
    size_t workspace = trial->variant->workspace_bytes(&trial->batch, trial->threads);
    char *why = trial->text;
    size_t space = sizeof trial->text;
    trial->outcome = MX_TRIAL_NO_MEMORY;
    if (!mx_guarded_prepare(&room->instances, stride * count, 8, seed, why, space) ||
        !mx_guarded_prepare(&room->workspace, workspace, 64, seed + 1, why, space) ||
        !mx_guarded_prepare(&room->answers, count * sizeof(uint64_t), 8, seed + 2, why, space) ||
        !mx_guarded_prepare(&room->long_answers, count * guarded_answer_stride(trial), 8, seed + 5,
                            why, space) ||
        !mx_guarded_prepare(&room->work, count * sizeof(uint64_t), 8, seed + 3, why, space) ||
        !mx_guarded_prepare(&room->digests, count * sizeof(uint64_t), 8, seed + 4, why, space))
        return false;
    copy_instances(trial, stride);
    fill_gaps(trial);
    return true;
}

/* Whether the run asks for digests: the variant computes them itself, and no instance has more than
 * MX_SURVEY_DIGEST states. */
static bool wants_digests(const struct mx_trial *trial) {
    for (uint32_t i = 0; trial->variant->digests && i < trial->batch.count; i++)
        if (trial->session->problem->states(mx_instance(&trial->batch, i)) > MX_SURVEY_DIGEST)
            return false;
    return trial->variant->digests;
}

static struct mx_run run_of(const struct mx_trial *trial, bool extras) {
    bool digests = extras && wants_digests(trial);
    bool counts = extras && mx_counts_work(trial->session->problem);
    size_t stride = guarded_answer_stride(trial);
    return (struct mx_run){
        .batch = {trial->room->instances.base, guarded_stride(trial), trial->batch.count},
        .workspace = trial->room->workspace.base,
        .threads = trial->threads,
        .answers = (uint64_t *)(void *)trial->room->answers.base,
        .work = counts ? (uint64_t *)(void *)trial->room->work.base : NULL,
        .digests = digests ? (uint64_t *)(void *)trial->room->digests.base : NULL,
        .monitor = trial->session->monitor,
        .long_answers = stride > 0 ? trial->room->long_answers.base : NULL,
        .answer_stride = stride,
    };
}

/* ---- After a run ------------------------------------------------------------------------- */

static bool undamaged(struct mx_trial *trial) {
    const struct mx_trial_room *room = trial->room;
    const struct {
        const struct mx_guarded *block;
        const char *name;
    } blocks[] = {{&room->workspace, "the workspace"}, {&room->answers, "answers"},
                  {&room->long_answers, "answers"},    {&room->work, "work"},
                  {&room->digests, "digests"},         {&room->instances, "the instances"}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const char *where = mx_guarded_damage(blocks[i].block);
        if (where != NULL)
            return end(trial, MX_TRIAL_FAULT, 0, "writes %s %s", where, blocks[i].name);
    }
    return true;
}

static bool instances_unchanged(struct mx_trial *trial, const unsigned char *copy) {
    const struct mx_guarded *block = &trial->room->instances;
    if (memcmp(block->base, copy, block->bytes) == 0)
        return true;
    size_t at = 0, stride = guarded_stride(trial);
    while (block->base[at] == copy[at])
        at++;
    bool gap = at % stride >= trial->batch.stride;
    return end(trial, MX_TRIAL_FAULT, (uint32_t)(at / stride),
               gap ? "writes past the end of an instance" : "changes its instance");
}

static bool gaps_unchanged(struct mx_trial *trial) {
    const size_t stride = guarded_answer_stride(trial);
    const size_t bytes =
        stride == 0 ? 0 : trial->session->problem->answer_bytes(trial->batch.instances);
    for (uint32_t i = 0; stride > 0 && i < trial->batch.count; i++)
        for (size_t at = bytes; at < stride; at++)
            if (trial->room->long_answers.base[i * stride + at] != GAP_BYTE)
                return end(trial, MX_TRIAL_FAULT, i,
                           "writes past the end of an answer of %zu bytes", bytes);
    return true;
}

static bool unharmed(struct mx_trial *trial, const unsigned char *copy) {
    return undamaged(trial) && gaps_unchanged(trial) && instances_unchanged(trial, copy);
}

static bool solved(struct mx_trial *trial, enum mx_outcome outcome) {
    if (outcome == MX_SOLVED)
        return true;
    if (outcome == MX_GAVE_UP)
        return end(trial, MX_TRIAL_GAVE_UP, 0, "gave up");
    return end(trial, MX_TRIAL_FAULT, 0,
               outcome == MX_STOPPED ? "stopped without being told to"
                                     : "solve returned an invalid outcome");
}

/* Returns false when memory is short. */
static bool take_answer(const struct mx_trial *trial, const struct mx_run *run, uint32_t i,
                        struct mx_findings *found) {
    const struct mx_problem *problem = trial->session->problem;
    const void *instance = mx_instance(&run->batch, i);
    found->long_answer = NULL;
    if (run->long_answers == NULL) {
        found->answer = run->answers[i];
        return true;
    }
    const size_t bytes = problem->answer_bytes(instance);
    void *copy = mx_arena_take(trial->arena, bytes);
    if (copy == NULL)
        return false;
    found->long_answer = memcpy(copy, mx_answer(run, i), bytes);
    found->answer = mx_answer_hash(problem, instance, copy);
    return true;
}

static bool gather(struct mx_trial *trial, const struct mx_run *run, struct mx_findings *found) {
    for (uint32_t i = 0; i < run->batch.count; i++) {
        if (!take_answer(trial, run, i, &found[i]))
            return end(trial, MX_TRIAL_NO_MEMORY, i, "out of memory for answers");
        found[i].work = run->work != NULL ? run->work[i] : 0;
        if (!mx_survey_take(&found[i].survey, trial->session->problem, trial->variant, run, i,
                            trial->session->seed, trial->arena, trial->text, sizeof trial->text)) {
            trial->outcome = MX_TRIAL_FAULT;
            trial->culprit = i;
            return false;
        }
    }
    return true;
}

/* ---- Runs -------------------------------------------------------------------------------- */

static bool run_once(struct mx_trial *trial, int number, struct mx_findings *found) {
    if (!prepare(trial, mx_mix(trial->session->seed) + 16 * (uint64_t)number))
        return false;
    unsigned char *copy = mx_arena_take(trial->arena, trial->room->instances.bytes);
    if (copy == NULL)
        return end(trial, MX_TRIAL_NO_MEMORY, 0, "out of memory for a copy of the instances");
    memcpy(copy, trial->room->instances.base, trial->room->instances.bytes);

    const struct mx_run run = run_of(trial, number != BARE);
    mx_guard_enter(trial->variant->name);
    enum mx_outcome outcome =
        number == RESUMED ? mx_solve_resuming(trial->variant, &run) : trial->variant->solve(&run);
    mx_guard_leave();
    return unharmed(trial, copy) && solved(trial, outcome) && gather(trial, &run, found) &&
           unharmed(trial, copy);
}

/* With several threads, the order of visits may vary, and so may the number of visits. */
static bool same_work(struct mx_trial *trial, int number, const struct mx_findings *found) {
    for (uint32_t i = 0; trial->threads == 1 && i < trial->batch.count; i++)
        if (found[i].work != trial->findings[i].work)
            return end(trial, MX_TRIAL_FAULT, i, "work %" PRIu64 ", %s says %" PRIu64,
                       trial->findings[i].work, run_names[number], found[i].work);
    return true;
}

static bool same_findings(struct mx_trial *trial, int number, const struct mx_findings *found) {
    enum mx_depth depth;
    for (uint32_t i = 0; i < trial->batch.count; i++)
        if (!mx_agree(trial->session->problem, mx_instance(&trial->batch, i), &trial->findings[i],
                      &found[i], run_names[number], &depth, trial->text, sizeof trial->text)) {
            trial->outcome = MX_TRIAL_FAULT;
            trial->culprit = i;
            return false;
        }
    return number == BARE || same_work(trial, number, found);
}

static bool run_again(struct mx_trial *trial, int number) {
    struct mx_findings *found = mx_arena_take(trial->arena, trial->batch.count * sizeof *found);
    if (found == NULL)
        return end(trial, MX_TRIAL_NO_MEMORY, 0, "out of memory for findings");
    if (!run_once(trial, number, found)) {
        if (trial->outcome == MX_TRIAL_GAVE_UP)
            end(trial, MX_TRIAL_FAULT, 0, "solves, but %s gives up", run_names[number]);
        return false;
    }
    return same_findings(trial, number, found);
}

static bool supported(struct mx_trial *trial) {
    char words[192];
    for (uint32_t i = 0; trial->variant->unsupported != NULL && i < trial->batch.count; i++) {
        const char *why =
            trial->variant->unsupported(mx_instance(&trial->batch, i), words, sizeof words);
        if (why != NULL)
            return end(trial, MX_TRIAL_UNSUPPORTED, i, "%s", why);
    }
    return true;
}

/* `before`: the surroundings, which accept the threads that the first run of a team has
 * started. */
static void run_all(struct mx_trial *trial, struct mx_surroundings *before) {
    trial->culprit = 0;
    trial->findings = mx_arena_take(trial->arena, trial->batch.count * sizeof *trial->findings);
    if (trial->findings == NULL) {
        end(trial, MX_TRIAL_NO_MEMORY, 0, "out of memory for findings");
        return;
    }
    if (!supported(trial) || !run_once(trial, FIRST, trial->findings))
        return;
    if (trial->threads > 1)
        mx_surroundings_accept(before);
    const int runs = trial->once ? 1 : trial->variant->resumes ? RUNS : RESUMED;
    for (int number = OTHER_JUNK; number < runs; number++)
        if (!run_again(trial, number))
            return;
    trial->outcome = MX_TRIAL_SOLVED;
}

void mx_trial_run(struct mx_trial *trial) {
    struct mx_surroundings before;
    mx_surroundings_note(&before);
    run_all(trial, &before);
    const char *change = mx_surroundings_change(&before);
    if (change != NULL)
        end(trial, MX_TRIAL_FAULT, 0, "%s", change);
}

bool mx_trial_work_is_exact(struct mx_trial *trial) {
    for (uint32_t i = 0; trial->variant->every_option && i < trial->batch.count; i++) {
        uint64_t work = trial->findings[i].work;
        uint64_t options = trial->session->problem->options(mx_instance(&trial->batch, i));
        if (work != options)
            return end(trial, MX_TRIAL_FAULT, i, "counts %" PRIu64 " %s, there are %" PRIu64, work,
                       trial->session->problem->work_noun, options);
    }
    return true;
}

void mx_trial_room_free(struct mx_trial_room *room) {
    mx_guarded_free(&room->instances);
    mx_guarded_free(&room->workspace);
    mx_guarded_free(&room->answers);
    mx_guarded_free(&room->long_answers);
    mx_guarded_free(&room->work);
    mx_guarded_free(&room->digests);
}
