/* Names the variant whose code is running, for the report when the process ends there.
 *
 * A kernel may call exit, as after a success. A handler at exit (cli/run_guarded.h) then sees from
 * this structure that the command itself has not finished. A parent that shares the structure
 * notices a kernel that calls _exit or crashes.
 */
#ifndef MX_GUARD_H
#define MX_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct mx_guard {
    char at_work[160]; /* the variant that solves, or the plug-in that is loaded; "" = none */
    char problem[64];  /* the problem of the last plug-in loaded; "" = none */
    uint64_t ended;    /* the parent's random number, once the command has finished */
};

/* The structure of this process. */
struct mx_guard *mx_guard(void);

/* From now on this process shares it with the children that it starts. Returns false when memory is
 * short. */
bool mx_guard_share(void);

/* For a child that is watched in another way: its entries stay private. */
void mx_guard_unshare(void);

/* The name of what is at work, or words for it when that is not known. A signal handler may ask. */
const char *mx_guard_culprit(void);

/* Call these before foreign code runs, and after it. */
void mx_guard_enter(const char *what);
void mx_guard_leave(void);

#endif
