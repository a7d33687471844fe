/* A right kernel with one fault, chosen by FAULT; some faults appear only after AFTER solves:
 *   NOTHING   none
 *   ONE       always answers 1
 *   LARGE     wrong from 13 rows on
 *   LATE      wrong from its seventh solve on
 *   CACHED    repeats the answers of its first batch forever
 *   LOOPS     from its seventh solve on, never returns
 *   SLEEPS    from its seventh solve on, waits forever
 *   STARVES   from its seventh solve on, waits like a process that gets no processor
 *   CRASHES   from its seventh solve on, aborts
 *   LEAVES    from its seventh solve on, ends the process with exit code 0
 *   PRINTS    right, but prints what looks like an answer of the sampling process
 *   RARE      right, but every hundredth solve takes 200 times as long
 *   DOZES     right, but sleeps for a millisecond in every solve */
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "darkraft/darkraft_iterative.c"

#ifndef AFTER
#define AFTER 6
#endif

enum fault {
    NOTHING,
    LARGE,
    GUESSES,
    ONE,
    LATE,
    CACHED,
    LOOPS,
    SLEEPS,
    STARVES,
    CRASHES,
    LEAVES,
    PRINTS,
    RARE,
    DOZES
};

static void misbehave(enum fault fault, unsigned solves, const struct mx_run *run) {
    const struct darkraft *board = mx_instance(&run->batch, 0);
    static uint64_t cached;
    static volatile unsigned spins;
    if (fault == CACHED)
        run->answers[0] = cached = solves == 1 ? run->answers[0] : cached;
    if (fault == LARGE)
        run->answers[0] ^= board->rows >= 13;
    if (fault == ONE)
        run->answers[0] = 1;
    if (fault == PRINTS) {
        puts("sampled 1 1 0");
        fflush(stdout);
    }
    if (fault == DOZES)
        usleep(1000);
    if (solves <= AFTER)
        return;
    if (fault == LATE)
        run->answers[0] ^= 1;
    while (fault == LOOPS)
        spins++;
    while (fault == SLEEPS)
        pause();
    /* Waits in the system until the child ends: vfork with memory of its own. */
    if (fault == STARVES && syscall(SYS_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0) == 0)
        for (;;)
            pause();
    if (fault == CRASHES)
        abort();
    if (fault == LEAVES)
        exit(0);
}

static enum mx_outcome cheat(const struct mx_run *run) {
    static unsigned solves;
    enum mx_outcome outcome = solve(run);
    misbehave(FAULT, ++solves, run);
    for (int i = 0; FAULT == RARE && i < (solves % 100 == 0 ? 199 : 0); i++)
        solve(run);
    return outcome;
}

static const struct mx_variant darkraft_cheating = {.name = "darkraft_cheating",
                                                    .idea = "has one fault",
                                                    .max_batch = 1,
                                                    .workspace_bytes = darkraft_tables_workspace,
                                                    .solve = cheat};

MX_PLUGIN(darkraft, darkraft_cheating);
