/* Checks a plug-in before it is used: versions, sizes, required members. */
#ifndef MX_PLUGIN_CHECKS_H
#define MX_PLUGIN_CHECKS_H

#include "problem.h"

#define MX_MOST_NAME 64

/* Whether a plug-in of this contract version, with structures of these sizes, fits this mexbench:
 * each ours[i] is the size that theirs[i] must have. On false, why[room] says what to change; the
 * same holds for the functions below. */
bool mx_contract_is_ours(uint32_t contract, const uint32_t *theirs, const size_t *ours,
                         size_t count, char *why, size_t room);

/* Whether a variant may join the problem. */
bool mx_variant_is_good(const struct mx_problem *problem, const struct mx_variant *variant,
                        char *why, size_t room);

/* Whether a problem may join the table with all of its variants. Calls none of its functions. */
bool mx_problem_is_good(const struct mx_problem *problem, char *why, size_t room);

/* Calls its generators, and the functions that an instance needs, with default parameters, and
 * compares their results. Run it where a crash does no harm. `tell` is called before each step with
 * words for the case that the step does not return. */
bool mx_problem_rehearse(const struct mx_problem *problem,
                         void (*tell)(void *context, const char *step), void *context, char *why,
                         size_t room);

#endif
