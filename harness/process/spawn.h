/* Running another program and waiting for it. */
#ifndef MX_SPAWN_H
#define MX_SPAWN_H

/* The path of this program, in a static buffer; NULL when it cannot be found out. */
const char *mx_own_path(void);

/* Runs argv[0], found along PATH, with stdout and stderr to the descriptor `output`, or where ours
 * go when it is -1. Returns its exit code, 128 + the signal that ended it, or 127 when it could
 * not be started. An interrupt (harness/process/interrupt.h) is passed on to it, and it gets one
 * when we are killed. */
int mx_spawn(const char *const *argv, int output);

#endif
