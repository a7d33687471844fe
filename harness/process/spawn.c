#include "harness/process/spawn.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/interrupt.h"

enum { CANNOT_START = 127 };

const char *mx_own_path(void) {
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    return path;
}

/* The child's end comes with ours, however that comes. */
static _Noreturn void be_child(const char *const *argv, int output, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGINT);
    if (getppid() != parent)
        _exit(CANNOT_START);
    if (output >= 0 && (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0))
        _exit(CANNOT_START);
    execvp(argv[0], (char *const *)(uintptr_t)argv); /* which changes none */
    _exit(CANNOT_START);
}

int mx_spawn(const char *const *argv, int output) {
    int status;
    fflush(stdout);
    pid_t parent = getpid(), child = fork();
    if (child == 0)
        be_child(argv, output, parent);
    if (child < 0)
        return CANNOT_START;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return CANNOT_START;
        if (mx_interrupted())
            kill(child, SIGINT);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
