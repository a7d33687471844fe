/* Leave something of the process that called them other than it was. */
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

#define LEAVES(what, how, function)                                                                \
    const struct mx_variant broken_##what = {.name = "broken_" #what,                              \
                                             .idea = how,                                          \
                                             .every_option = true,                                 \
                                             .keeps = MX_KEEPS_ALL,                                \
                                             .max_batch = 1,                                       \
                                             .workspace_bytes = bacteria_table_workspace,          \
                                             .solve = function,                                    \
                                             .probe = bacteria_table_probe}

LEAVES(locale, "changes the locale", solve_with_locale);
LEAVES(rounding, "rounds upwards from then on", solve_rounding);
LEAVES(handler, "ignores a signal from then on", solve_ignoring);
LEAVES(forks, "leaves a process behind at every solve", solve_forking);
