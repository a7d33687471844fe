/* The output of bench when the library's flags ask for nothing else: the context in one line, then
 * a line for each benchmark. */
#ifndef MX_CONSOLE_H
#define MX_CONSOLE_H

#include "bench/gbench.h"
#include "bench/suite.h"

/* Prints the context to standard error. Rows go to the output, below a head. */
void mx_console_begin(FILE *output, const struct mx_suite_options *options,
                      const struct mx_counters *counters);

/* Median, interval at 95%, speed over the first variant that has a time on the load, agreement.
 * Where memory for the loads is short, the speed is left out. */
void mx_console_row(const struct gb_row *row);

void mx_console_end(void);

#endif
