#include "harness/process/crash_notice.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/flags.h"

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
static char advice[160];

static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/* Only what may be called in a signal handler. */
static void report(int number) {
    const char *name = sigabbrev_np(number);
    say("mexbench: crashed (SIG");
    say(name != NULL ? name : "?");
    say(advice);
    _exit(MX_EXIT_ERROR);
}

void mx_crash_notice_install(const char *problem) {
    static char stack[16384]; /* for an overflow of the usual one */
    const stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    snprintf(advice, sizeof advice,
             ") with a plug-in loaded; 'mexbench check %s' with the same --plugin tells whether it "
             "is the plug-in's doing, and on which board\n",
             problem);
    sigaltstack(&alternative, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        struct sigaction action;
        sigaction(crashes[i], NULL, &action);
        if (action.sa_handler != SIG_DFL)
            continue;
        action = (struct sigaction){.sa_handler = report, .sa_flags = SA_ONSTACK};
        sigaction(crashes[i], &action, NULL);
    }
}
