#include "harness/process/clock.h"

#include <signal.h>
#include <stddef.h>

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t interrupted;

/* SA_RESETHAND restores the default of this signal only; the others need it too. */
static void note(int number) {
    struct sigaction now;
    interrupted = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] != number && sigaction(numbers[i], NULL, &now) == 0 &&
            now.sa_handler == note)
            signal(numbers[i], SIG_DFL);
}

void mx_interrupts_install(void) {
    const struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
    struct sigaction now;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] != SIGHUP || sigaction(SIGHUP, NULL, &now) != 0 || now.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

bool mx_interrupted(void) {
    return interrupted != 0;
}
