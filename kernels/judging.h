/* What a problem says to `mexbench judge`, which runs programs of contestants on its boards. */
#ifndef MX_JUDGING_H
#define MX_JUDGING_H

#include "kernel.h"

/* Boards for programs to be judged on; those beyond the judge's limits are skipped. */
struct mx_judge_load {
    const char *spec; /* a workload without a seed */
    bool largest;     /* costs as much as the judge allows: comes last, and is timed */
};

/* A known way to go wrong, by the answers it leads to: those of another board (misread), or some of
 * its own (mistaken). One of the two is NULL. */
struct mx_mistake {
    const char *words; /* "its answers are those of ..." */
    const void *(*misread)(const void *instance, struct mx_arena *arena);
    bool (*mistaken)(const void *instance, uint64_t right, uint64_t *answer);
    /* NULL, false: the board or the mistake on it is not defined, or memory is short. */
};

/* What the judges of a problem give to programs, and what they allow them. */
struct mx_judging {
    const char *samples;   /* an input in the first dialect */
    uint64_t cases;        /* most in one input */
    double seconds;        /* of processor time for one input */
    uint64_t memory_bytes; /* resident */
    bool (*allows)(const void *instance);
    const struct mx_judge_load *loads; /* ended by a NULL spec */
    const struct mx_mistake *mistakes; /* ended by NULL words */
};

#endif
