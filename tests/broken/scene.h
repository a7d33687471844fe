/* A check of bacteria with a few variants, and assertions about its results. */
#ifndef MX_BROKEN_SCENE_H
#define MX_BROKEN_SCENE_H

#include "bacteria/bacteria.h"
#include "harness/check/check.h"
#include "support/arena.h"

#define SCENE_MOST 4

/* Zero-initialise and set variants; free the arena at the end. */
struct scene {
    const struct mx_variant *variants[SCENE_MOST + 1]; /* ended by NULL; [0] is the reference */
    const char *workload;                              /* NULL = boards from a fixed seed */
    uint64_t boards;                                   /* 0 = enough to catch the fault */
    double silence; /* seconds; 0 = more than any sound variant needs on a busy machine */
    struct mx_problem problem;
    struct mx_check_result results[SCENE_MOST];
    struct mx_arena arena;
};

#define SCENE_SEED 8113u

/* A variant of bacteria by its short name. */
const struct mx_variant *scene_sound(const char *name);

/* The reference, restricted to boards on which it is fast. */
const struct mx_variant *scene_reference(void);

void scene_run(struct scene *scene);

void assert_matches(const char *text, const char *pattern);

/* Beside the reference the variant fails, in such words; its result is returned. */
struct mx_check_result *assert_caught(struct scene *scene, const struct mx_variant *broken,
                                      const char *pattern);

/* It fails alone, and shrinks to a board of at most so many cells, which is returned. */
const struct bacteria *assert_shrinks(const struct mx_check_result *result, int cells);

#endif
