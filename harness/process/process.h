/* The only code that starts and ends processes.
 *
 * Every process of the project starts here: a function in a fork (harness/process/child.h watches
 * one), a program whose limits and descendants are kept (confined.h), a sampler that is talked to
 * (measure/talk.h), a tool. All of them begin alike:
 * - signals have their default actions and none is blocked;
 * - the child ends when its parent ends, for any reason;
 * - a crash leaves no core file;
 * - a program inherits standard input, output and error, and no other descriptor unless it is given
 *   one to report on.
 *
 * fork() after an OpenMP region hangs with libgomp: a process that has run one may start programs,
 * but no functions that run another.
 */
#ifndef MX_PROCESS_H
#define MX_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#define MX_OWN_FILE (-1)
#define MX_REPORT_FILE 3

struct mx_launch {
    const char *const *argv; /* the program, found along PATH; NULL: the child is `run` alone */
    /* Called in the child, before exec; its memory is a copy. May be NULL. */
    void (*run)(void *context);
    void *context;
    int files[3];             /* standard input, output, error; MX_OWN_FILE: as ours */
    const char *folder;       /* working folder; NULL = ours */
    char *const *environment; /* NULL = ours */
    int report;               /* 0, or a descriptor that the program has as MX_REPORT_FILE */
    bool own_group;           /* the child leads a process group, which can be killed as one */
    int last_signal;          /* the signal that it gets when this process ends; 0 = SIGKILL */
};

/* Starts it. Returns 0 once the program or the function runs; else errno, without a child. */
int mx_process_start(const struct mx_launch *launch, pid_t *process);

struct mx_process_end {
    bool signalled;
    int detail; /* the signal, or the exit code */
};

/* "SIGSEGV", or "signal 40" where the signal has no name. Returns text. */
#define MX_SIGNAL_ROOM 24
const char *mx_signal_in_words(int number, char text[MX_SIGNAL_ROOM]);

/* Whether it has ended; it is not reaped. */
bool mx_process_ended(pid_t process);

/* Waits for its end, and reaps it. */
struct mx_process_end mx_process_wait(pid_t process);

/* The stops of a child by SIGSTOP and the like. Zero-initialise it. */
struct mx_stops {
    double since; /* mx_seconds at the current stop; 0 = the child runs */
    int ended;    /* stops that this process has ended */
    int signal;   /* of the last stop */
};

/* Continues a child that has been stopped for a second. Returns true when it has then stopped
 * again, several times: it stops itself. Call it often. Stops that somebody else ends do not count,
 * such as those of a job that the user stops and continues. */
bool mx_process_stops_itself(pid_t process, struct mx_stops *stops);

/* Runs argv[0] with its output and its errors to these descriptors (MX_OWN_FILE: ours), and waits.
 * Returns its exit code, 128 + the signal that ended it, or 127 when it cannot start. An interrupt
 * (harness/process/clock.h) is passed on to it. */
int mx_process_run(const char *const *argv, int output, int errors);

/* ---- This program ---- */

/* Opens /dev/null for each of standard input, output and error that is closed, so that no other
 * file gets its number. Reading from it or writing to it fails, as on a closed descriptor.
 */
void mx_hold_standard_files(void);

/* Moves standard output to another descriptor, which it returns, and makes standard output lead to
 * standard error: foreign code prints there. The programs that this one starts do not inherit the
 * descriptor. Returns -1 with errno when that fails. */
int mx_keep_output(void);

/* Its path, in a static buffer; NULL with errno when /proc does not tell. */
const char *mx_own_path(void);

/* Starts this program anew with OMP_WAIT_POLICY=passive and a short spin (GOMP_SPINCOUNT), unless
 * the environment has the first: OpenMP reads them when a program starts, before any code of the
 * program. Threads that wait then sleep. A thread that spins takes the core from the thread that it
 * waits for when another program or a larger team wants the core, too; a short solve becomes a
 * hundred times longer. `argv` is that of main, ended by NULL. Returns when nothing needs to
 * change, or when it fails. */
void mx_wait_passively(char *const *argv);

#endif
