/* What one core of this machine can do at most, measured: vector operations and bytes for each
 * second, to set kernels against (docs/methodology.md, "The limits of the machine"). */
#ifndef MX_LIMITS_H
#define MX_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/machine.h"

#define MX_LIMIT_LEVELS 4 /* first, second and third level cache, memory */
#define MX_LIMIT_ISAS 3

/* Bytes for each second from or within memory that the level holds. */
struct mx_bandwidth {
    const char *level;  /* "L1d", "L2", "L3", "memory" */
    size_t cache;       /* bytes of the cache; 0 = not known, or memory */
    size_t working_set; /* bytes that were gone through; 0 = not measured */
    double read;        /* NAN = not measured */
    double copy;        /* bytes read and bytes written together */
    char why[160];      /* why it was not measured, or "" */
};

/* Operations on vectors for each ns. */
struct mx_issue_rate {
    mx_isa isa;
    size_t vector_bytes;
    double and_rate, add_rate;
};

struct mx_limits {
    mx_isa isa; /* that bandwidths were measured with: the widest that runs here */
    struct mx_bandwidth level[MX_LIMIT_LEVELS];
    struct mx_issue_rate issue[MX_LIMIT_ISAS]; /* [issues], those that run here */
    int issues;
    double seconds; /* that the measurement took */
};

/* Measures on the calling thread, for `seconds` a figure; there are at most 14. A level is left out
 * when its size is not known or when there is not enough memory. */
void mx_limits_measure(const struct mx_machine *machine, double seconds, struct mx_limits *limits);

#endif
