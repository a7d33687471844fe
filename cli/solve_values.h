/* solve --values: the value of each board, its winning first moves, and its positions counted. */
#ifndef MX_SOLVE_VALUES_H
#define MX_SOLVE_VALUES_H

#include "cli/flags.h"

/* Solves and prints each board of the workload, whose text as given is `text`, with a digest of its
 * table if `digest`. `variant` is the one to use; NULL = auto. Returns MX_EXIT_USAGE when the
 * problem is no game with openings. */
int mx_solve_values(struct mx_workload *workload, const char *text, const struct mx_flags *flags,
                    const struct mx_variant *variant, bool digest);

#endif
