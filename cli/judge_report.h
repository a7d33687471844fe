/* What mexbench judge prints: some lines for a person, or a JSON document. */
#ifndef MX_JUDGE_REPORT_H
#define MX_JUDGE_REPORT_H

#include "harness/judge/judge.h"

void mx_judge_print(const struct mx_judge_options *options, const struct mx_judge_report *report);

void mx_judge_print_json(const struct mx_judge_options *options,
                         const struct mx_judge_report *report);

#endif
