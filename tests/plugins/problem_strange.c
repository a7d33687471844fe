/* A problem whose members a test changes: MEMBERS and VARIANT_MEMBERS override those that
 * are good, and statements that MAKE, BYTES, SAME, SOLVE and ANSWER_BYTES add to its functions. The
 * answer is the instance's own number, or with LONG bytes of it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "problem.h"
#include "support/arena.h"

#ifndef MEMBERS
#define MEMBERS .summary = "strange"
#endif
#ifndef MAKE
#define MAKE
#endif
#ifndef BYTES
#define BYTES
#endif
#ifndef SAME
#define SAME
#endif
#ifndef SOLVE
#define SOLVE
#endif
#ifndef CONTRACT
#define CONTRACT MX_CONTRACT_VERSION
#endif
#ifndef PROBLEM_BYTES
#define PROBLEM_BYTES sizeof(struct mx_problem)
#endif
#ifndef VARIANT_MEMBERS
#define VARIANT_MEMBERS .max_batch = 4
#endif
#ifndef PARAMETER
#define PARAMETER                                                                                  \
    { "n", "words", false, 1, 100, 10, NULL }
#endif

static size_t bytes(const void *instance) {
    static size_t calls;
    calls++;
    BYTES;
    return 8 * *(const uint64_t *)instance;
}

static bool same_shape(const void *a, const void *b) {
    SAME;
    return bytes(a) == bytes(b);
}

static const void *make(const uint64_t *values, uint64_t seed, uint64_t index,
                        struct mx_arena *arena) {
    uint64_t count = values[0] + (seed + index) % 3;
    MAKE;
    uint64_t *words = mx_arena_take(arena, 8 * count);
    if (words != NULL)
        words[0] = count;
    return words;
}

static void write_answer(FILE *file, uint64_t number, uint64_t answer) {
    fprintf(file, "%d: %d\n", (int)number, (int)answer);
}

static void write_long_answer(FILE *file, uint64_t number, const void *instance,
                              const void *answer) {
    fprintf(file, "%d: %.*s\n", (int)number, (int)*(const uint64_t *)instance,
            (const char *)answer);
}

static size_t answer_bytes(const void *instance) {
    return *(const uint64_t *)instance;
}

static size_t no_bytes(const void *instance) {
    (void)instance;
    return 0;
}

static enum mx_outcome solve(const struct mx_run *run) {
    for (uint32_t i = 0; i < run->batch.count; i++) {
        const uint64_t *words = mx_instance(&run->batch, i);
        if (run->long_answers != NULL)
            memset(mx_answer(run, i), 'a', words[0]);
        else
            run->answers[i] = words[0];
    }
    SOLVE;
    return MX_SOLVED;
}

static enum mx_outcome solve_rightly(const struct mx_run *run) {
    for (uint32_t i = 0; i < run->batch.count; i++) {
        const uint64_t *words = mx_instance(&run->batch, i);
        if (run->long_answers != NULL)
            memset(mx_answer(run, i), 'a', words[0]);
        else
            run->answers[i] = words[0];
    }
    return MX_SOLVED;
}

/* The setting --words. */
static const void *set_words(const void *instance, const char *value, struct mx_arena *arena,
                             char *why, size_t room) {
    const uint64_t count = strtoull(value, NULL, 10);
    uint64_t *words = count > 0 ? mx_arena_take(arena, 8 * count) : NULL;
    if (words != NULL)
        words[0] = count;
    else
        snprintf(why, room, "no words instead of %u", (unsigned)*(const uint64_t *)instance);
    return words;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return (size_t)threads * batch->count;
}

static const struct mx_variant strange_right = {
    "strange_right", "right", 4, workspace_bytes, solve_rightly, .keeps = MX_KEEPS_ANSWER};
static const struct mx_variant strange_other = {.name = "strange_other",
                                                .idea = "other",
                                                .max_batch = 1,
                                                .workspace_bytes = workspace_bytes,
                                                .solve = solve,
                                                VARIANT_MEMBERS};
static const struct mx_variant *const variants[] = {&strange_right, &strange_other, NULL};
static const struct mx_generator generators[] = {
    {.name = "words", .summary = "words", .parameters = {PARAMETER}, .make = make}, {.name = NULL}};
static const struct mx_problem problem = {.name = "strange",
                                          .bytes = bytes,
                                          .same_shape = same_shape,
                                          .generators = generators,
                                          .variants = variants,
#ifdef LONG
                                          .answer_kind = MX_ANSWER_BYTES,
                                          .answer_bytes = answer_bytes,
                                          .write_long_answer = write_long_answer,
#else
                                          .write_answer = write_answer,
#endif
                                          MEMBERS};

extern const struct mx_problem_plugin mx_problem_plugin;
const struct mx_problem_plugin mx_problem_plugin = {
    CONTRACT,      sizeof(struct mx_run),       sizeof(struct mx_variant),
    PROBLEM_BYTES, sizeof(struct mx_generator), &problem};

extern const void *const unused[];
const void *const unused[] = {(const void *)write_answer, (const void *)write_long_answer,
                              (const void *)answer_bytes, (const void *)no_bytes,
                              (const void *)set_words};
