#include "measure/agreement.h"

#include <string.h>

#include "harness/check/trial.h"
#include "support/arena.h"

/* Of samples and junk; any constant does, but it must be one, so that all sides sample alike. */
#define SEED 20190427

struct comparison {
    struct mx_witness *witness;
    const struct mx_load *load;
    struct mx_trial trial;
    bool first;                      /* this variant becomes the witness, beside itself */
    const struct mx_variant *beside; /* whose findings the witness has */
    unsigned *depths;                /* of the witness, where they are noted */
};

static bool compare_one(struct comparison *c, uint32_t board, uint32_t in_batch, char *text,
                        size_t room) {
    enum mx_depth depth;
    if (!mx_agree(c->load->problem, mx_instance(&c->trial.batch, in_batch),
                  &c->trial.findings[in_batch], &c->witness->findings[board], c->beside->name,
                  &depth, text, room))
        return false;
    *c->depths |= depth;
    return true;
}

/* Runs the part of a batch that stands in the trial; `board` numbers its first instance. */
static bool check_part(struct comparison *c, uint32_t board, char *text, size_t room) {
    mx_trial_run(&c->trial);
    if (c->trial.outcome != MX_TRIAL_SOLVED || !mx_trial_work_is_exact(&c->trial)) {
        snprintf(text, room, "%s",
                 c->trial.outcome == MX_TRIAL_GAVE_UP ? "gave up" : c->trial.text);
        return false;
    }
    for (uint32_t i = 0; i < c->trial.batch.count; i++)
        c->witness->work += (double)c->trial.findings[i].work;
    if (c->first)
        memcpy(c->witness->findings + board, c->trial.findings,
               c->trial.batch.count * sizeof *c->trial.findings);
    for (uint32_t i = 0; i < c->trial.batch.count; i++)
        if (!compare_one(c, board + i, i, text, room))
            return false;
    return true;
}

static bool check_all(struct comparison *c, char *text, size_t room) {
    uint32_t board = 0;
    c->witness->work = 0;
    for (uint32_t i = 0; i < c->load->window.groups.count; i++) {
        const struct mx_batch *batch = &c->load->window.groups.group[i].batch;
        for (uint32_t first = 0; first < batch->count; first += c->trial.batch.count) {
            c->trial.batch = mx_batch_part(batch, first, c->trial.variant->max_batch);
            if (!check_part(c, board + first, text, room))
                return false;
        }
        board += batch->count;
    }
    return true;
}

bool mx_agreement_check(struct mx_witness *witness, const struct mx_load *load,
                        const struct mx_variant *variant, int threads, char *text, size_t room) {
    struct mx_trial_room trial_room = {0};
    struct mx_arena own = {0};
    bool first = witness->variant == NULL;
    struct comparison c = {.witness = witness,
                           .load = load,
                           .first = first,
                           .beside = first ? variant : witness->variant,
                           .depths = first ? &witness->itself : &witness->depths};
    c.trial = (struct mx_trial){.problem = load->problem,
                                .variant = variant,
                                .threads = threads,
                                .once = true,
                                .seed = SEED,
                                .room = &trial_room,
                                .arena = first ? &witness->arena : &own};
    if (first)
        witness->findings =
            mx_arena_take(&witness->arena, load->window.count * sizeof *witness->findings);
    bool agreed = check_all(&c, text, room);
    if (first && agreed)
        witness->variant = variant;
    mx_trial_room_free(&trial_room);
    mx_arena_free(&own);
    return agreed;
}

void mx_witness_free(struct mx_witness *witness) {
    mx_arena_free(&witness->arena);
    *witness = (struct mx_witness){0};
}
