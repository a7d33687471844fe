/* mexbench bench: becomes mexbench-bench, which stands beside this program. It is a program of its
 * own so that the other verbs start without the C++ run time. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/verbs.h"
#include "harness/flags.h"

#define DRIVER "mexbench-bench"

int mx_verb_bench(int argc, char **argv) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof DRIVER);
    (void)argc;
    if (length <= 0) {
        mx_complain("cannot find the folder of this program: %s", strerror(errno));
        return MX_EXIT_ERROR;
    }
    path[length] = '\0';
    strcpy(strrchr(path, '/') + 1, DRIVER);
    argv[0] = path;
    execv(path, argv);
    mx_complain("cannot run %s: %s", path, strerror(errno));
    return MX_EXIT_ERROR;
}
