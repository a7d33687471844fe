#include "harness/process/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;

/* SA_RESETHAND restores the default of this signal only; the other one needs it too. */
static void note(int number) {
    interrupted = 1;
    signal(number == SIGINT ? SIGTERM : SIGINT, SIG_DFL);
}

void mx_interrupts_install(void) {
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool mx_interrupted(void) {
    return interrupted != 0;
}
