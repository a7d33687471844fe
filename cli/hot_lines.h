/* The source lines where a variant spends its time, by perf. */
#ifndef MX_HOT_LINES_H
#define MX_HOT_LINES_H

#include "cli/flags.h"

struct mx_hot_line {
    char place[256]; /* "file.c:56" */
    double percent;  /* of all samples */
};

#define MX_HOT_LINES 8

/* Samples this program while it solves `spec` for about two seconds; one solve takes `seconds`.
 * Returns the number of lines, hottest first; 0 where perf is missing or may not sample. */
int mx_hot_lines(const struct mx_problem *problem, const struct mx_variant *variant,
                 const char *spec, double seconds, const struct mx_flags *flags,
                 struct mx_hot_line lines[MX_HOT_LINES]);

#endif
