/* Variants that end the process, do not return from a board, return only after a while, or give up.
 */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "broken.h"
#include "sound.h"

#define STOPPED_SECONDS 3

static bool all_barred(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    for (size_t cell = 0; cell < (size_t)board->rows * board->cols; cell++)
        if (!board->barred[cell])
            return false;
    return true;
}

static enum mx_outcome solve_exit(const struct mx_run *run) {
    sound_solve(run);
    if (all_barred(run))
        exit(0);
    return MX_SOLVED;
}

/* 113 once meant to the parent that all was well. */
static enum mx_outcome solve_quick_exit(const struct mx_run *run) {
    sound_solve(run);
    if (all_barred(run))
        _exit(113);
    return MX_SOLVED;
}

static enum mx_outcome solve_sleep(const struct mx_run *run) {
    while (all_barred(run))
        pause();
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_stop(const struct mx_run *run) {
    raise(SIGSTOP);
    sound_solve(run);
    return MX_SOLVED;
}

/* The system calls this a wait for a disk, and no time of a processor is used. */
static enum mx_outcome solve_starve(const struct mx_run *run) {
    /* Waits in the system, as for a disk, until the child ends: vfork with memory of its own. */
    if (all_barred(run) && syscall(SYS_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0) == 0)
        for (;;)
            pause();
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_uninvited(const struct mx_run *run) {
    sound_solve(run);
    return all_barred(run) ? MX_STOPPED : MX_SOLVED;
}

static enum mx_outcome solve_no_outcome(const struct mx_run *run) {
    sound_solve(run);
    return all_barred(run) ? (enum mx_outcome)99 : MX_SOLVED;
}

/* Only once per process, to keep the check short. */
static enum mx_outcome solve_pause(const struct mx_run *run) {
    static bool done;
    if (!done) {
        const pid_t self = getpid(), alarm = fork();
        if (alarm == 0) {
            sleep(STOPPED_SECONDS);
            kill(self, SIGCONT);
            _exit(0);
        }
        raise(SIGSTOP);
        kill(alarm, SIGKILL); /* check continues it sooner */
        waitpid(alarm, NULL, 0);
        done = true;
    }
    sound_solve(run);
    return MX_SOLVED;
}

/* Never returns from a board with all cells barred. */
static enum mx_outcome solve_hang(const struct mx_run *run) {
    volatile bool forever = all_barred(run);
    while (forever)
        continue;
    sound_solve(run);
    return MX_SOLVED;
}

/* Writes through a wild pointer on boards of two or more rows and columns. */
static enum mx_outcome solve_crash(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    volatile uintptr_t address = board->rows > 1 && board->cols > 1 ? 64 : 0;
    if (address != 0)
        *(volatile int *)address = 1;
    sound_solve(run);
    return MX_SOLVED;
}

/* Gives up on every board: never wrong, but check must not call it ok. */
static enum mx_outcome solve_timid(const struct mx_run *run) {
    (void)run;
    return MX_GAVE_UP;
}

SOUND_BUT(exit, "ends the process as if all were well", solve_exit);
SOUND_BUT(quick_exit, "ends the process without its exit handlers", solve_quick_exit);
SOUND_BUT(sleep, "sleeps without end", solve_sleep);
SOUND_BUT(stop, "stops its process in every solve", solve_stop);
SOUND_BUT(starve, "waits without using a processor, like a process that gets none", solve_starve);
SOUND_BUT(uninvited, "says that it was stopped", solve_uninvited);
SOUND_BUT(no_outcome, "returns an invalid outcome", solve_no_outcome);
SOUND_BUT(pause, "sound, but is stopped for three seconds", solve_pause);
SOUND_BUT(hang, "hangs when every cell is barred", solve_hang);
SOUND_BUT(crash, "crashes on boards of two or more rows and columns", solve_crash);
SOUND_BUT(timid, "gives up on every board", solve_timid);
