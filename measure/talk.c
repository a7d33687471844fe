#include "measure/talk.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "harness/process/silence.h"
#include "measure/serve.h"
#include "support/say.h"

enum { MOST_PADDING = 4096, POLL_MS = 100 };

#define ENDING_SECONDS 1.0 /* between the end of its output and the end of the process */

/* ---- Starting ---------------------------------------------------------------------------- */

/* The environment plus MEXBENCH_PADDING=xxx...; NULL when memory is short. It is one block with the
 * padding, which the caller frees. */
static char **padded_environment(struct mx_rng *rng) {
    static const char name[] = "MEXBENCH_PADDING=";
    size_t count = 0, padding = mx_rng_below(rng, MOST_PADDING);
    while (environ[count] != NULL)
        count++;
    char **copy = malloc((count + 2) * sizeof *copy + sizeof name + padding);
    if (copy == NULL)
        return NULL;
    char *text = (char *)(copy + count + 2);
    memcpy(text, name, sizeof name);
    memset(text + sizeof name - 1, 'x', padding);
    text[sizeof name - 1 + padding] = '\0';
    memcpy(copy, environ, count * sizeof *copy);
    copy[count] = text;
    copy[count + 1] = NULL;
    return copy;
}

static bool start_process(struct mx_talk *talk, const char *const *argv, struct mx_rng *rng) {
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) < 0)
        return mx_say(talk->error, sizeof talk->error, "cannot make a pipe: %s", strerror(errno));
    if (pipe2(up, O_CLOEXEC) < 0) {
        close(down[0]);
        close(down[1]);
        return mx_say(talk->error, sizeof talk->error, "cannot make a pipe: %s", strerror(errno));
    }
    char **environment = padded_environment(rng);
    const struct mx_launch launch = {.argv = argv,
                                     .files = {down[0], up[1], MX_OWN_FILE},
                                     .environment = environment,
                                     .own_group = true};
    int failed = environment == NULL ? ENOMEM : mx_process_start(&launch, &talk->process);
    free(environment);
    close(down[0]);
    close(up[1]);
    talk->requests = down[1];
    talk->answers = up[0];
    if (failed == 0)
        return true;
    close(down[1]);
    close(up[0]);
    talk->process = 0;
    return mx_say(talk->error, sizeof talk->error, "cannot start %s: %s", argv[0],
                  strerror(failed));
}

/* ---- The end of a process ---------------------------------------------------------------- */

static void close_pipes(struct mx_talk *talk) {
    close(talk->requests);
    close(talk->answers);
}

/* Kills the process and all that it has started in its group, and reaps it. */
static struct mx_process_end kill_group(struct mx_talk *talk) {
    kill(-talk->process, SIGKILL);
    const struct mx_process_end end = mx_process_wait(talk->process);
    talk->process = 0;
    return end;
}

void mx_talk_end(struct mx_talk *talk) {
    if (talk->process == 0)
        return;
    close_pipes(talk);
    kill_group(talk);
}

/* Whether the process ends by itself within ENDING_SECONDS; it is not reaped. */
static bool ends_by_itself(const struct mx_talk *talk) {
    const double start = mx_seconds();
    while (mx_seconds() - start < ENDING_SECONDS) {
        if (mx_process_ended(talk->process))
            return true;
        poll(NULL, 0, 10);
    }
    return false;
}

/* The variant at work if it is known, else the program. */
static const char *culprit(const struct mx_talk *talk) {
    return talk->at_work != NULL ? talk->at_work : talk->program;
}

/* For a process that has closed its output: reports how it ended, and ends it if it still runs. */
static bool say_ended(struct mx_talk *talk) {
    char name[MX_SIGNAL_ROOM];
    const bool alone = ends_by_itself(talk);
    close_pipes(talk);
    const struct mx_process_end end = kill_group(talk);
    if (!alone)
        return mx_say(talk->error, sizeof talk->error, "%s closed its output", culprit(talk));
    if (end.signalled)
        return mx_say(talk->error, sizeof talk->error, "%s %s (%s)", culprit(talk),
                      end.detail == SIGKILL ? "was killed" : "crashed",
                      mx_signal_in_words(end.detail, name));
    return mx_say(talk->error, sizeof talk->error, "%s ended the process with exit code %d",
                  culprit(talk), end.detail);
}

/* ---- Silence ----------------------------------------------------------------------------- */

static bool too_silent(struct mx_talk *talk, const struct mx_silence *silence, double limit) {
    const enum mx_silence_is is = mx_silence_is(silence, limit);
    talk->starved = is == MX_SILENCE_STARVED;
    if (talk->starved)
        snprintf(talk->error, sizeof talk->error,
                 "unresolved: %s got %.3g s of processor time in %.3g s, so this machine is too "
                 "busy for a verdict",
                 culprit(talk), silence->used, silence->wall);
    else if (is != MX_SILENCE_SHORT)
        snprintf(talk->error, sizeof talk->error, "%s hangs: silent for %.3g s, %s", culprit(talk),
                 fmax(silence->used, silence->idle),
                 is == MX_SILENCE_COMPUTING ? "computing" : "without using a processor");
    return is != MX_SILENCE_SHORT;
}

static bool stops_itself(struct mx_talk *talk, struct mx_stops *stops) {
    char name[MX_SIGNAL_ROOM];
    if (!mx_process_stops_itself(talk->process, stops))
        return false;
    snprintf(talk->error, sizeof talk->error, "%s stops itself (%s)", culprit(talk),
             mx_signal_in_words(stops->signal, name));
    return true;
}

/* ---- Answers ----------------------------------------------------------------------------- */

/* Moves the first complete line out of `unread`; returns false when there is none yet. */
static bool next_line(struct mx_talk *talk) {
    const char *end = memchr(talk->unread, '\n', talk->unread_bytes);
    if (end == NULL)
        return false;
    const size_t length = (size_t)(end - talk->unread);
    memcpy(talk->line, talk->unread, length);
    talk->line[length] = '\0';
    talk->unread_bytes -= length + 1;
    memmove(talk->unread, end + 1, talk->unread_bytes);
    return true;
}

/* "now SUBJECT" is a sign of life, and names the subject at work. */
static bool is_sign_of_life(struct mx_talk *talk) {
    unsigned subject;
    if (!mx_talk_answered(talk, "now"))
        return false;
    if (sscanf(talk->line, "now %u", &subject) == 1 && subject < talk->name_count)
        talk->at_work = talk->names[subject];
    return true;
}

/* Waits for more text; *more says whether some has come. On false, talk->error says why no text
 * will come. */
static bool read_more(struct mx_talk *talk, bool *more) {
    struct pollfd wait = {.fd = talk->answers, .events = POLLIN};
    *more = poll(&wait, 1, POLL_MS) > 0;
    if (mx_interrupted()) {
        talk->interrupted = true;
        return mx_say(talk->error, sizeof talk->error, "interrupted");
    }
    if (!*more)
        return true;
    const size_t room = sizeof talk->unread - talk->unread_bytes;
    if (room == 0)
        return mx_say(talk->error, sizeof talk->error, "%s sends a line without an end",
                      talk->program);
    const ssize_t got = read(talk->answers, talk->unread + talk->unread_bytes, room);
    if (got < 0 && errno == EINTR)
        return true;
    if (got <= 0)
        return say_ended(talk);
    talk->unread_bytes += (size_t)got;
    return true;
}

/* Used after the process has ended: its children may hold the pipe open without writing. */
static bool has_text(const struct mx_talk *talk) {
    struct pollfd text = {.fd = talk->answers, .events = POLLIN};
    return poll(&text, 1, 0) > 0;
}

/* Reads on until talk->line has an answer. */
static bool read_answer(struct mx_talk *talk, double limit) {
    struct mx_silence silence = mx_silence_begin();
    struct mx_stops stops = {0};
    for (;;) {
        while (next_line(talk)) {
            if (!is_sign_of_life(talk))
                return true;
            silence = mx_silence_begin();
        }
        bool more;
        if (!read_more(talk, &more))
            return false;
        if (more)
            continue;
        if (mx_process_ended(talk->process) && !has_text(talk))
            return say_ended(talk);
        mx_silence_note(&silence, mx_descendants_usage());
        if (too_silent(talk, &silence, limit) || stops_itself(talk, &stops)) {
            mx_talk_end(talk);
            return false;
        }
    }
}

bool mx_talk_answered(const struct mx_talk *talk, const char *word) {
    size_t length = strlen(word);
    return strncmp(talk->line, word, length) == 0 &&
           (talk->line[length] == ' ' || talk->line[length] == '\0');
}

static bool read_greeting(struct mx_talk *talk) {
    int version, used = 0;
    if (!read_answer(talk, talk->patience))
        return false;
    if (sscanf(talk->line, MX_SAMPLER_GREETING " %d %n", &version, &used) != 1)
        return mx_say(talk->error, sizeof talk->error, "its first line is '%.60s'", talk->line);
    snprintf(talk->build, sizeof talk->build, "%.*s", (int)sizeof talk->build - 1,
             talk->line + used);
    return version == MX_SAMPLER_VERSION ||
           mx_say(talk->error, sizeof talk->error,
                  "it has version %d of the protocol, this mexbench version %d", version,
                  MX_SAMPLER_VERSION);
}

bool mx_talk_start(struct mx_talk *talk, const char *const *argv, unsigned subjects,
                   double patience, struct mx_rng *rng) {
    *talk = (struct mx_talk){.program = argv[0], .patience = patience, .name_count = subjects};
    size_t words = 0;
    while (argv[words] != NULL)
        words++;
    for (unsigned i = 0; i < subjects; i++)
        talk->names[i] = argv[words - subjects + i];
    if (!start_process(talk, argv, rng))
        return false;
    if (read_greeting(talk))
        return true;
    if (!talk->interrupted && !talk->starved) {
        char why[sizeof talk->line];
        snprintf(why, sizeof why, "%.*s", (int)sizeof why - 1, talk->error);
        mx_say(talk->error, sizeof talk->error, "%s is not a mexbench that can be compared: %s",
               talk->program, why);
    }
    mx_talk_end(talk);
    return false;
}

static bool send_request(struct mx_talk *talk, const char *request) {
    for (size_t left = strlen(request); left > 0;) {
        ssize_t done = write(talk->requests, request, left);
        if (done < 0 && errno != EINTR)
            return say_ended(talk);
        request += done < 0 ? 0 : done;
        left -= done < 0 ? 0 : (size_t)done;
    }
    return true;
}

bool mx_talk_ask(struct mx_talk *talk, const char *request, const char *wanted, double expected) {
    talk->line[0] = '\0';
    talk->at_work = NULL;
    if (!send_request(talk, request) || !read_answer(talk, talk->patience + expected))
        return false;
    if (mx_talk_answered(talk, wanted))
        return true;
    const char *text = strchr(talk->line, ' ');
    return mx_say(talk->error, sizeof talk->error, "%s", text == NULL ? talk->line : text + 1);
}
