/* The conditions of the results, for their head ("context" in JSON). */
#ifndef MX_CONTEXT_H
#define MX_CONTEXT_H

#include "bench/suite.h"

/* Adds build, machine, options, problems and the sources of all counts to the results. */
void mx_context_add(const struct mx_suite_options *options, const struct mx_counters *counters);

#endif
