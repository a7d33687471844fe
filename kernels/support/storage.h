/* Storage beyond memory: a span of a long sequence of bytes, which the harness keeps in a file.
 *
 * A kernel appends to the end of the sequence, reads anywhere in the span and drops its start.
 * Positions count from the start of the sequence and never wrap. Transfers run while the kernel
 * computes; the kernel waits for them. It never learns of a failure: after one, the memory that was
 * to be read is undefined, and mx_stage returns false. */
#ifndef MX_SUPPORT_STORAGE_H
#define MX_SUPPORT_STORAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MX_STORAGE_UNIT 4096u /* positions, sizes and addresses are multiples of it */

/* What a solve with storage needs, and what it will move. */
struct mx_storage_plan {
    size_t workspace_bytes;
    size_t kept_bytes;    /* the first bytes of the workspace and the span: together all that a
                             resumed solve needs */
    uint64_t span_bytes;  /* the longest span */
    uint64_t stage_bytes; /* the most bytes appended between two calls of mx_stage */
    uint64_t written_bytes, read_bytes; /* in a whole solve that is not resumed */
    uint64_t choice;                    /* the kernel's own */
};

/* Plans a solve with at most `memory` bytes of workspace; on false, it needs at least
 * plan->workspace_bytes (SIZE_MAX = storage does not help). The plan depends on the shape of the
 * batch, threads and memory alone. */
struct mx_batch;
typedef bool mx_storage_planner(const struct mx_batch *batch, int threads, size_t memory,
                                struct mx_storage_plan *plan);

/* append and read return the number of the transfer. Its memory must stay in place until wait has
 * returned for this number or a later one. */
struct mx_storage {
    const struct mx_storage_plan *plan;
    uint64_t (*append)(void *context, const void *from, size_t bytes);
    uint64_t (*read)(void *context, uint64_t at, void *to, size_t bytes);
    void (*wait)(void *context, uint64_t transfer);
    void (*drop)(void *context, uint64_t before); /* transfers of these bytes have ended */
    void *context;
};

#endif
