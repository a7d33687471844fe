#include "measure/counts_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *mx_counts_write(const struct mx_counters *counters, const struct mx_counts *counts,
                            double solves, char text[MX_COUNTS_WORDS]) {
    char why[MX_COUNTS_WHY];
    size_t used = 0;
    for (int i = 0; i < MX_COUNTER_COUNT; i++)
        used += (size_t)snprintf(text + used, MX_COUNTS_WORDS - used, " %.9g",
                                 counts->value[i] / solves);
    snprintf(text + used, MX_COUNTS_WORDS - used, " %.6g %s", counts->share,
             mx_counter_state(counters, MX_CYCLES, why, sizeof why));
    return text;
}

static bool read_number(const char **text, double *number) {
    char *end;
    *number = strtod(*text, &end);
    bool read = end != *text;
    *text = end;
    return read;
}

struct mx_counts_told mx_counts_read(const char *text) {
    struct mx_counts_told told;
    bool good = true;
    for (int i = 0; i < MX_COUNTER_COUNT && good; i++)
        good = read_number(&text, &told.counts.value[i]);
    good = good && read_number(&text, &told.counts.share);
    for (int i = 0; i < MX_COUNTER_COUNT && !good; i++)
        told.counts.value[i] = NAN;
    snprintf(told.cycles, sizeof told.cycles, "%s",
             good ? text + strspn(text, " ")
                  : "not available: the other build does not count events");
    return told;
}
