/* Which code of a variant is at work, for the one that notices that the process ends there.
 *
 * A kernel may call exit, as if all were well; a handler at exit (cli/run_guarded.h) sees from this
 * that the command itself has not come to its end. One that calls _exit or crashes is noticed by a
 * parent that shares this with it.
 */
#ifndef MX_GUARD_H
#define MX_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct mx_guard {
    char at_work[160]; /* the variant that solves, or what is loaded; "" = none */
    char problem[64];  /* of the last plug-in that was loaded; "" = none */
    uint64_t ended;    /* a number that the parent has drawn, once the command came to its end */
};

/* That of this process. */
struct mx_guard *mx_guard(void);

/* From now on this process shares it with the children that it starts. False when memory is
 * short. */
bool mx_guard_share(void);

/* In a child that is watched in another way: what it enters concerns nobody else. */
void mx_guard_unshare(void);

/* Before foreign code runs, and after it. */
void mx_guard_enter(const char *what);
void mx_guard_leave(void);

#endif
