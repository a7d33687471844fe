#include "harness/process/clock.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "harness/process/files.h"
#include "harness/process/guard.h"

enum { GRACE_SECONDS = 2 /* from the first signal to the end of the process */ };
#define SAME_SECONDS 1.0 /* a terminal and timeout(1) may send one interrupt twice */

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
static volatile sig_atomic_t interrupted, delayed;
static volatile double first; /* mx_seconds at the first signal */

/* Foreign code has sent the signal to its own process. Uses only functions that a signal handler
 * may call. */
static _Noreturn void end_for_own_signal(int number) {
    const char *words[] = {"mexbench: ", mx_guard_culprit(), " raised SIG", sigabbrev_np(number),
                           "\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (write(STDERR_FILENO, words[i], strlen(words[i])) < 0)
            break;
    mx_remove_left_files();
    _exit(MX_OWN_SIGNAL_EXIT);
}

/* The first signal sets the flag, and an alarm for work that does not check the flag in time. The
 * alarm or a second signal ends the process. An alarm that foreign code has set is ignored. Uses
 * only functions that a signal handler may call. */
static void note(int number, siginfo_t *about, void *unused) {
    const int cause = errno;
    const double now = mx_seconds();
    (void)unused;
    if (about->si_code <= 0 && about->si_pid == getpid())
        end_for_own_signal(number);
    if (number == SIGALRM && !interrupted)
        return;
    if (number == SIGALRM ? !delayed : interrupted && now - first > SAME_SECONDS) {
        mx_remove_left_files();
        _exit(MX_INTERRUPTED_EXIT);
    }
    if (!interrupted)
        first = now;
    interrupted = 1;
    alarm(GRACE_SECONDS);
    errno = cause;
}

void mx_interrupts_install(void) {
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO}, now;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&action.sa_mask, numbers[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] != SIGHUP || sigaction(SIGHUP, NULL, &now) != 0 || now.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

void mx_interrupts_delay(bool on) {
    delayed = on;
}

bool mx_interrupted(void) {
    return interrupted != 0;
}
