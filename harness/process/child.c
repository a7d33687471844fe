#include "harness/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/interrupt.h"

/* The exit code of a child whose run returned. A kernel that calls exit or a sanitizer that ends
 * the process uses others (0, 1, 23, ...). */
enum { RETURNED = 113 };

/* How often an interrupt that came just before poll is noticed. */
enum { POLL_MS = 200 };

/* ---- The child --------------------------------------------------------------------------- */

/* Crashes must end the child, whatever handlers a test framework or a sanitizer has installed. */
static void reset_signals(void) {
    const int numbers[] = {SIGINT, SIGTERM, SIGPIPE, SIGTSTP, SIGSEGV,
                           SIGBUS, SIGILL,  SIGFPE,  SIGABRT, SIGTRAP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], SIG_DFL);
}

static _Noreturn void be_child(const struct mx_child_job *job, int pipe, pid_t parent) {
    setpgid(0, 0);
    reset_signals();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const struct mx_child_line line = {pipe, job->message_bytes};
    job->run(job->context, &line);
    _exit(RETURNED);
}

void mx_child_tell(const struct mx_child_line *line, const void *message) {
    ssize_t written;
    do
        written = write(line->pipe, message, line->message_bytes);
    while (written < 0 && errno == EINTR);
    if (written < 0)
        _exit(1);
}

/* ---- The parent -------------------------------------------------------------------------- */

enum heard { HEARD_MESSAGE, HEARD_NOTHING, HEARD_END };

/* Writes of at most PIPE_BUF bytes are atomic and all of one size, so a read of that size gets one
 * message. */
static enum heard hear(const struct mx_child_job *job, int pipe) {
    struct pollfd wait = {.fd = pipe, .events = POLLIN};
    if (poll(&wait, 1, POLL_MS) <= 0)
        return HEARD_NOTHING;
    unsigned char message[PIPE_BUF];
    ssize_t got = read(pipe, message, job->message_bytes);
    if (got < 0)
        return errno == EINTR ? HEARD_NOTHING : HEARD_END;
    if ((size_t)got < job->message_bytes)
        return HEARD_END;
    if (job->hear != NULL)
        job->hear(job->context, message);
    return HEARD_MESSAGE;
}

/* Until the child ends (FINISHED, to be refined), is silent or is no longer wanted. */
static enum mx_child_end listen_to(const struct mx_child_job *job, int pipe) {
    double last = mx_seconds();
    for (;;) {
        enum heard heard = hear(job, pipe);
        if (heard == HEARD_END)
            return MX_CHILD_FINISHED;
        if (heard == HEARD_MESSAGE)
            last = mx_seconds();
        if (mx_interrupted())
            return MX_CHILD_INTERRUPTED;
        if (mx_seconds() - last > job->silence)
            return MX_CHILD_SILENT;
    }
}

static struct mx_child_result reap(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return (struct mx_child_result){MX_CHILD_EXITED, 0};
    if (WIFSIGNALED(status))
        return (struct mx_child_result){MX_CHILD_SIGNALLED, WTERMSIG(status)};
    int code = WEXITSTATUS(status);
    if (code == RETURNED)
        return (struct mx_child_result){MX_CHILD_FINISHED, 0};
    return (struct mx_child_result){MX_CHILD_EXITED, code};
}

static struct mx_child_result be_parent(const struct mx_child_job *job, int pipe, pid_t child) {
    setpgid(child, child); /* whoever of the two is first */
    enum mx_child_end end = listen_to(job, pipe);
    close(pipe);
    if (end != MX_CHILD_FINISHED)
        kill(-child, SIGKILL);
    struct mx_child_result result = reap(child);
    return end == MX_CHILD_FINISHED ? result : (struct mx_child_result){end, 0};
}

struct mx_child_result mx_child_run(const struct mx_child_job *job) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return (struct mx_child_result){MX_CHILD_NOT_STARTED, errno};
    fflush(NULL);
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        close(ends[0]);
        be_child(job, ends[1], parent);
    }
    int cause = errno;
    close(ends[1]);
    if (child > 0)
        return be_parent(job, ends[0], child);
    close(ends[0]);
    return (struct mx_child_result){MX_CHILD_NOT_STARTED, cause};
}

/* ---- Words ------------------------------------------------------------------------------- */

const char *mx_child_end_in_words(struct mx_child_result result, double silence, char *text,
                                  size_t room) {
    const char *signal_name = NULL;
    switch (result.end) {
    case MX_CHILD_FINISHED:
        snprintf(text, room, "finished");
        break;
    case MX_CHILD_SIGNALLED:
        signal_name = sigabbrev_np(result.detail);
        if (signal_name != NULL)
            snprintf(text, room, "crashed (SIG%s)", signal_name);
        else
            snprintf(text, room, "crashed (signal %d)", result.detail);
        break;
    case MX_CHILD_EXITED:
        snprintf(text, room, "exited with code %d", result.detail);
        break;
    case MX_CHILD_SILENT:
        snprintf(text, room, "hangs: silent for %.3g s", silence);
        break;
    case MX_CHILD_INTERRUPTED:
        snprintf(text, room, "interrupted");
        break;
    case MX_CHILD_NOT_STARTED:
        snprintf(text, room, "cannot start a process: %s", strerror(result.detail));
        break;
    }
    return text;
}
