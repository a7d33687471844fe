/* Runs the code that the test sets by -DACT, then answers 0. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "variant.h"

#ifndef WORKSPACE_BYTES
#define WORKSPACE_BYTES 0
#endif

__attribute__((unused)) static void leave_children(void) {
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            setsid();
            for (;;)
                pause();
        }
}

static enum mx_outcome solve(const struct mx_run *run) {
    ACT;
    run->answers[0] = 0;
    if (run->work != NULL)
        run->work[0] = 0;
    return MX_SOLVED;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return WORKSPACE_BYTES;
}

static const struct mx_variant bacteria_ends = {.name = "bacteria_ends",
                                                .idea = "clears\033[2Jthe screen\177\302\233",
                                                .max_batch = 1,
                                                .workspace_bytes = workspace_bytes,
                                                .solve = solve};

MX_PLUGIN(bacteria, bacteria_ends);
