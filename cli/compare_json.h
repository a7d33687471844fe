/* compare --json: the document that data/results/compare.schema.json describes. */
#ifndef MX_COMPARE_JSON_H
#define MX_COMPARE_JSON_H

#include "cli/compare_report.h"

/* Prints it on stdout. */
void mx_compare_print_json(const struct mx_comparison *comparison,
                           const struct mx_compared *compared);

#endif
