/* The table digest (support/digest.h) of a run that was solved. */
#ifndef MX_DIGESTS_H
#define MX_DIGESTS_H

#include "kernel.h"

/* Whether a digest can be had from the variant: it writes run->digests, or it keeps every state. */
bool mx_can_digest(const struct mx_variant *variant);

/* Adds the digest of every instance of a run that returned MX_SOLVED to *sum: from run->digests
 * where that is set, otherwise through probe, which calls the monitor now and then. The variant
 * can digest. False when the monitor said stop; *sum is then undefined. */
bool mx_add_digests(const struct mx_problem *problem, const struct mx_variant *variant,
                    const struct mx_run *run, uint64_t *sum);

#endif
