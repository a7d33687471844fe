/* Where and how results came about, for the head of the results ("context" in JSON). */
#ifndef MX_CONTEXT_H
#define MX_CONTEXT_H

#include "cli/flags.h"
#include "measure/counters.h"

/* `full` is which suite runs; `counters` are those that it counts by. */
void mx_context_add(const struct mx_flags *flags, bool full, const struct mx_counters *counters);

#endif
