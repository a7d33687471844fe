/* One benchmark: a variant on a load (or a family of loads of growing size), checked, then timed.
 */
#ifndef MX_TIMING_H
#define MX_TIMING_H

#include "bench/agreement.h"
#include "bench/gbench.h"
#include "bench/load.h"

struct mx_timing {
    const struct mx_variant *variant;
    int threads;
    double limit; /* seconds that one solve of a load may take; beyond, it is skipped */
    struct mx_load *const *loads;        /* [count], by growing side; one when side is 0 */
    struct mx_witness *const *witnesses; /* [count], shared by all variants */
    uint32_t count;
    bool *checked; /* [count]: agreed already, in an earlier call */
};

/* The benchmark's function; data is a struct mx_timing. */
void mx_timing_run(struct gb_state *state, void *data);

#endif
