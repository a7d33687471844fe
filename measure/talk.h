/* The other end of a sampling process (measure/serve.h): started by exec with an environment of
 * random size, asked line by line, never outliving its owner. */
#ifndef MX_TALK_H
#define MX_TALK_H

#include <stdbool.h>
#include <sys/types.h>

#include "support/rng.h"

#define MX_TALK_BUILD 100

/* Zero-initialise. */
struct mx_talk {
    const char *program; /* as it was started; the caller's */
    pid_t process;       /* 0 = none */
    int requests, answers;
    char line[2048];           /* the last answer, without its line end */
    char build[MX_TALK_BUILD]; /* commit and compiler, from its greeting */
    char error[2600];
    bool interrupted; /* mx_interrupted() while waiting */
};

/* Starts argv[0] (a path) with argv, and hears its greeting. The environment gets a variable
 * more, of a length drawn from rng: where the stack lies is one of the things that decide how fast
 * code happens to be (Mytkowicz et al. 2009). False: talk->error says why, also when the program is
 * none that serves. */
bool mx_talk_start(struct mx_talk *talk, const char *const *argv, struct mx_rng *rng);

/* Sends a request, ended by a line end, and waits for its answer in talk->line, whose first word
 * must be `wanted`. False: talk->error has what came instead. */
bool mx_talk_ask(struct mx_talk *talk, const char *request, const char *wanted);

/* Whether the last answer, wanted or not, begins with this word. */
bool mx_talk_answered(const struct mx_talk *talk, const char *word);

/* Ends the process, at once when it is at work. */
void mx_talk_end(struct mx_talk *talk);

#endif
