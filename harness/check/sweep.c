#include "harness/check/sweep.h"

#include <stdio.h>
#include <string.h>

#include "harness/check/duel.h"
#include "harness/input/batches.h"
#include "harness/process/child.h"
#include "harness/process/clock.h"
#include "support/arena.h"
#include "support/say.h"

/* Seconds between two signs of life from one long solve. */
#define ALIVE_EVERY 0.2

/* ---- What a child reports ---------------------------------------------------------------- */

enum report_kind {
    REPORT_ALIVE,   /* a long solve has made progress */
    REPORT_MAKING,  /* the boards of a unit are being made */
    REPORT_RUNNING, /* variant number `running` starts on `board` */
    REPORT_AGREED,  /* `boards` more boards are compared, to `depths` */
    REPORT_SKIPPED, /* `text`: why some boards could not be compared */
    REPORT_FAILED   /* `text`: how, on `board` */
};

struct report {
    enum report_kind kind;
    uint32_t running;
    uint64_t board;
    uint64_t boards;
    unsigned depths;
    char text[320];
};
_Static_assert(sizeof(struct report) <= MX_CHILD_MOST_BYTES, "reports must be written atomically");

/* The parent's knowledge while a child runs. */
struct listener {
    struct mx_sweep *sweep;
    uint32_t running; /* index in problem->variants */
    uint64_t board;
    uint64_t unit_boards; /* compared before the unit of that board */
    bool failed;          /* the child reported a failure */
    bool making;          /* it makes boards: no variant runs */
};

/* The variant's number in problem->variants, or the number of the NULL at the end when it is
 * missing. */
static uint32_t index_of(const struct mx_problem *problem, const struct mx_variant *variant) {
    uint32_t i = 0;
    while (problem->variants[i] != NULL && problem->variants[i] != variant)
        i++;
    return i;
}

/* ---- The child --------------------------------------------------------------------------- */

struct sweeper {
    const struct mx_sweep *sweep;
    const struct mx_child_line *line;
    struct mx_check_session session; /* the sweep's, with a monitor that gives signs of life */
    struct mx_monitor monitor;
    struct mx_duel duel;
    struct mx_arena arena;
    uint64_t unit;
    const uint32_t *place; /* in the current batch: instance -> board of the unit */
    uint64_t stage_done;
    double stage_told;
};

static uint64_t board_number(const struct sweeper *s, uint32_t instance) {
    return s->unit * MX_PLAN_UNIT + s->place[instance];
}

static void announce(void *context, const struct mx_variant *running, uint32_t instance) {
    struct sweeper *s = context;
    const struct report report = {.kind = REPORT_RUNNING,
                                  .running = index_of(s->session.problem, running),
                                  .board = board_number(s, instance)};
    mx_child_tell(s->line, &report);
    s->stage_done = UINT64_MAX;
}

/* Only progress counts as a sign of life: a kernel may hang and still call stage. */
static bool stage(void *context, uint64_t done, uint64_t total) {
    (void)total;
    struct sweeper *s = context;
    double now = mx_seconds();
    if (done != s->stage_done && now - s->stage_told > ALIVE_EVERY) {
        const struct report alive = {.kind = REPORT_ALIVE};
        mx_child_tell(s->line, &alive);
        s->stage_told = now;
        s->stage_done = done;
    }
    return true;
}

static void tell_skipped(const struct sweeper *s, const char *why) {
    struct report report = {.kind = REPORT_SKIPPED};
    mx_printable(why, report.text, sizeof report.text);
    mx_child_tell(s->line, &report);
}

static void tell_result(const struct sweeper *s, uint32_t boards) {
    const struct mx_duel *duel = &s->duel;
    struct report report = {.kind = REPORT_AGREED, .boards = boards, .depths = duel->depths};
    if (duel->outcome == MX_DUEL_NOT_FOUGHT) {
        tell_skipped(s, duel->text);
        return;
    }
    if (duel->outcome == MX_DUEL_FAILED) {
        report.kind = REPORT_FAILED;
        report.board = board_number(s, duel->culprit);
        memcpy(report.text, duel->text, sizeof report.text);
    }
    mx_child_tell(s->line, &report);
}

static bool fills_up(const struct sweeper *s) {
    enum mx_fill fill = s->sweep->fill;
    return fill == MX_FILL_AS_PLANNED ? mx_plan_fills_up(s->sweep->plan, s->unit)
                                      : fill == MX_FILL_ALL;
}

/* Returns false when the sweep must end: after a failure, or at the deadline. */
static bool sweep_group(struct sweeper *s, const struct mx_group *group) {
    for (uint32_t first = 0; first < group->batch.count;) {
        struct mx_batch part = mx_batch_part(&group->batch, first, s->sweep->variant->max_batch);
        s->place = group->place + first;
        mx_duel_fight(&s->duel, &part, fills_up(s), &s->arena);
        tell_result(s, part.count);
        if (s->duel.outcome == MX_DUEL_FAILED || mx_seconds() >= s->sweep->deadline)
            return false;
        first += part.count;
    }
    return true;
}

/* Keeps the boards that the variant supports, and notes the place of each. */
static uint32_t keep_supported(const struct sweeper *s, const void **boards, uint32_t count,
                               uint32_t *place) {
    const struct mx_variant *variant = s->sweep->variant;
    uint32_t kept = 0;
    char words[256];
    for (uint32_t i = 0; i < count; i++) {
        const char *why = variant->unsupported == NULL
                              ? NULL
                              : variant->unsupported(boards[i], words, sizeof words);
        if (why != NULL) {
            tell_skipped(s, why);
            continue;
        }
        place[kept] = i;
        boards[kept++] = boards[i];
    }
    return kept;
}

static bool sweep_unit(struct sweeper *s) {
    const void *boards[MX_PLAN_UNIT];
    uint32_t place[MX_PLAN_UNIT];
    struct mx_groups groups;
    const struct report making = {.kind = REPORT_MAKING};
    mx_arena_clear(&s->arena);
    mx_child_tell(s->line, &making);
    uint32_t count = mx_plan_unit(s->sweep->plan, s->unit, &s->arena, boards);
    if (count == 0)
        return false;
    count = keep_supported(s, boards, count, place);
    if (count == 0)
        return mx_seconds() < s->sweep->deadline;
    if (!mx_group_by_shape(&groups, s->session.problem, boards, count, &s->arena)) {
        tell_skipped(s, "out of memory");
        return true;
    }
    for (uint32_t i = 0; i < groups.count; i++) {
        for (uint32_t j = 0; j < groups.group[i].batch.count; j++)
            groups.group[i].place[j] = place[groups.group[i].place[j]];
        if (!sweep_group(s, &groups.group[i]))
            return false;
    }
    return true;
}

static void sweep_units(void *context, const struct mx_child_line *line) {
    const struct mx_sweep *sweep = ((const struct listener *)context)->sweep;
    struct sweeper s = {
        .sweep = sweep, .line = line, .session = *sweep->session, .monitor = {stage, &s}};
    s.session.monitor = &s.monitor;
    s.duel = (struct mx_duel){.session = &s.session,
                              .variant = sweep->variant,
                              .barred = sweep->barred,
                              .announce = announce,
                              .context = &s};
    s.unit = sweep->first_unit;
    while (s.unit < sweep->end_unit && sweep_unit(&s))
        s.unit++;
    mx_trial_room_free(&s.duel.room);
    mx_arena_free(&s.arena);
}

/* ---- The parent -------------------------------------------------------------------------- */

static void hear_running(struct listener *listener, const struct report *report) {
    if (report->board / MX_PLAN_UNIT != listener->board / MX_PLAN_UNIT)
        listener->unit_boards = listener->sweep->boards;
    listener->making = false;
    listener->running = report->running;
    listener->board = report->board;
}

static void hear(void *context, const void *message) {
    struct listener *listener = context;
    struct mx_sweep *sweep = listener->sweep;
    const struct report *report = message;
    switch (report->kind) {
    case REPORT_ALIVE:
        break;
    case REPORT_MAKING:
        listener->making = true;
        break;
    case REPORT_RUNNING:
        hear_running(listener, report);
        break;
    case REPORT_AGREED:
        sweep->boards += report->boards;
        sweep->depths |= report->depths;
        break;
    case REPORT_SKIPPED:
        if (sweep->reason[0] == '\0')
            memcpy(sweep->reason, report->text, sizeof sweep->reason);
        break;
    case REPORT_FAILED:
        listener->failed = true;
        listener->board = report->board;
        memcpy(sweep->text, report->text, sizeof sweep->text);
        break;
    }
    if (sweep->progress != NULL)
        sweep->progress(sweep->context, sweep->boards);
}

/* Prepares another child, which begins again at the unit where this one ended. */
static bool begin_again(struct mx_sweep *sweep, const struct listener *listener) {
    sweep->boards = listener->unit_boards;
    sweep->first_unit = listener->board / MX_PLAN_UNIT;
    return true;
}

/* Returns whether a rival is at fault, and bars it. */
static bool bar_rival(const struct mx_sweep *sweep, const struct listener *listener) {
    const struct mx_variant *running = sweep->session->problem->variants[listener->running];
    if (running == NULL || running == sweep->variant || sweep->barred[listener->running])
        return false;
    return sweep->barred[listener->running] = true;
}

static bool end(struct mx_sweep *sweep, const struct listener *listener,
                enum mx_sweep_outcome outcome) {
    sweep->outcome = outcome;
    sweep->board = listener->board;
    return false;
}

/* Interprets the end of a child. Returns true when another child should continue. *second_unit is
 * the unit that has had its second chance. */
static bool goes_on(struct mx_sweep *sweep, const struct listener *listener,
                    struct mx_child_result result, uint64_t *second_unit) {
    const uint64_t unit = listener->board / MX_PLAN_UNIT;
    char words[128];
    const bool starved = result.end == MX_CHILD_STARVED;
    const bool silent = starved || result.end == MX_CHILD_LOOPS || result.end == MX_CHILD_WAITS;
    if (listener->failed)
        return end(sweep, listener, MX_SWEEP_FAILED);
    if (result.end == MX_CHILD_FINISHED)
        return end(sweep, listener, MX_SWEEP_ENDED);
    if (result.end == MX_CHILD_INTERRUPTED)
        return end(sweep, listener, MX_SWEEP_INTERRUPTED);
    mx_child_end_in_words(result, sweep->session->silence, sweep->text, sizeof sweep->text);
    if (result.end == MX_CHILD_NOT_STARTED)
        return end(sweep, listener, MX_SWEEP_ERROR);
    if (listener->making && !starved) {
        mx_say(sweep->text, sizeof sweep->text,
               "a generator, or another function of the problem, %s",
               mx_child_end_in_words(result, sweep->session->silence, words, sizeof words));
        return end(sweep, listener, MX_SWEEP_ERROR);
    }
    if (silent && !sweep->one_chance && *second_unit != unit) {
        *second_unit = unit;
        return begin_again(sweep, listener);
    }
    if (bar_rival(sweep, listener)) {
        end(sweep, listener, MX_SWEEP_ENDED);
        return mx_seconds() < sweep->deadline && begin_again(sweep, listener);
    }
    return end(sweep, listener, starved ? MX_SWEEP_UNRESOLVED : MX_SWEEP_FAILED);
}

void mx_sweep_run(struct mx_sweep *sweep) {
    sweep->boards = 0;
    sweep->depths = 0;
    sweep->text[0] = sweep->reason[0] = '\0';
    struct listener listener;
    struct mx_child_result result;
    uint64_t second_unit = UINT64_MAX;
    do {
        listener = (struct listener){.sweep = sweep,
                                     .running = index_of(sweep->session->problem, sweep->variant),
                                     .board = sweep->first_unit * MX_PLAN_UNIT,
                                     .unit_boards = sweep->boards};
        const struct mx_child_job job = {.run = sweep_units,
                                         .hear = hear,
                                         .context = &listener,
                                         .message_bytes = sizeof(struct report),
                                         .silence = sweep->session->silence};
        result = mx_child_run(&job);
    } while (goes_on(sweep, &listener, result, &second_unit));
}
