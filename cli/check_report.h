/* The output of mexbench check: a row for each variant, or a JSON document. */
#ifndef MX_CHECK_REPORT_H
#define MX_CHECK_REPORT_H

#include <jansson.h>

#include "cli/flags.h"
#include "harness/check/check.h"

/* The settings of the check, for the command that repeats a failure. */
struct mx_check_call {
    const struct mx_problem *problem;
    const struct mx_flags *flags;
    uint64_t seed;
    const char *workload; /* NULL = boards from the seed */
    int dialect;
};

/* Prints a row and, below a failure, the board, indented and in the judge's format. */
void mx_check_print(const struct mx_check_call *call, const struct mx_check_result *result);

/* The row as an object, owned by the caller; NULL when memory is short. */
json_t *mx_check_result_as_json(const struct mx_check_call *call,
                                const struct mx_check_result *result);

/* A number, as a string if it does not fit JSON's integers. */
json_t *mx_check_seed_as_json(uint64_t seed);

#endif
