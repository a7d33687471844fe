#include "measure/agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/check/trial.h"
#include "support/arena.h"
#include "support/digest.h"

/* For samples and junk. The value does not matter, but all sides must sample the same states. */
#define SEED 20190427

struct agreeing {
    struct mx_witness *witness;
    const struct mx_groups *groups;
    struct mx_trial trial;
    bool first;                     /* this variant becomes the witness, and its own rival */
    const struct mx_variant *rival; /* the variant that made the witness's findings */
    unsigned *depths;               /* the witness's depths, to be updated */
};

static bool compare_one(struct agreeing *a, uint32_t board, uint32_t in_batch, char *text,
                        size_t room) {
    enum mx_depth depth;
    if (!mx_agree(a->trial.session->problem, mx_instance(&a->trial.batch, in_batch),
                  &a->trial.findings[in_batch], &a->witness->findings[board], a->rival->name,
                  &depth, text, room))
        return false;
    *a->depths |= depth;
    return true;
}

/* Runs the part of a batch that is in the trial; `board` is the number of its first instance. */
static enum mx_agreement check_part(struct agreeing *a, uint32_t board, char *text, size_t room) {
    mx_trial_run(&a->trial);
    if (a->trial.outcome != MX_TRIAL_SOLVED || !mx_trial_work_is_exact(&a->trial)) {
        snprintf(text, room, "%s",
                 a->trial.outcome == MX_TRIAL_GAVE_UP ? "gave up" : a->trial.text);
        return a->trial.outcome == MX_TRIAL_FAULT ? MX_DIFFERS : MX_NOT_SOLVED;
    }
    for (uint32_t i = 0; i < a->trial.batch.count; i++)
        a->witness->work += (double)a->trial.findings[i].work;
    if (a->first)
        memcpy(a->witness->findings + board, a->trial.findings,
               a->trial.batch.count * sizeof *a->trial.findings);
    for (uint32_t i = 0; i < a->trial.batch.count; i++)
        if (!compare_one(a, board + i, i, text, room))
            return MX_DIFFERS;
    return MX_AGREES;
}

static enum mx_agreement check_all(struct agreeing *a, char *text, size_t room) {
    uint32_t board = 0;
    a->witness->work = 0;
    for (uint32_t i = 0; i < a->groups->count; i++) {
        const struct mx_batch *batch = &a->groups->group[i].batch;
        for (uint32_t first = 0; first < batch->count; first += a->trial.batch.count) {
            a->trial.batch = mx_batch_part(batch, first, a->trial.variant->max_batch);
            enum mx_agreement found = check_part(a, board + first, text, room);
            if (found != MX_AGREES)
                return found;
        }
        board += batch->count;
    }
    return MX_AGREES;
}

enum mx_agreement mx_agreement_check(struct mx_witness *witness, const struct mx_problem *problem,
                                     const struct mx_groups *groups, uint32_t boards,
                                     const struct mx_variant *variant, int threads,
                                     const struct mx_monitor *monitor, char *text, size_t room) {
    struct mx_trial_room trial_room = {0};
    struct mx_arena own = {0};
    bool first = witness->variant == NULL;
    struct agreeing a = {.witness = witness,
                         .groups = groups,
                         .first = first,
                         .rival = first ? variant : witness->variant,
                         .depths = first ? &witness->itself : &witness->depths};
    const struct mx_check_session session = {.problem = problem, .seed = SEED, .monitor = monitor};
    a.trial = (struct mx_trial){.session = &session,
                                .variant = variant,
                                .threads = threads,
                                .once = true,
                                .room = &trial_room,
                                .arena = first ? &witness->arena : &own};
    if (first)
        witness->findings = mx_arena_take(&witness->arena, boards * sizeof *witness->findings);
    snprintf(text, room, "out of memory for findings");
    enum mx_agreement found = witness->findings != NULL ? check_all(&a, text, room) : MX_NOT_SOLVED;
    if (first && found == MX_AGREES)
        witness->variant = variant;
    mx_trial_room_free(&trial_room);
    mx_arena_free(&own);
    return found;
}

/* ---- Evidence of an agreement ------------------------------------------------------------ */

struct answered {
    uint64_t board, answer; /* a hash of the board */
};

static int by_board(const void *a, const void *b) {
    const struct answered *one = a, *other = b;
    return (one->board > other->board) - (one->board < other->board);
}

static int by_answer(const void *a, const void *b) {
    const struct answered *one = a, *other = b;
    return (one->answer > other->answer) - (one->answer < other->answer);
}

static size_t without_repeats(struct answered *all, size_t count) {
    size_t kept = 0;
    qsort(all, count, sizeof *all, by_board);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || all[kept - 1].board != all[i].board)
            all[kept++] = all[i];
    return kept;
}

static size_t commonest(struct answered *all, size_t count) {
    size_t most = 0, run = 0;
    qsort(all, count, sizeof *all, by_answer);
    for (size_t i = 0; i < count; i++) {
        run = i > 0 && all[i].answer == all[i - 1].answer ? run + 1 : 1;
        most = run > most ? run : most;
    }
    return most;
}

double mx_agreement_bits(const struct mx_witness *witness, const struct mx_problem *problem,
                         const struct mx_groups *groups) {
    size_t boards = 0, used = 0;
    for (uint32_t i = 0; i < groups->count; i++)
        boards += groups->group[i].batch.count;
    struct answered *all = malloc(boards * sizeof *all);
    if (all == NULL)
        return NAN;
    for (uint32_t i = 0; i < groups->count; i++)
        for (uint32_t at = 0; at < groups->group[i].batch.count; at++, used++) {
            const void *board = mx_instance(&groups->group[i].batch, at);
            all[used].board = mx_hash(MX_HASH_START, board, problem->bytes(board));
            all[used].answer = witness->findings[used].answer;
        }
    const double distinct = (double)without_repeats(all, boards);
    const double bits = distinct * log2(distinct / (double)commonest(all, (size_t)distinct));
    free(all);
    return bits;
}

void mx_witness_free(struct mx_witness *witness) {
    mx_arena_free(&witness->arena);
    *witness = (struct mx_witness){0};
}
