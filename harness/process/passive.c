#include "harness/process/passive.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

void mx_wait_passively(char *const *argv) {
    static const char variable[] = "OMP_WAIT_POLICY";
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (getenv(variable) != NULL || length <= 0 || setenv(variable, "passive", 1) != 0)
        return;
    program[length] = '\0'; /* its own name, for ps; not "exe" */
    execv(program, argv);
}
