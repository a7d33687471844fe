/* The measured limits of one core of this machine: vector operations and bytes per second, as
 * bounds for kernels (docs/methodology.md, "The limits of the machine"). */
#ifndef MX_LIMITS_H
#define MX_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/machine.h"

#define MX_LIMIT_LEVELS 4 /* first, second and third level cache, memory */
#define MX_LIMIT_ISAS 3

/* Bytes per second, read from or copied within memory that fits the level. */
struct mx_bandwidth {
    const char *level;  /* "L1d", "L2", "L3", "memory" */
    size_t cache;       /* bytes of the cache; 0 = unknown, or memory */
    size_t working_set; /* bytes used; 0 = not measured */
    double read;        /* NAN = not measured */
    double copy;        /* bytes read and bytes written together */
    char why[160];      /* why it was not measured, or "" */
};

/* Vector operations per ns. */
struct mx_issue_rate {
    mx_isa isa;
    size_t vector_bytes;
    double and_rate, add_rate;
};

struct mx_limits {
    mx_isa isa; /* used for the bandwidths: the widest that runs here */
    struct mx_bandwidth level[MX_LIMIT_LEVELS];
    struct mx_issue_rate issue[MX_LIMIT_ISAS]; /* [issues], those that run here */
    int issues;
    double clock;   /* cycles a second */
    double seconds; /* duration of the measurement */
};

/* What a unit of work takes at best by a variant's own instructions, in cycles of a processor that
 * a model of llvm-mca describes: no misses, no mispredicted branch. From kernels/bounds.def, which
 * scripts/bound generates. */
struct mx_code_bound {
    const char *variant, *model;
    double cycles;
};

/* NULL if it was not counted. */
const struct mx_code_bound *mx_code_bound_of(const char *variant);
size_t mx_code_bounds(void); /* how many variants have one */

/* Cycles a second of one core, by additions that wait for each other, measured for `seconds`. */
double mx_measure_clock(double seconds);

/* Measures on the calling thread, for `seconds` per figure; there are at most 15 figures. Omits a
 * level when its size is unknown or memory is short. */
void mx_limits_measure(const struct mx_machine *machine, double seconds, struct mx_limits *limits);

#endif
