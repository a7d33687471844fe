/* Runs verbs so that a plug-in or a variant that ends the process never looks like success.
 *
 * Every verb runs variants in its own process, except check. When a variant calls exit there, a
 * handler names it and the exit code is MX_EXIT_ERROR. With --plugin, the verb runs in a child, and
 * its parent only waits. The parent also notices _exit and crashes, and kills the processes that a
 * kernel has started and left. The child's end counts only when the child has written the parent's
 * random number to memory that both share.
 */
#ifndef MX_RUN_GUARDED_H
#define MX_RUN_GUARDED_H

#include "harness/input/plugins.h"

/* Runs a verb, or the main of a program, in this way. Begins with mx_output_begin. Returns the exit
 * code. */
int mx_run_guarded(int argc, char **argv, int (*run)(int argc, char **argv));

/* Loads the objects of --plugin; exits with a message when one cannot be loaded. */
void mx_load_plugins(const struct mx_plugin_paths *plugins);

/* From now on the process must not end with 0 before `run` returns: the command line is read, and
 * code of variants may run. */
void mx_watch_the_end(void);

#endif
