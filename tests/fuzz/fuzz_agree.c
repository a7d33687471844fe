/* Turns any bytes into small boards of one shape. The first byte selects the problem, the second
 * the number of threads, the next ones the generator, its parameters and seed. Each further byte
 * makes the next board by changing the previous one. All variants that run here must agree on every
 * state of them or on the digest, under canaries and junk (harness/check/trial.h). */
#include <string.h>

#include "harness/check/trial.h"
#include "harness/input/batches.h"
#include "harness/input/select.h"
#include "support/arena.h"
#include "support/rng.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_SIDE = 6, MOST_BOARDS = 5 };
#define MOST_OPTIONS 4000u /* on all boards together; also of states */

struct input {
    const uint8_t *data;
    size_t size, at;
};

static uint64_t take(struct input *in, size_t bytes) {
    uint64_t value = 0;
    while (bytes-- > 0)
        value = value << 8 | (in->at < in->size ? in->data[in->at++] : 0);
    return value;
}

static const struct mx_problem *take_problem(struct input *in) {
    size_t count = 1; /* there is one at least */
    while (mx_built_in_problems[count] != NULL)
        count++;
    return mx_built_in_problems[take(in, 1) % count];
}

static const struct mx_generator *take_generator(struct input *in, const struct mx_problem *p) {
    size_t count = 1; /* there is one at least */
    while (p->generators[count].name != NULL)
        count++;
    return &p->generators[take(in, 1) % count];
}

static uint64_t take_value(struct input *in, const struct mx_parameter *p) {
    uint64_t least = p->least, most = p->most;
    if (!p->fraction && most > least + MOST_SIDE - 1)
        most = least + MOST_SIDE - 1;
    return least + take(in, 2) * ((most - least) / UINT16_MAX + 1) % (most - least + 1);
}

static const void *take_board(struct input *in, const struct mx_problem *p,
                              struct mx_arena *arena) {
    const struct mx_generator *g = take_generator(in, p);
    uint64_t values[MX_MOST_PARAMETERS];
    for (size_t i = 0; g->parameters[i].key != NULL; i++)
        values[i] = take_value(in, &g->parameters[i]);
    if (g->refuse != NULL && g->refuse(values) != NULL)
        return NULL;
    uint64_t seed = take(in, 4), index = take(in, 4);
    if (g->count != NULL)
        index %= g->count(values);
    return g->make(values, seed, index, arena);
}

/* Subtracts the amount that this board needs from `left`; false if that is more than is left. */
static bool take_work(const struct mx_problem *p, const void *board, uint64_t *left) {
    uint64_t states = p->states(board);
    uint64_t work = states < *left ? p->options(board) : states;
    if (work < states)
        work = states;
    if (work >= *left)
        return false;
    *left -= work;
    return true;
}

/* Boards of the first board's shape, at least one; 0 if it is not small. */
static uint32_t take_boards(struct input *in, const struct mx_problem *p, const void **boards,
                            struct mx_arena *arena) {
    uint64_t left = MOST_OPTIONS;
    uint32_t count;
    boards[0] = take_board(in, p, arena);
    if (boards[0] == NULL || !take_work(p, boards[0], &left))
        return 0;
    for (count = 1; count < MOST_BOARDS && in->at < in->size; count++) {
        struct mx_rng rng = mx_rng_start(take(in, 1), count);
        boards[count] = p->mutate(boards[count - 1], &rng, arena);
        if (!p->same_shape(boards[0], boards[count]) || !take_work(p, boards[count], &left))
            break;
    }
    return count;
}

static bool able(const struct mx_variant *variant, const struct mx_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++)
        if (!mx_variant_able(variant, mx_cpu_isa(), mx_instance(batch, i)))
            return false;
    return true;
}

/* The findings of the first variant about each board. */
struct first {
    const char *name; /* NULL = none has solved the boards so far */
    const struct mx_findings *findings[MOST_BOARDS];
};

static _Noreturn void disagree(const struct mx_trial *trial, uint32_t which, const char *text) {
    fprintf(stderr, "%s: %s; the board:\n", trial->variant->name, text);
    trial->session->problem->write(stderr, mx_instance(&trial->batch, which), 0);
    abort();
}

/* `from`: number of the trial's first board. */
static void compare(const struct mx_trial *trial, uint32_t from, struct first *first) {
    char text[320];
    enum mx_depth depth;
    for (uint32_t i = 0; i < trial->batch.count; i++) {
        if (first->name == NULL)
            first->findings[from + i] = &trial->findings[i];
        else if (!mx_agree(trial->session->problem, mx_instance(&trial->batch, i),
                           &trial->findings[i], first->findings[from + i], first->name, &depth,
                           text, sizeof text))
            disagree(trial, i, text);
    }
}

/* Runs a variant on all boards. False when it gives up or has no memory. */
static bool run(struct mx_trial *trial, const struct mx_batch *all, struct first *first) {
    for (uint32_t from = 0; from < all->count; from += trial->batch.count) {
        trial->batch = mx_batch_part(all, from, trial->variant->max_batch);
        mx_trial_run(trial);
        if (trial->outcome == MX_TRIAL_FAULT ||
            (trial->outcome == MX_TRIAL_SOLVED && !mx_trial_work_is_exact(trial)))
            disagree(trial, trial->culprit, trial->text);
        if (trial->outcome != MX_TRIAL_SOLVED)
            return false;
        compare(trial, from, first);
    }
    return true;
}

static void run_all(const struct mx_problem *p, const struct mx_batch *batch, int threads,
                    struct mx_arena *arena) {
    static struct mx_trial_room room; /* kept from input to input */
    struct first first = {NULL, {NULL}};
    for (size_t i = 0; p->variants[i] != NULL; i++) {
        const struct mx_variant *variant = p->variants[i];
        const struct mx_check_session session = {.problem = p, .seed = batch->count};
        struct mx_trial trial = {.session = &session,
                                 .variant = variant,
                                 .threads = variant->threaded ? threads : 1,
                                 .once = i == 0,
                                 .room = &room,
                                 .arena = arena};
        if (able(variant, batch) && run(&trial, batch, &first) && first.name == NULL)
            first.name = variant->name;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct mx_arena arena;
    struct input in = {data, size, 0};
    struct mx_groups groups;
    const void *boards[MOST_BOARDS];
    const struct mx_problem *problem = take_problem(&in);
    const int threads = take(&in, 1) % 8 == 7 ? 2 : 1; /* teams are slow to start */
    mx_arena_clear(&arena);
    uint32_t count = take_boards(&in, problem, boards, &arena);
    if (count == 0)
        return 0;
    REQUIRE(mx_group_by_shape(&groups, problem, boards, count, &arena) && groups.count == 1);
    run_all(problem, &groups.group[0].batch, threads, &arena);
    return 0;
}
