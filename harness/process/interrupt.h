/* SIGINT and SIGTERM as a flag that long work looks at. */
#ifndef MX_INTERRUPT_H
#define MX_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT or SIGTERM sets the flag and interrupts blocking system calls; the
 * second one has its default action. For the process that coordinates; children get the default
 * actions back (harness/process/child.h). */
void mx_interrupts_install(void);

/* Whether such a signal came since. Safe from any thread. */
bool mx_interrupted(void);

#endif
