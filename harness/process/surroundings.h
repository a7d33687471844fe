/* The state that foreign code (a kernel, or the constructor of a plug-in) must leave unchanged,
 * because the calling process continues with it. */
#ifndef MX_SURROUNDINGS_H
#define MX_SURROUNDINGS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#define MX_SIGNALS 32 /* without real-time signals */

struct mx_surroundings {
    char locale[256];
    uint64_t
        floating_point; /* rounding, exceptions that trap, flushing to zero, registers in use */
    struct sigaction actions[MX_SIGNALS];
    sigset_t blocked;
    bool has_children;
};

void mx_surroundings_note(struct mx_surroundings *surroundings);

/* Names the first change since then, such as "changes the locale"; NULL = none. */
const char *mx_surroundings_change(const struct mx_surroundings *before);

#endif
