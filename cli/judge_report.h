/* The reports of mexbench judge: text, or a JSON document. `sandbox` says in words how the program
 * was confined. */
#ifndef MX_JUDGE_REPORT_H
#define MX_JUDGE_REPORT_H

#include "harness/judge/judge.h"

void mx_judge_print(const struct mx_judge_options *options, const struct mx_judge_report *report,
                    const char *sandbox);

void mx_judge_print_json(const struct mx_judge_options *options,
                         const struct mx_judge_report *report, const char *sandbox);

#endif
