/* The other end of a sampling process (measure/serve.h): started by exec with an environment of
 * random size, asked line by line, watched at every step, never outliving its owner. */
#ifndef MX_TALK_H
#define MX_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/rng.h"

#define MX_TALK_BUILD 100
#define MX_TALK_LINE 2048
#define MX_TALK_NAMES 6u

/* How long a process may be silent, in seconds of its own processor time; or of real time in which
 * it neither computes nor is ready to. A busy machine is thus no hang. */
#define MX_PATIENCE 10.0

/* Zero-initialise. */
struct mx_talk {
    const char *program; /* as it was started; the caller's */
    pid_t process;       /* 0 = none; also its process group */
    int requests, answers;
    double patience;
    const char *names[MX_TALK_NAMES]; /* of its subjects; the caller's */
    unsigned name_count;
    const char *at_work;       /* the subject that it said it works on, or NULL */
    char line[MX_TALK_LINE];   /* the last answer, without its line end */
    char unread[MX_TALK_LINE]; /* what came after it */
    size_t unread_bytes;
    char build[MX_TALK_BUILD]; /* commit and compiler, from its greeting */
    char error[2600];
    bool interrupted; /* mx_interrupted() while waiting */
};

/* Starts argv[0] (a path) with argv, of which the last `subjects` words name its subjects, and
 * reads its greeting. The environment gets one more variable, whose length is drawn from rng: the
 * position of the stack is one of the things that decide how fast code happens to be (Mytkowicz et
 * al. 2009). False: talk->error says why, also when the program is no mexbench that serves. */
bool mx_talk_start(struct mx_talk *talk, const char *const *argv, unsigned subjects,
                   double patience, struct mx_rng *rng);

/* Sends a request, ended by a line end, and waits for its answer in talk->line, whose first word
 * must be `wanted`. The process may be silent for talk->patience and `expected` seconds more.
 * False: talk->error has what came instead. */
bool mx_talk_ask(struct mx_talk *talk, const char *request, const char *wanted, double expected);

/* Whether the last answer, wanted or not, begins with this word. */
bool mx_talk_answered(const struct mx_talk *talk, const char *word);

/* Ends the process and its process group, at once when it is at work. */
void mx_talk_end(struct mx_talk *talk);

#endif
