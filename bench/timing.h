/* One benchmark: a variant on a load (or a family of loads of growing size), checked, then timed.
 */
#ifndef MX_TIMING_H
#define MX_TIMING_H

#include "bench/gbench.h"
#include "measure/agreement.h"
#include "measure/counters.h"
#include "measure/load.h"

/* The outcome of the first call for a load. Later calls are repetitions and must end alike: the
 * library aborts when some repetitions of a benchmark have a time and others an error. */
struct mx_checked {
    enum { MX_UNCHECKED, MX_CHECKED, MX_SKIPPED, MX_FAILED } what;
    char text[512]; /* why it was skipped or failed */
    double work;    /* options that the variant evaluated, by its own count; 0 = not known */
};

struct mx_timing {
    const char *name; /* of the benchmark */
    const struct mx_variant *variant;
    int threads;
    double limit; /* seconds that one solve of a load may take; beyond, it is skipped */
    struct mx_load *const *loads;        /* [count], by growing side; one when side is 0 */
    struct mx_witness *const *witnesses; /* [count], shared by all variants */
    uint32_t count;
    struct mx_checked *checked;   /* [count], of the first call */
    struct mx_counters *counters; /* open; shared by all */
    void (*stop)(void);           /* called when the run is interrupted; does not return */
    void (*no_memory)(void);      /* called when a checked solve fails; does not return */
};

/* The benchmark's function; data is a struct mx_timing. */
void mx_timing_run(struct gb_state *state, void *data);

#endif
