/* On the pipe a message is a word and its bytes. The word is 0 or, at the end of the run, the
 * random number that the parent has chosen. */
#include "harness/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/descendants.h"
#include "harness/process/guard.h"
#include "harness/process/process.h"
#include "harness/process/silence.h"

/* The interval at which the child is observed. */
enum { LOOK_MS = 100, CLOSED_US = 2000 };

struct child {
    const struct mx_child_job *job;
    int ends[2];
    uint64_t last_word; /* never 0 */
    pid_t process;
};

/* ---- The child --------------------------------------------------------------------------- */

static bool send(int pipe, uint64_t word, const void *message, size_t bytes) {
    unsigned char packet[PIPE_BUF] = {0};
    ssize_t written;
    memcpy(packet, &word, sizeof word);
    if (message != NULL)
        memcpy(packet + sizeof word, message, bytes);
    do
        written = write(pipe, packet, sizeof word + bytes);
    while (written < 0 && errno == EINTR);
    return written >= 0;
}

void mx_child_tell(const struct mx_child_line *line, const void *message) {
    if (!send(line->pipe, 0, message, line->message_bytes))
        _exit(1);
}

static void be_child(void *context) {
    const struct child *child = context;
    const struct mx_child_line line = {child->ends[1], child->job->message_bytes};
    close(child->ends[0]);
    mx_guard_unshare();
    child->job->run(child->job->context, &line);
    send(line.pipe, child->last_word, NULL, line.message_bytes);
}

/* ---- Listening --------------------------------------------------------------------------- */

enum heard { HEARD_MESSAGE, HEARD_NOTHING, HEARD_FINISHED, HEARD_END };

/* Writes of at most PIPE_BUF bytes are atomic and all of one size, so a read of that size gets one
 * message. Processes that the child has started may hold the pipe open after its end. */
static enum heard hear(const struct child *child) {
    struct pollfd wait = {.fd = child->ends[0], .events = POLLIN};
    const size_t bytes = sizeof(uint64_t) + child->job->message_bytes;
    const bool over = mx_process_ended(child->process);
    unsigned char packet[PIPE_BUF];
    uint64_t word;
    if (poll(&wait, 1, over ? 0 : LOOK_MS) <= 0)
        return over ? HEARD_END : HEARD_NOTHING;
    ssize_t got = read(child->ends[0], packet, bytes);
    if (got == 0 && !over) /* the pipe was closed, and the child's end may follow */
        usleep(CLOSED_US);
    if (got != (ssize_t)bytes)
        return over ? HEARD_END : HEARD_NOTHING;
    memcpy(&word, packet, sizeof word);
    if (word == child->last_word)
        return HEARD_FINISHED;
    if (child->job->hear != NULL)
        child->job->hear(child->job->context, packet + sizeof word);
    return HEARD_MESSAGE;
}

/* ---- The parent -------------------------------------------------------------------------- */

/* Listens until the child finishes, ends otherwise (EXITED, to be refined), is silent, stops
 * itself or is no longer wanted. */
static enum mx_child_end listen_to(const struct child *child, int *detail) {
    static const enum mx_child_end ends[] = {[MX_SILENCE_COMPUTING] = MX_CHILD_LOOPS,
                                             [MX_SILENCE_WAITING] = MX_CHILD_WAITS,
                                             [MX_SILENCE_STARVED] = MX_CHILD_STARVED};
    struct mx_silence silence = mx_silence_begin();
    struct mx_stops stops = {0};
    for (;;) {
        const enum heard heard = hear(child);
        if (heard == HEARD_FINISHED)
            return MX_CHILD_FINISHED;
        if (heard == HEARD_END)
            return MX_CHILD_EXITED;
        if (mx_interrupted())
            return MX_CHILD_INTERRUPTED;
        if (mx_process_stops_itself(child->process, &stops)) {
            *detail = stops.signal;
            return MX_CHILD_STOPS;
        }
        if (heard == HEARD_MESSAGE) {
            silence = mx_silence_begin();
            continue;
        }
        mx_silence_note(&silence, mx_usage_of(child->process));
        const enum mx_silence_is is = mx_silence_is(&silence, child->job->silence);
        if (is != MX_SILENCE_SHORT)
            return ends[is];
    }
}

static struct mx_child_result end_child(const struct child *child) {
    int detail = 0;
    const enum mx_child_end end = listen_to(child, &detail);
    if (end != MX_CHILD_EXITED)
        kill(-child->process, SIGKILL);
    const struct mx_process_end how = mx_process_wait(child->process);
    kill(-child->process, SIGKILL); /* processes that it has started and left */
    mx_descendants_end();
    if (end != MX_CHILD_EXITED)
        return (struct mx_child_result){end, detail};
    return (struct mx_child_result){how.signalled ? MX_CHILD_SIGNALLED : MX_CHILD_EXITED,
                                    how.detail};
}

struct mx_child_result mx_child_run(const struct mx_child_job *job) {
    struct child child = {.job = job};
    const struct mx_launch launch = {.run = be_child,
                                     .context = &child,
                                     .files = {MX_OWN_FILE, MX_OWN_FILE, MX_OWN_FILE},
                                     .own_group = true};
    if (getrandom(&child.last_word, sizeof child.last_word, 0) < 0 ||
        pipe2(child.ends, O_CLOEXEC) < 0)
        return (struct mx_child_result){MX_CHILD_NOT_STARTED, errno};
    child.last_word |= 1;
    mx_descendants_adopt();
    const int failed = mx_process_start(&launch, &child.process);
    close(child.ends[1]);
    struct mx_child_result result = {MX_CHILD_NOT_STARTED, failed};
    if (failed == 0)
        result = end_child(&child);
    close(child.ends[0]);
    return result;
}

/* ---- Words ------------------------------------------------------------------------------- */

const char *mx_child_end_in_words(struct mx_child_result result, double silence, char *text,
                                  size_t room) {
    char signal[MX_SIGNAL_ROOM];
    switch (result.end) {
    case MX_CHILD_FINISHED:
        snprintf(text, room, "finished");
        break;
    case MX_CHILD_SIGNALLED:
        snprintf(text, room, "%s (%s)", result.detail == SIGKILL ? "was killed" : "crashed",
                 mx_signal_in_words(result.detail, signal));
        break;
    case MX_CHILD_STOPS:
        snprintf(text, room, "stops itself (%s)", mx_signal_in_words(result.detail, signal));
        break;
    case MX_CHILD_EXITED:
        snprintf(text, room, "exited with code %d", result.detail);
        break;
    case MX_CHILD_LOOPS:
        snprintf(text, room, "hangs: silent for %.3g s, computing", silence);
        break;
    case MX_CHILD_WAITS:
        snprintf(text, room, "hangs: silent for %.3g s, without using a processor", silence);
        break;
    case MX_CHILD_STARVED:
        snprintf(text, room, "silent for %.3g s, but it had the processor for less than %.3g s",
                 MX_SILENCE_PATIENCE * silence, silence);
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
