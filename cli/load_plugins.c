#include "cli/load_plugins.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
static char advice[160];

static void write_text(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/* Calls only what a signal handler may call. */
static void explain_crash(int number) {
    const char *name = sigabbrev_np(number);
    write_text("mexbench: crashed (SIG");
    write_text(name != NULL ? name : "?");
    write_text(advice);
    _exit(MX_EXIT_ERROR);
}

/* From now on a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, stack overflow included) is
 * reported in one line that says how to find the board. Handlers that a sanitizer or a debugger
 * installed stay. */
static void explain_crashes(const char *problem) {
    static char stack[16384]; /* the usual one may have overflowed */
    const stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    snprintf(advice, sizeof advice,
             ") with a plug-in loaded; 'mexbench check %s' with the same --plugin shows "
             "whether the plug-in caused it, and on which board\n",
             problem);
    sigaltstack(&alternative, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        struct sigaction action;
        sigaction(crashes[i], NULL, &action);
        if (action.sa_handler != SIG_DFL)
            continue;
        action = (struct sigaction){.sa_handler = explain_crash, .sa_flags = SA_ONSTACK};
        sigaction(crashes[i], &action, NULL);
    }
}

void mx_load_plugins(const struct mx_plugin_paths *plugins) {
    char why[512];
    for (size_t i = 0; i < plugins->count; i++) {
        const struct mx_problem *problem = mx_plugin_load(plugins->path[i], why, sizeof why);
        if (problem == NULL) {
            mx_complain("--plugin %s: %s", plugins->path[i], why);
            exit(MX_EXIT_ERROR);
        }
        explain_crashes(problem->name);
    }
}
