/* Variants that change something in the process that called them. */
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "broken.h"
#include "sound.h"

static enum mx_outcome solve_with_locale(const struct mx_run *run) {
    setlocale(LC_ALL, "C.UTF-8");
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_rounding(const struct mx_run *run) {
    sound_solve(run);
    fesetround(FE_UPWARD);
    return MX_SOLVED;
}

static enum mx_outcome solve_ignoring(const struct mx_run *run) {
    signal(SIGFPE, SIG_IGN);
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_forking(const struct mx_run *run) {
    if (fork() == 0)
        for (;;)
            pause();
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_limiting(const struct mx_run *run) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_closing(const struct mx_run *run) {
    close(STDIN_FILENO);
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_opening(const struct mx_run *run) {
    sound_solve(run);
    return open("/dev/null", O_RDONLY) < 0 ? MX_GAVE_UP : MX_SOLVED;
}

static enum mx_outcome solve_alarming(const struct mx_run *run) {
    alarm(1000);
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_setting(const struct mx_run *run) {
    setenv("MEXBENCH_BROKEN", "yes", 1);
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_clearing(const struct mx_run *run) {
    clearenv();
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_moving(const struct mx_run *run) {
    sound_solve(run);
    return chdir("/proc") == 0 ? MX_SOLVED : MX_GAVE_UP;
}

static enum mx_outcome solve_masking(const struct mx_run *run) {
    umask(0777);
    sound_solve(run);
    return MX_SOLVED;
}

static enum mx_outcome solve_as_batch(const struct mx_run *run) {
    const struct sched_param none = {.sched_priority = 0};
    sound_solve(run);
    return sched_setscheduler(0, SCHED_BATCH, &none) == 0 ? MX_SOLVED : MX_GAVE_UP;
}

static void *wait_for_ever(void *unused) {
    (void)unused;
    for (;;)
        pause();
    return NULL;
}

static enum mx_outcome solve_threading(const struct mx_run *run) {
    pthread_t thread;
    sound_solve(run);
    return pthread_create(&thread, NULL, wait_for_ever, NULL) == 0 ? MX_SOLVED : MX_GAVE_UP;
}

/* Leaves one thread in every solve with several, none in a solve with one. */
static enum mx_outcome solve_team(const struct mx_run *run) {
    if (run->threads > 1)
        return solve_threading(run);
    sound_solve(run);
    return MX_SOLVED;
}

SOUND_BUT(locale, "changes the locale", solve_with_locale);
SOUND_BUT(rounding, "leaves the rounding mode upwards", solve_rounding);
SOUND_BUT(handler, "leaves a signal ignored", solve_ignoring);
SOUND_BUT(forks, "leaves a process behind at every solve", solve_forking);
SOUND_BUT(limit, "lets no file grow from then on", solve_limiting);
SOUND_BUT(closes, "closes standard input", solve_closing);
SOUND_BUT(opens, "leaves a file open", solve_opening);
SOUND_BUT(alarm, "sets an alarm", solve_alarming);
SOUND_BUT(sets, "sets a variable of the environment", solve_setting);
SOUND_BUT(clears, "removes all variables of the environment", solve_clearing);
SOUND_BUT(moves, "changes the working folder", solve_moving);
SOUND_BUT(masks, "creates files without permissions from then on", solve_masking);
SOUND_BUT(batch, "becomes a batch process", solve_as_batch);
SOUND_BUT(thread, "leaves a thread running", solve_threading);
SOUND_BUT_THREADED(team, "leaves a thread running in a solve with several", solve_team);
