/* Time that the hypervisor gave to other machines, from /proc/stat. */
#ifndef MX_STEAL_H
#define MX_STEAL_H

#include <stdint.h>
#include <stdio.h>

struct mx_steal {
    uint64_t stolen, total; /* ticks of all cores since boot; total 0 = not known */
};

/* Reads the first line of /proc/stat (proc(5)). */
struct mx_steal mx_steal_read(FILE *stat);

struct mx_steal mx_steal_now(void);

/* The stolen share of the time of all cores between the two, 0 .. 1; -1 when it is unknown or no
 * tick passed. */
double mx_steal_fraction(struct mx_steal before, struct mx_steal after);

#endif
