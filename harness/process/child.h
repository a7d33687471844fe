/* Runs a function in a forked child, which may crash, hang or be stopped without harm.
 *
 * The child reports through a pipe in messages of one fixed size, and the parent reads each at
 * once. The end of the run is such a message too, with a random number that the parent has chosen.
 * A child that ends in any other way has not finished, whatever its exit code.
 *
 * A child that is silent for too long is killed (harness/process/silence.h).
 *
 * The child is a process group of its own. Neither the child nor a process that it started outlives
 * the call. The caller must have no other children (harness/process/descendants.h), and must never
 * have run an OpenMP region (harness/process/process.h).
 */
#ifndef MX_CHILD_H
#define MX_CHILD_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mx_child_end {
    MX_CHILD_FINISHED,    /* run returned */
    MX_CHILD_SIGNALLED,   /* detail: the signal */
    MX_CHILD_EXITED,      /* run did not return; detail: the exit code (0 is possible) */
    MX_CHILD_LOOPS,       /* silent, computing */
    MX_CHILD_WAITS,       /* silent, without using a processor although it could */
    MX_CHILD_STOPS,       /* stops itself; detail: the signal */
    MX_CHILD_STARVED,     /* silent, but with too little processor time to decide */
    MX_CHILD_INTERRUPTED, /* mx_interrupted() in the parent */
    MX_CHILD_NOT_STARTED  /* detail: errno */
};

struct mx_child_result {
    enum mx_child_end end;
    int detail;
};

/* The child's end of the pipe. */
struct mx_child_line {
    int pipe;
    size_t message_bytes;
};

#define MX_CHILD_MOST_BYTES (PIPE_BUF - sizeof(uint64_t))

struct mx_child_job {
    /* Called in the child. Its memory is a copy: only messages come back. */
    void (*run)(void *context, const struct mx_child_line *line);
    /* Called in the parent for every message, in order. NULL: messages are only signs of life. */
    void (*hear)(void *context, const void *message);
    void *context;
    size_t message_bytes; /* 1 .. MX_CHILD_MOST_BYTES */
    double silence;       /* seconds after which a silent child is killed */
};

struct mx_child_result mx_child_run(const struct mx_child_job *job);

/* For the child: sends message_bytes bytes as one message, from any thread. Ends the child when the
 * parent has ended. */
void mx_child_tell(const struct mx_child_line *line, const void *message);

/* "crashed (SIGSEGV)", "exited with code 1", "hangs: silent for 10 s ...", ... Returns text. */
const char *mx_child_end_in_words(struct mx_child_result result, double silence, char *text,
                                  size_t room);

#endif
