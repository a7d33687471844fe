/* A monitor that says stop when the time is up, or when the user interrupts. */
#ifndef MX_DEADLINE_H
#define MX_DEADLINE_H

#include <stdint.h>

#include "harness/process/clock.h"
#include "harness/process/interrupt.h"

struct mx_deadline {
    double at; /* on mx_seconds()'s clock */
};

/* For mx_monitor.stage; `context` is a struct mx_deadline. */
static inline bool mx_before_deadline(void *context, uint64_t done, uint64_t total) {
    const struct mx_deadline *deadline = context;
    (void)done, (void)total;
    return mx_seconds() < deadline->at && !mx_interrupted();
}

#endif
