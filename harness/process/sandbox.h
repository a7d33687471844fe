/* A sandbox for a program: bubblewrap (bwrap), which needs no privileges where the system lets
 * users have namespaces of their own.
 *
 * Inside, the program has no network. It sees the file system read-only, except for its working
 * folder and a private /tmp. It sees only its own processes, and inherits no descriptor beyond
 * standard input, output and error. Paths in /tmp that the command names are visible read-only, and
 * so is the current folder if it is there.
 *
 *     this process -> bwrap -> the keeper -> the program
 *
 * The keeper is this project's command, as process 1 of the sandbox. It starts the program, reaps
 * what the program leaves, and reports how the program ended. When this process or bwrap ends, the
 * system kills the keeper, and with it everything in the sandbox.
 */
#ifndef MX_SANDBOX_H
#define MX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct mx_arena;

/* The end of a program in a sandbox. */
struct mx_keeper_report {
    int failed;          /* errno when it did not start, else 0 */
    int status;          /* as from wait */
    double seconds;      /* processor time of it and of all children that were waited for */
    uint64_t peak_bytes; /* the largest resident set of one process */
};

/* The command that runs `argv` in a sandbox, ended by NULL, in the arena. `keeper` is the path of
 * this project's command; `folder` is the working folder, writable, or NULL: the current one,
 * read-only. NULL when memory is short. */
const char *const *mx_sandbox_command(char *const *argv, const char *keeper, const char *folder,
                                      struct mx_arena *arena);

/* The folders that a sandbox has of its own, in memory; ended by NULL. */
extern const char *const mx_sandbox_folders[];

/* The keeper in the sandbox that runs as this child; 0 = none yet. */
pid_t mx_sandbox_keeper(pid_t sandbox);

/* The keeper's work: runs the program and reports. Returns the exit code for it. */
int mx_sandbox_be_keeper(char *const *argv);

#endif
