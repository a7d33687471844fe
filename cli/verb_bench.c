/* mexbench bench: executes mexbench-bench, which is in the same folder. It is a program of its own
 * so that the other verbs start without the C++ run time. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/flags.h"
#include "cli/verbs.h"
#include "harness/process/process.h"

#define DRIVER "mexbench-bench"

int mx_verb_bench(int argc, char **argv) {
    const char *own = mx_own_path();
    char path[4096 + sizeof DRIVER];
    (void)argc;
    if (own == NULL) {
        mx_complain("cannot find the folder of this program: %s", strerror(errno));
        return MX_EXIT_ERROR;
    }
    snprintf(path, sizeof path, "%.*s" DRIVER, (int)(strrchr(own, '/') + 1 - own), own);
    argv[0] = path;
    execv(path, argv);
    mx_complain("cannot run %s: %s", path, strerror(errno));
    return MX_EXIT_ERROR;
}
