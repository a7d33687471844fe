/* /proc/PID/task/TID/children lists the children of a thread. */
#include "harness/process/descendants.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_ROOM = 300 };

typedef void visit(void *context, pid_t process);

void mx_descendants_adopt(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
}

static void visit_below(pid_t process, visit *see, void *context);

static void visit_children(const char *list, visit *see, void *context) {
    FILE *file = fopen(list, "re");
    pid_t child;
    if (file == NULL)
        return;
    while (fscanf(file, "%d", &child) == 1) {
        see(context, child);
        visit_below(child, see, context);
    }
    fclose(file);
}

static void visit_below(pid_t process, visit *see, void *context) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *tasks = opendir(path);
    if (tasks == NULL)
        return;
    for (const struct dirent *task; (task = readdir(tasks)) != NULL;) {
        if (task->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/children", process, task->d_name);
        visit_children(path, see, context);
    }
    closedir(tasks);
}

/* ---- What they use ----------------------------------------------------------------------- */

/* Adds one process. In /proc/PID/stat the name, in brackets, may contain anything. */
static void add_usage(void *context, pid_t process) {
    struct mx_usage *usage = context;
    char path[PATH_ROOM], text[1024], state;
    uint64_t user, system, ended_user, ended_system, pages;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *after = strrchr(text, ')');
    if (after == NULL || sscanf(after + 1,
                                " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64 " %" SCNu64
                                " %" SCNu64 " %" SCNu64 " %*d %*d %*d %*d %*u %*u %" SCNu64,
                                &state, &user, &system, &ended_user, &ended_system, &pages) != 6)
        return;
    usage->seconds +=
        (double)(user + system + ended_user + ended_system) / (double)sysconf(_SC_CLK_TCK);
    usage->bytes += pages * (uint64_t)sysconf(_SC_PAGESIZE);
    usage->processes += state != 'Z' && state != 'X';
    usage->busy += state == 'R' || state == 'D';
}

struct mx_usage mx_descendants_usage(void) {
    struct mx_usage usage = {0, 0, 0, 0};
    visit_below(getpid(), add_usage, &usage);
    return usage;
}

/* ---- Their end --------------------------------------------------------------------------- */

static void end_one(void *context, pid_t process) {
    (void)context;
    kill(process, SIGKILL);
}

/* Again until there are none: what is killed may have forked just before. */
void mx_descendants_end(void) {
    for (;;) {
        visit_below(getpid(), end_one, NULL);
        pid_t ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD)
            return;
        if (ended == 0)
            usleep(500);
    }
}
