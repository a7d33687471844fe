/* One benchmark: a variant on a load (or a family of loads of growing size), checked, then timed.
 */
#ifndef MX_TIMING_H
#define MX_TIMING_H

#include "bench/checking.h"
#include "bench/gbench.h"
#include "measure/counters.h"
#include "measure/load.h"

struct mx_timing {
    const char *name; /* of the benchmark */
    const struct mx_variant *variant;
    int threads;
    double limit; /* seconds that one solve of a load may take; beyond, it is skipped */
    mx_isa isa;   /* no witness uses a wider one */
    struct mx_checked_load *const *loads; /* [count], by growing side; one when side is 0; shared by
                                             all variants */
    uint32_t count;
    struct mx_checked *checked;   /* [count], set by the first call for a load. Repetitions must
                                     end alike: the library aborts when some of them have a time and
                                     others an error */
    struct mx_counters *counters; /* open; shared by all */
    void (*stop)(void);           /* called when the run is interrupted; does not return */
    void (*no_memory)(void);      /* called when a checked solve fails; does not return */
};

/* The benchmark's function; data is a struct mx_timing. */
void mx_timing_run(struct gb_state *state, void *data);

#endif
