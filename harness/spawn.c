#include "harness/spawn.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/interrupt.h"

extern char **environ;

const char *mx_own_path(void) {
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    return path;
}

int mx_spawn(const char *const *argv, int output) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    fflush(stdout);
    posix_spawn_file_actions_init(&actions);
    if (output >= 0) {
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    }
    char *const *arguments = (char *const *)(uintptr_t)argv; /* posix_spawn changes none */
    int failed = posix_spawnp(&child, argv[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return 127;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return 127;
        if (mx_interrupted())
            kill(child, SIGINT);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
