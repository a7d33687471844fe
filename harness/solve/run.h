/* Calls the solve of a variant whose outcome is not taken on trust. */
#ifndef MX_RUN_H
#define MX_RUN_H

#include "variant.h"

/* Beside the outcomes of a variant: it broke the contract of variant.h. */
#define MX_BROKE_CONTRACT ((enum mx_outcome)(MX_GAVE_UP + 1))

/* Solves, with the guard (harness/process/guard.h) naming the variant meanwhile. Returns MX_STOPPED
 * only if the monitor has said so. On MX_BROKE_CONTRACT, why[room] names the variant and what it
 * did. */
enum mx_outcome mx_run_variant(const struct mx_variant *variant, const struct mx_run *run,
                               char *why, size_t room);

#endif
