#include "harness/process/clock.h"

#include <signal.h>
#include <stddef.h>

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
/* A signal that is sent to a process and to its group arrives twice. */
#define ONE_SIGNAL_SECONDS 1.0

static volatile sig_atomic_t interrupted;
static double first; /* when it came, before `interrupted` is set */

static void note(int number) {
    if (!interrupted) {
        first = mx_seconds();
        interrupted = 1;
    } else if (mx_seconds() - first > ONE_SIGNAL_SECONDS) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void mx_interrupts_install(void) {
    const struct sigaction action = {.sa_handler = note};
    struct sigaction now;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] != SIGHUP || sigaction(SIGHUP, NULL, &now) != 0 || now.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

bool mx_interrupted(void) {
    return interrupted != 0;
}
