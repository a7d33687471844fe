/* What mexbench check prints: a row for each variant, or a JSON document. */
#ifndef MX_CHECK_REPORT_H
#define MX_CHECK_REPORT_H

#include <jansson.h>

#include "cli/flags.h"
#include "harness/check/check.h"

/* What the check was asked, to print the command that repeats a failure. */
struct mx_check_call {
    const struct mx_problem *problem;
    const struct mx_flags *flags;
    uint64_t seed;
    const char *workload; /* NULL = boards from the seed */
    int dialect;
};

/* A row; below a failure the board, in the judge's format and indented. */
void mx_check_print(const struct mx_check_call *call, const struct mx_check_result *result);

/* The same as an object, owned by the caller; NULL when memory is short. */
json_t *mx_check_result_as_json(const struct mx_check_call *call,
                                const struct mx_check_result *result);

/* A number that may not fit JSON's integers: a string then. */
json_t *mx_check_seed_as_json(uint64_t seed);

#endif
