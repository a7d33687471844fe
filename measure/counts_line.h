/* Counts as words of a line, for processes that talk to each other (measure/serve.h). */
#ifndef MX_COUNTS_LINE_H
#define MX_COUNTS_LINE_H

#include "measure/counters.h"

#define MX_COUNTS_WORDS 512
#define MX_COUNTS_WHY 160

/* The counts of one solve, and the reason if hardware events are not available. */
struct mx_counts_told {
    struct mx_counts counts;
    char cycles[MX_COUNTS_WHY]; /* mx_counter_state of cycles */
};

/* " VALUE... SHARE STATE": every counter in its order, nan where it is missing. Returns text. */
const char *mx_counts_write(const struct mx_counters *counters, const struct mx_counts *counts,
                            double solves, char text[MX_COUNTS_WORDS]);

/* Parses the line of the other process. A build that reports less gives no counts, and the state
 * says so. */
struct mx_counts_told mx_counts_read(const char *text);

#endif
