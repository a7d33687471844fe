/* solve --why: what auto compared, shape by shape. */
#ifndef MX_WHY_REPORT_H
#define MX_WHY_REPORT_H

#include <jansson.h>

#include "harness/solve/solver.h"

/* Prints on stderr, for the last shapes: the candidates with their predicted times, and the
 * measured times of those that solved boards. Times are for a batch of the size shown. */
void mx_report_why(const struct mx_solver *solver);

/* The same as a value for --json. */
json_t *mx_why_json(const struct mx_solver *solver);

#endif
