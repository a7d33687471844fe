/* What the `choose` functions of the problems share. */
#ifndef MX_CHOOSE_H
#define MX_CHOOSE_H

#include "variant.h"

/* Walks `names` (ended by NULL, best first) and returns the variant number `attempt` among those
 * that are in `variants`, need no more than `isa` and can do the batch's first instance; NULL
 * when there are fewer. */
const struct mx_variant *mx_choose_first_able(const struct mx_variant *const *variants,
                                              const char *const *names,
                                              const struct mx_batch *batch, mx_isa isa,
                                              int attempt);

/* Whether the variant can run on `isa` and solve the instance. */
bool mx_variant_able(const struct mx_variant *variant, mx_isa isa, const void *instance);

#endif
