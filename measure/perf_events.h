/* Linux's counters, by perf_event_open. */
#ifndef MX_PERF_EVENTS_H
#define MX_PERF_EVENTS_H

#include "measure/counters.h"

extern const struct mx_counter_system mx_perf_events;

#endif
