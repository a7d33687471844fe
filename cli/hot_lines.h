/* The source lines that a variant spends its time in, by perf. */
#ifndef MX_HOT_LINES_H
#define MX_HOT_LINES_H

#include "cli/flags.h"

/* Samples this program solving `spec` again and again for about two seconds, and prints the hottest
 * lines on stdout. Where perf is missing or may not sample: one line that says so. `seconds` is
 * what one solve takes. */
void mx_print_hot_lines(const struct mx_problem *problem, const struct mx_variant *variant,
                        const char *spec, double seconds, const struct mx_flags *flags);

#endif
