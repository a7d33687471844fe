/* A solve that is stopped wherever it can be, and goes on from there each time. */
#ifndef MX_RESUMING_H
#define MX_RESUMING_H

#include "kernel.h"

/* Solves with a variant that resumes. Every call goes one stage further than the one before, then
 * is stopped. MX_STOPPED when it does not end in as many calls as a sound variant can need. */
enum mx_outcome mx_solve_resuming(const struct mx_variant *variant, const struct mx_run *run);

#endif
