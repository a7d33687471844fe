/* The child's side of a sweep. */
#include <stdio.h>
#include <string.h>

#include "harness/check/duel.h"
#include "harness/check/sweep_internal.h"
#include "harness/input/batches.h"
#include "harness/process/clock.h"
#include "support/arena.h"

/* Seconds between two signs of life from one long solve. */
#define ALIVE_EVERY 0.2

struct sweeper {
    const struct mx_sweep *sweep;
    const struct mx_child_line *line;
    struct mx_duel duel;
    struct mx_arena arena;
    struct mx_monitor monitor;
    uint64_t unit;
    const uint32_t *place; /* of the batch that is on: instance -> board of the unit */
    uint64_t stage_done;
    double stage_told;
};

static uint64_t board_number(const struct sweeper *s, uint32_t instance) {
    return s->unit * MX_PLAN_UNIT + s->place[instance];
}

static void announce(void *context, const struct mx_variant *running, uint32_t instance) {
    struct sweeper *s = context;
    const struct mx_report report = {.kind = MX_REPORT_RUNNING,
                                     .running = mx_variant_index(s->sweep->plan->problem, running),
                                     .board = board_number(s, instance)};
    mx_child_tell(s->line, &report);
    s->stage_done = UINT64_MAX;
}

/* Only progress is a sign of life: a kernel may hang and still call stage. */
static bool stage(void *context, uint64_t done, uint64_t total) {
    (void)total;
    struct sweeper *s = context;
    double now = mx_seconds();
    if (done != s->stage_done && now - s->stage_told > ALIVE_EVERY) {
        const struct mx_report alive = {.kind = MX_REPORT_ALIVE};
        mx_child_tell(s->line, &alive);
        s->stage_told = now;
        s->stage_done = done;
    }
    return true;
}

static void tell_skipped(const struct sweeper *s, const char *why) {
    struct mx_report report = {.kind = MX_REPORT_SKIPPED};
    snprintf(report.text, sizeof report.text, "%s", why);
    mx_child_tell(s->line, &report);
}

static void tell_result(const struct sweeper *s, uint32_t boards) {
    const struct mx_duel *duel = &s->duel;
    struct mx_report report = {.kind = MX_REPORT_AGREED, .boards = boards, .depths = duel->depths};
    if (duel->outcome == MX_DUEL_NOT_FOUGHT) {
        tell_skipped(s, duel->text);
        return;
    }
    if (duel->outcome == MX_DUEL_FAILED) {
        report.kind = MX_REPORT_FAILED;
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

/* False ends the sweep: a failure, or the time is up. */
static bool sweep_batch(struct sweeper *s, const struct mx_batch *batch, const uint32_t *place) {
    s->place = place;
    mx_duel_fight(&s->duel, batch, fills_up(s), &s->arena);
    tell_result(s, batch->count);
    return s->duel.outcome != MX_DUEL_FAILED && mx_seconds() < s->sweep->deadline;
}

static bool sweep_group(struct sweeper *s, const struct mx_group *group) {
    for (uint32_t first = 0; first < group->batch.count;) {
        struct mx_batch part = mx_batch_part(&group->batch, first, s->sweep->variant->max_batch);
        if (!sweep_batch(s, &part, group->place + first))
            return false;
        first += part.count;
    }
    return true;
}

/* Keeps the boards that the variant supports, and where each stood. */
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
    mx_arena_clear(&s->arena);
    uint32_t count = mx_plan_unit(s->sweep->plan, s->unit, &s->arena, boards);
    if (count == 0)
        return false;
    count = keep_supported(s, boards, count, place);
    if (count == 0)
        return mx_seconds() < s->sweep->deadline;
    if (!mx_group_by_shape(&groups, s->sweep->plan->problem, boards, count, &s->arena)) {
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

void mx_sweep_units(const struct mx_sweep *sweep, const struct mx_child_line *line) {
    struct sweeper s = {.sweep = sweep, .line = line, .monitor = {stage, &s}};
    s.duel = (struct mx_duel){.problem = sweep->plan->problem,
                              .variant = sweep->variant,
                              .isa = sweep->isa,
                              .threads = sweep->threads,
                              .seed = sweep->seed,
                              .barred = sweep->barred,
                              .monitor = &s.monitor,
                              .announce = announce,
                              .context = &s};
    s.unit = sweep->first_unit;
    while (s.unit < sweep->end_unit && sweep_unit(&s))
        s.unit++;
    mx_trial_room_free(&s.duel.room);
    mx_arena_free(&s.arena);
}
