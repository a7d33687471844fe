/* A workload held in memory for timing: its boards by shape, and the work of a solve.
 */
#ifndef MX_LOAD_H
#define MX_LOAD_H

#include "harness/solve/window.h"

struct mx_load {
    const struct mx_problem *problem;
    const char *label; /* in the benchmark's name; the caller's */
    const char *spec;  /* in the notation of harness/input/workload.h; the caller's */
    uint64_t side;     /* size in a family of loads with one label; 0 = alone */

    struct mx_window window;  /* all boards */
    struct mx_spec generated; /* the boards' source; its generator is NULL for a file */
    uint64_t hash;            /* of the boards' bytes in order */
    double states, options;   /* of all boards together, as the problem counts them */
};

/* Reads or makes the boards. On false, why[room] has the reason, for example more than
 * MX_WINDOW_BOARDS boards. */
bool mx_load_open(struct mx_load *load, const struct mx_problem *problem, const char *label,
                  const char *spec, int dialect, uint64_t seed, char *why, size_t room);

/* Whether the variant can solve every board; else why[room] says why not. */
bool mx_load_suits(const struct mx_load *load, const struct mx_variant *variant, mx_isa isa,
                   char *why, size_t room);

/* The most bytes that a variant needs at a time. */
size_t mx_load_workspace(const struct mx_load *load, const struct mx_variant *variant, int threads);

void mx_load_close(struct mx_load *load);

#endif
