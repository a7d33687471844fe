#include "measure/talk.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/interrupt.h"
#include "measure/serve.h"
#include "support/say.h"

enum { MOST_PADDING = 4096, POLL_MS = 100 };

#define GREETING_SECONDS 30.0 /* for a program to say what it is */

/* ---- Starting ---------------------------------------------------------------------------- */

/* The environment and MEXBENCH_PADDING=xxx...; NULL when memory is short. The caller frees it and,
 * as it is one block, the padding with it. */
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

static int spawn(const char *const *argv, int input, int output, char **environment, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); /* which the command ignores */
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    char *const *arguments = (char *const *)(uintptr_t)argv; /* posix_spawn changes none */
    int failed = posix_spawn(child, argv[0], &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

static bool start(struct mx_talk *talk, const char *const *argv, struct mx_rng *rng) {
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) < 0)
        return mx_say(talk->error, sizeof talk->error, "no pipe: %s", strerror(errno));
    if (pipe2(up, O_CLOEXEC) < 0) {
        close(down[0]);
        close(down[1]);
        return mx_say(talk->error, sizeof talk->error, "no pipe: %s", strerror(errno));
    }
    char **environment = padded_environment(rng);
    int failed =
        environment == NULL ? ENOMEM : spawn(argv, down[0], up[1], environment, &talk->process);
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

/* ---- Answers ----------------------------------------------------------------------------- */

/* Waits for the process, which has closed its end, and says how it ended. */
static bool ended(struct mx_talk *talk) {
    int status = 0;
    while (waitpid(talk->process, &status, 0) < 0 && errno == EINTR)
        ;
    talk->process = 0;
    close(talk->requests);
    close(talk->answers);
    if (WIFSIGNALED(status))
        return mx_say(talk->error, sizeof talk->error, "%s crashed (SIG%s)", talk->program,
                      sigabbrev_np(WTERMSIG(status)));
    return mx_say(talk->error, sizeof talk->error, "%s ended with exit code %d", talk->program,
                  WEXITSTATUS(status));
}

/* Reads on until there is a whole line in talk->line. */
static bool hear(struct mx_talk *talk, double patience) {
    double start = mx_seconds();
    size_t got = 0;
    for (;;) {
        struct pollfd wait = {.fd = talk->answers, .events = POLLIN};
        int ready = poll(&wait, 1, POLL_MS);
        if (mx_interrupted()) {
            talk->interrupted = true;
            return mx_say(talk->error, sizeof talk->error, "interrupted");
        }
        if (mx_seconds() - start > patience)
            return mx_say(talk->error, sizeof talk->error, "it says nothing");
        if (ready <= 0)
            continue;
        ssize_t more = read(talk->answers, talk->line + got, sizeof talk->line - 1 - got);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            return ended(talk);
        got += (size_t)more;
        talk->line[got] = '\0';
        if (talk->line[got - 1] == '\n') {
            talk->line[got - 1] = '\0';
            return true;
        }
        if (got == sizeof talk->line - 1)
            return mx_say(talk->error, sizeof talk->error, "%s talks without an end",
                          talk->program);
    }
}

bool mx_talk_answered(const struct mx_talk *talk, const char *word) {
    size_t length = strlen(word);
    return strncmp(talk->line, word, length) == 0 &&
           (talk->line[length] == ' ' || talk->line[length] == '\0');
}

static bool greeted(struct mx_talk *talk) {
    int version, used = 0;
    if (!hear(talk, GREETING_SECONDS))
        return false;
    if (sscanf(talk->line, MX_SAMPLER_GREETING " %d %n", &version, &used) != 1)
        return mx_say(talk->error, sizeof talk->error, "it says '%.60s'", talk->line);
    snprintf(talk->build, sizeof talk->build, "%.*s", (int)sizeof talk->build - 1,
             talk->line + used);
    return version == MX_SAMPLER_VERSION ||
           mx_say(talk->error, sizeof talk->error, "it samples by version %d, this one by %d",
                  version, MX_SAMPLER_VERSION);
}

bool mx_talk_start(struct mx_talk *talk, const char *const *argv, struct mx_rng *rng) {
    *talk = (struct mx_talk){.program = argv[0]};
    if (!start(talk, argv, rng))
        return false;
    if (greeted(talk))
        return true;
    if (!talk->interrupted) {
        char why[sizeof talk->line];
        snprintf(why, sizeof why, "%.*s", (int)sizeof why - 1, talk->error);
        mx_say(talk->error, sizeof talk->error, "%s is no mexbench that can be compared: %s",
               talk->program, why);
    }
    mx_talk_end(talk);
    return false;
}

static bool send_request(struct mx_talk *talk, const char *request) {
    for (size_t left = strlen(request); left > 0;) {
        ssize_t done = write(talk->requests, request, left);
        if (done < 0 && errno != EINTR)
            return ended(talk);
        request += done < 0 ? 0 : done;
        left -= done < 0 ? 0 : (size_t)done;
    }
    return true;
}

bool mx_talk_ask(struct mx_talk *talk, const char *request, const char *wanted) {
    talk->line[0] = '\0';
    if (!send_request(talk, request) || !hear(talk, INFINITY))
        return false;
    if (mx_talk_answered(talk, wanted))
        return true;
    const char *text = strchr(talk->line, ' ');
    return mx_say(talk->error, sizeof talk->error, "%s", text == NULL ? talk->line : text + 1);
}

void mx_talk_end(struct mx_talk *talk) {
    if (talk->process == 0)
        return;
    close(talk->requests);
    close(talk->answers);
    kill(talk->process, SIGKILL);
    while (waitpid(talk->process, NULL, 0) < 0 && errno == EINTR)
        ;
    talk->process = 0;
}
