/* Variants that change something in the process that called them. */
#include <fenv.h>
#include <locale.h>
#include <signal.h>
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

SOUND_BUT(locale, "changes the locale", solve_with_locale);
SOUND_BUT(rounding, "rounds upwards from then on", solve_rounding);
SOUND_BUT(handler, "ignores a signal from then on", solve_ignoring);
SOUND_BUT(forks, "leaves a process behind at every solve", solve_forking);
