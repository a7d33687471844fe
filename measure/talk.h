/* The client of a sampling process (measure/serve.h). It starts the process by exec with an
 * environment of random size, sends requests line by line, and watches every step. The process
 * never outlives its owner. */
#ifndef MX_TALK_H
#define MX_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/rng.h"

#define MX_TALK_BUILD 100
#define MX_TALK_LINE 2048
#define MX_TALK_NAMES 6u

/* The time that a process may be silent, in seconds of its own processor time or of real time in
 * which it neither computes nor is ready to. A busy machine therefore does not count as a hang; a
 * process that gets almost no processor time for MX_SILENCE_PATIENCE times as long is starved. */
#define MX_PATIENCE 10.0

/* Zero-initialise. */
struct mx_talk {
    const char *program; /* as started; the caller's */
    pid_t process;       /* 0 = none; also its process group */
    int requests, answers;
    double patience;
    const char *names[MX_TALK_NAMES]; /* of its subjects; the caller's */
    unsigned name_count;
    const char *at_work;       /* the subject that it reported as its current one, or NULL */
    char line[MX_TALK_LINE];   /* the last answer, without its line end */
    char unread[MX_TALK_LINE]; /* the text after it */
    size_t unread_bytes;
    char build[MX_TALK_BUILD]; /* commit and compiler, from its greeting */
    char error[2600];
    bool interrupted; /* mx_interrupted() while waiting */
    bool starved;     /* it got too little processor time; nobody is to blame */
};

/* Starts argv[0] (a path) with argv, whose last `subjects` words name its subjects, and reads its
 * greeting. The environment gets one more variable of random length, because the position of the
 * stack influences the speed of code (Mytkowicz et al. 2009). On false, talk->error says why, also
 * when the program is not a mexbench that serves. */
bool mx_talk_start(struct mx_talk *talk, const char *const *argv, unsigned subjects,
                   double patience, struct mx_rng *rng);

/* Sends a request, ended by a line end, and waits for its answer in talk->line, whose first word
 * must be `wanted`. The process may be silent for talk->patience plus `expected` seconds. On false,
 * talk->error says what came instead. */
bool mx_talk_ask(struct mx_talk *talk, const char *request, const char *wanted, double expected);

/* Whether the last answer, expected or not, begins with this word. */
bool mx_talk_answered(const struct mx_talk *talk, const char *word);

/* Ends the process and its process group, at once when it is at work. */
void mx_talk_end(struct mx_talk *talk);

#endif
