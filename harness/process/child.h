/* Running a function in a forked child that may crash, hang or be stopped without harm.
 *
 * The child reports through a pipe in messages of one fixed size; the parent hears each of them as
 * it comes. A child that says nothing for too long is killed, and so it is when the parent is
 * interrupted or dies: the child is a process group of its own and never outlives the call, nor
 * does a zombie. Signals have their default actions in the child, and it leaves no core file.
 *
 * The caller must never have run an OpenMP region: a region in the child would then wait for
 * threads that fork did not copy.
 */
#ifndef MX_CHILD_H
#define MX_CHILD_H

#include <stdbool.h>
#include <stddef.h>

enum mx_child_end {
    MX_CHILD_FINISHED,    /* run returned */
    MX_CHILD_SIGNALLED,   /* detail: the signal */
    MX_CHILD_EXITED,      /* run did not return; detail: the exit code (0 is possible) */
    MX_CHILD_SILENT,      /* no message within the limit */
    MX_CHILD_INTERRUPTED, /* mx_interrupted() in the parent */
    MX_CHILD_NOT_STARTED  /* pipe or fork failed; detail: errno */
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

struct mx_child_job {
    /* In the child. Its memory is a copy: only messages come back. */
    void (*run)(void *context, const struct mx_child_line *line);
    /* In the parent, for every message in order. NULL: messages are only signs of life. */
    void (*hear)(void *context, const void *message);
    void *context;
    size_t message_bytes; /* 1 .. PIPE_BUF */
    double silence;       /* seconds without a message after which the child is killed */
};

struct mx_child_result mx_child_run(const struct mx_child_job *job);

/* In the child: sends message_bytes bytes, from any thread, whole. Ends the child when the parent
 * is gone. */
void mx_child_tell(const struct mx_child_line *line, const void *message);

/* "crashed (SIGSEGV)", "exited with code 1", "hangs: silent for 10 s", ... Returns text. */
const char *mx_child_end_in_words(struct mx_child_result result, double silence, char *text,
                                  size_t room);

#endif
