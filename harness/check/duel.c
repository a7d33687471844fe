#include "harness/check/duel.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/input/batches.h"
#include "harness/input/optional.h"
#include "harness/input/select.h"
#include "support/arena.h"

enum { MOST_THREADS = 3 };

/* The rival's findings for each instance of the batch; findings NULL: no rival. */
struct rival {
    const struct mx_variant *variant;
    struct mx_findings *findings;
    uint32_t count;
};

__attribute__((format(printf, 3, 4))) static bool
end(struct mx_duel *duel, enum mx_duel_outcome outcome, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(duel->text, sizeof duel->text, format, list);
    va_end(list);
    duel->outcome = outcome;
    return false;
}

static struct mx_trial trial_of(struct mx_duel *duel, const struct mx_variant *variant,
                                struct mx_batch part, int threads, struct mx_arena *arena) {
    return (struct mx_trial){.session = duel->session,
                             .variant = variant,
                             .batch = part,
                             .threads = threads,
                             .room = &duel->room,
                             .arena = arena};
}

/* ---- The rival --------------------------------------------------------------------------- */

static bool able(const struct mx_duel *duel, const struct mx_variant *variant,
                 const struct mx_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++)
        if (!mx_variant_able(variant, duel->session->isa, mx_instance(batch, i)))
            return false;
    return true;
}

/* Returns false when this rival is unable, gives up or is at fault; the next one is then tried. */
static bool ask(struct mx_duel *duel, const struct mx_variant *variant,
                const struct mx_batch *batch, struct mx_findings *findings,
                struct mx_arena *arena) {
    if (!able(duel, variant, batch))
        return false;
    for (uint32_t first = 0; first < batch->count;) {
        struct mx_batch part = mx_batch_part(batch, first, variant->max_batch);
        struct mx_trial trial = trial_of(duel, variant, part, 1, arena);
        trial.once = true;
        duel->announce(duel->context, variant, first);
        mx_trial_run(&trial);
        if (trial.outcome != MX_TRIAL_SOLVED)
            return false;
        memcpy(findings + first, trial.findings, part.count * sizeof *findings);
        first += part.count;
    }
    return true;
}

static bool may_be_rival(const struct mx_duel *duel, size_t index) {
    return duel->session->problem->variants[index] != duel->variant && !duel->barred[index];
}

/* The first able rival among those that keep this much; the reference counts as the best. */
static const struct mx_variant *first_of(struct mx_duel *duel, enum mx_keeps keeps,
                                         const struct mx_batch *batch, struct mx_findings *findings,
                                         struct mx_arena *arena) {
    const struct mx_variant *const *variants = duel->session->problem->variants;
    for (size_t i = 0; variants[i] != NULL; i++) {
        enum mx_keeps rank = i == 0 ? MX_KEEPS_ALL : variants[i]->keeps;
        if (rank == keeps && may_be_rival(duel, i) &&
            ask(duel, variants[i], batch, findings, arena))
            return variants[i];
    }
    return NULL;
}

/* A further rival for the nimbers, if the first one has none. Returns false when memory is short.
 */
static bool find_nimber_rival(struct mx_duel *duel, const struct mx_batch *batch,
                              const struct rival *first, struct rival *rival,
                              struct mx_arena *arena) {
    const struct mx_variant *const *variants = duel->session->problem->variants;
    *rival = (struct rival){NULL, NULL, batch->count};
    if (!mx_finds_nimbers(duel->variant) || first->variant == NULL ||
        mx_finds_nimbers(first->variant))
        return true;
    rival->findings = mx_arena_take(arena, batch->count * sizeof *rival->findings);
    for (size_t i = 0; rival->findings != NULL && rival->variant == NULL && variants[i] != NULL;
         i++)
        if (mx_finds_nimbers(variants[i]) && may_be_rival(duel, i) &&
            ask(duel, variants[i], batch, rival->findings, arena))
            rival->variant = variants[i];
    return rival->findings != NULL;
}

/* Returns false when memory is short. */
static bool find_rival(struct mx_duel *duel, const struct mx_batch *batch, struct rival *rival,
                       struct mx_arena *arena) {
    static const enum mx_keeps order[] = {MX_KEEPS_ALL, MX_KEEPS_VISITED, MX_KEEPS_ANSWER};
    *rival = (struct rival){NULL, NULL, batch->count};
    if (duel->variant == duel->session->problem->variants[0])
        return true;
    rival->findings = mx_arena_take(arena, batch->count * sizeof *rival->findings);
    if (rival->findings == NULL)
        return false;
    for (size_t i = 0; rival->variant == NULL && i < sizeof order / sizeof *order; i++)
        rival->variant = first_of(duel, order[i], batch, rival->findings, arena);
    return true;
}

/* ---- The variant ------------------------------------------------------------------------- */

static bool compare(struct mx_duel *duel, const struct mx_trial *trial, const struct rival *rival) {
    for (uint32_t i = 0; rival->variant != NULL && i < trial->batch.count; i++) {
        enum mx_depth depth;
        uint32_t origin = i % rival->count;
        if (!mx_agree(duel->session->problem, mx_instance(&trial->batch, i), &trial->findings[i],
                      &rival->findings[origin], rival->variant->name, &depth, duel->text,
                      sizeof duel->text)) {
            duel->outcome = MX_DUEL_FAILED;
            duel->culprit = origin;
            return false;
        }
        duel->depths |= depth;
    }
    return true;
}

/* Compares values before work: a wrong value often changes both, and tells more. On false, the duel
 * ends.
 */
static bool fight(struct mx_duel *duel, const struct mx_batch *batch, int threads,
                  const struct rival *rival, const struct rival *nimbers, struct mx_arena *arena) {
    struct mx_trial trial = trial_of(duel, duel->variant, *batch, threads, arena);
    duel->announce(duel->context, duel->variant, 0);
    mx_trial_run(&trial);
    if (trial.outcome == MX_TRIAL_SOLVED &&
        (!compare(duel, &trial, rival) || !compare(duel, &trial, nimbers)))
        return false;
    if (trial.outcome == MX_TRIAL_SOLVED && mx_trial_work_is_exact(&trial))
        return true;
    duel->culprit = trial.culprit % rival->count;
    return end(duel, trial.outcome == MX_TRIAL_FAULT ? MX_DUEL_FAILED : MX_DUEL_NOT_FOUGHT, "%s",
               trial.text);
}

static int most_threads(const struct mx_duel *duel) {
    if (!duel->variant->threaded)
        return 1;
    return duel->session->threads > 0 && duel->session->threads < MOST_THREADS
               ? duel->session->threads
               : MOST_THREADS;
}

static void name_threads(struct mx_duel *duel, int threads) {
    char text[sizeof duel->text];
    memcpy(text, duel->text, sizeof text);
    snprintf(duel->text, sizeof duel->text, "with %d threads: %.*s", threads, (int)sizeof text - 32,
             text);
}

/* Repeats the batch until it has as many instances as the variant takes. */
static bool fill_up(struct mx_batch *batch, const struct mx_variant *variant,
                    struct mx_arena *arena) {
    uint32_t most = variant->max_batch < MX_DUEL_FILL ? variant->max_batch : MX_DUEL_FILL;
    if (batch->count >= most)
        return true;
    char *filled = mx_arena_take(arena, batch->stride * most);
    for (uint32_t i = 0; filled != NULL && i < most; i++)
        memcpy(filled + i * batch->stride, mx_instance(batch, i % batch->count), batch->stride);
    *batch = (struct mx_batch){filled, batch->stride, most};
    return filled != NULL;
}

void mx_duel_fight(struct mx_duel *duel, const struct mx_batch *batch, bool fill,
                   struct mx_arena *arena) {
    struct mx_batch filled = *batch;
    struct rival rival, nimbers;
    duel->outcome = MX_DUEL_AGREED;
    duel->depths = 0;
    duel->culprit = 0;
    if (!find_rival(duel, batch, &rival, arena) ||
        !find_nimber_rival(duel, batch, &rival, &nimbers, arena) ||
        (fill && !fill_up(&filled, duel->variant, arena))) {
        end(duel, MX_DUEL_NOT_FOUGHT, "out of memory");
        return;
    }
    int most = most_threads(duel);
    for (int threads = 1; threads <= most; threads++)
        if (!fight(duel, &filled, threads, &rival, &nimbers, arena)) {
            if (threads > 1)
                name_threads(duel, threads);
            return;
        }
    if (rival.variant == NULL && duel->variant != duel->session->problem->variants[0])
        end(duel, MX_DUEL_NOT_FOUGHT, "no other variant can solve these %ss",
            mx_instance_noun(duel->session->problem));
}
