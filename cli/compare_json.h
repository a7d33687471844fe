/* The JSON of mexbench compare, as data/results/compare.schema.json says. */
#ifndef MX_COMPARE_JSON_H
#define MX_COMPARE_JSON_H

#include "cli/compare_report.h"

/* Whether that can be written, before anything takes its time: a new file, or one that is a file.
 * False: says why on stderr. */
bool mx_compare_can_write(const char *path);

/* Whole or not at all: harness/process/files.h. False: says why on stderr. */
bool mx_compare_write_json(const struct mx_comparison *comparison,
                           const struct mx_compared *compared, const char *path);

#endif
