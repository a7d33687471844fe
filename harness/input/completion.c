/* Fills in what a problem leaves out. */
#include "harness/input/completion.h"

#include <inttypes.h>
#include <string.h>

#include "harness/input/optional.h"
#include "harness/input/spec.h"
#include "support/arena.h"
#include "support/say.h"

#define MOST_WORDS 400 /* longer titles and summaries are cut */
#define LOAD_CASES 16

/* ---- Substitutes ------------------------------------------------------------------------- */

static uint64_t zero(const void *instance) {
    (void)instance;
    return 0;
}

static size_t one_float(const void *instance) {
    (void)instance;
    return sizeof(float);
}

static size_t one_double(const void *instance) {
    (void)instance;
    return sizeof(double);
}

static bool read_no_header(struct mx_reader *reader, uint64_t *cases) {
    (void)reader;
    *cases = MX_UNTIL_END;
    return true;
}

static void write_no_header(FILE *file, uint64_t cases) {
    (void)file, (void)cases;
}

/* ---- Loads for bench --------------------------------------------------------------------- */

/* Appends a load of the first generator, if its values go together. False when memory is short. */
static bool add_load(struct mx_bench_load *loads, size_t *count, const struct mx_problem *problem,
                     const char *size, bool quick, uint64_t side, struct mx_arena *arena) {
    const struct mx_generator *generator = &problem->generators[0];
    char why[256], *spec = mx_arena_take(arena, 128);
    struct mx_spec parsed;
    if (spec == NULL)
        return false;
    snprintf(spec, 128, "%.40s:%.40scases=%d,seed=1", generator->name, size, LOAD_CASES);
    if (!mx_spec_parse(&parsed, problem, spec, 0, why, sizeof why))
        snprintf(spec, 128, "%.40s:%.40sseed=1", generator->name, size); /* it has fewer cases */
    if (mx_spec_parse(&parsed, problem, spec, 0, why, sizeof why))
        loads[(*count)++] = (struct mx_bench_load){generator->name, spec, quick, (uint32_t)side};
    return true;
}

/* Size number `step` of the ladder: an eighth of the default to twice the default. */
static uint64_t rung(const struct mx_parameter *size, int step) {
    uint64_t value = step < 4                               ? size->default_value >> (3 - step)
                     : size->default_value > UINT32_MAX / 2 ? size->default_value
                                                            : 2 * size->default_value;
    return value < size->least ? size->least : value > size->most ? size->most : value;
}

/* NULL when memory is short. */
static const struct mx_bench_load *ladder(const struct mx_problem *problem,
                                          struct mx_arena *arena) {
    struct mx_bench_load *loads = mx_arena_take(arena, 6 * sizeof *loads);
    const struct mx_generator *generator = &problem->generators[0];
    const int size = mx_size_parameter(generator);
    const struct mx_parameter *parameter = &generator->parameters[size < 0 ? 0 : size];
    size_t count = 0;
    bool good = loads != NULL;
    if (good && size < 0)
        good = add_load(loads, &count, problem, "", true, 0, arena);
    uint64_t before = UINT64_MAX;
    for (int step = 0; good && size >= 0 && step < 5; step++) {
        char text[64];
        const uint64_t value = rung(parameter, step);
        if (value == before)
            continue;
        before = value;
        snprintf(text, sizeof text, "%.16s=%" PRIu64 ",", parameter->key, value);
        good = add_load(loads, &count, problem, text, value <= parameter->default_value,
                        value > UINT32_MAX ? 0 : value, arena);
    }
    return good ? loads : NULL;
}

/* ---- Completion -------------------------------------------------------------------------- */

/* NULL when memory is short. */
static const char *printable(const char *text, const char *otherwise, struct mx_arena *arena) {
    char *copy = mx_arena_take(arena, MOST_WORDS);
    return copy == NULL ? NULL : mx_printable(text != NULL ? text : otherwise, copy, MOST_WORDS);
}

/* The generators with summaries and help that can be printed. NULL when memory is short. */
static const struct mx_generator *with_words(const struct mx_generator *generators,
                                             struct mx_arena *arena) {
    size_t count = 0;
    while (generators[count].name != NULL)
        count++;
    struct mx_generator *all = mx_arena_take(arena, (count + 1) * sizeof *all);
    for (size_t i = 0; all != NULL && i < count; i++) {
        all[i] = generators[i];
        if ((all[i].summary = printable(generators[i].summary, "", arena)) == NULL)
            return NULL;
        for (struct mx_parameter *p = all[i].parameters; p->key != NULL; p++)
            if ((p->help = printable(p->help, "", arena)) == NULL)
                return NULL;
    }
    return all;
}

static const struct mx_judging *with_lists(const struct mx_judging *judging,
                                           struct mx_arena *arena) {
    static const struct mx_mistake none = {.words = NULL};
    struct mx_judging *full = mx_arena_take(arena, sizeof *full);
    if (full == NULL)
        return NULL;
    *full = *judging;
    if (full->mistakes == NULL)
        full->mistakes = &none;
    return full;
}

struct mx_problem *mx_problem_complete(const struct mx_problem *problem, struct mx_arena *arena) {
    struct mx_problem *full = mx_arena_take(arena, sizeof *full);
    if (full == NULL)
        return NULL;
    *full = *problem;
    full->generators = with_words(problem->generators, arena);
    full->title = printable(problem->title, problem->name, arena);
    full->summary = printable(problem->summary, "", arena);
    full->instance_noun = printable(problem->instance_noun, "instance", arena);
    full->state_noun = printable(problem->state_noun, "state", arena);
    full->value_noun = printable(problem->value_noun, "value", arena);
    full->layer_noun = printable(problem->layer_noun, "layer", arena);
    if (problem->work_noun != NULL)
        full->work_noun = printable(problem->work_noun, "", arena);
    if (problem->states == NULL)
        full->states = zero;
    if (problem->options == NULL)
        full->options = zero;
    if (problem->answer_bytes == NULL && problem->answer_kind == MX_ANSWER_FLOATS)
        full->answer_bytes = one_float;
    if (problem->answer_bytes == NULL && problem->answer_kind == MX_ANSWER_DOUBLES)
        full->answer_bytes = one_double;
    if (problem->read_header == NULL)
        full->read_header = read_no_header;
    if (problem->write_header == NULL)
        full->write_header = write_no_header;
    if (problem->textbook == NULL)
        full->textbook = problem->variants[0];
    if (problem->bench_loads == NULL)
        full->bench_loads = ladder(problem, arena);
    if (problem->judging != NULL)
        full->judging = with_lists(problem->judging, arena);
    bool whole = full->generators != NULL && full->title != NULL && full->summary != NULL &&
                 full->instance_noun != NULL && full->state_noun != NULL &&
                 full->value_noun != NULL && full->layer_noun != NULL &&
                 full->bench_loads != NULL && (problem->judging == NULL || full->judging != NULL) &&
                 (problem->work_noun == NULL || full->work_noun != NULL);
    return whole ? full : NULL;
}
