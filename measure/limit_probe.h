/* Loops that repeat one operation as fast as one core can, compiled once for each instruction set
 * (limit_probe.c). */
#ifndef MX_LIMIT_PROBE_H
#define MX_LIMIT_PROBE_H

#include <stddef.h>
#include <stdint.h>

#include "support/cpu.h"

#define MX_PROBE_OPERATIONS 48u /* vector operations in a round */
#define MX_PROBE_BLOCK 512u     /* `bytes` below are a multiple; memory is so aligned, or to 64 */

struct mx_limit_probe {
    mx_isa isa; /* required of the processor */
    size_t vector_bytes;

    /* Independent operations on vectors in registers. */
    void (*and_rounds)(uint64_t rounds);
    void (*add_rounds)(uint64_t rounds);

    /* Reads or copies all bytes from the first to the last, the given number of times. */
    void (*read_passes)(const void *from, size_t bytes, uint64_t passes);
    void (*copy_passes)(void *to, const void *from, size_t bytes, uint64_t passes);
};

/* The probes of this build, narrowest first, ended by NULL. */
extern const struct mx_limit_probe *const mx_limit_probes[];

#endif
