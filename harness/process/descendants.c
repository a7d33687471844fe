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

enum { PATH_ROOM = 300, STAT_ROOM = 1024 };

typedef void visit(void *context, pid_t process);

void mx_descendants_adopt(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
}

static void visit_below(pid_t process, visit *each, void *context);

static void visit_children(const char *list, visit *each, void *context) {
    FILE *file = fopen(list, "re");
    pid_t child;
    if (file == NULL)
        return;
    while (fscanf(file, "%d", &child) == 1) {
        each(context, child);
        visit_below(child, each, context);
    }
    fclose(file);
}

static void visit_below(pid_t process, visit *each, void *context) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *tasks = opendir(path);
    if (tasks == NULL)
        return;
    for (const struct dirent *task; (task = readdir(tasks)) != NULL;) {
        if (task->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/children", process, task->d_name);
        visit_children(path, each, context);
    }
    closedir(tasks);
}

/* ---- What one uses ----------------------------------------------------------------------- */

bool mx_stat_read(const char *path, struct mx_stat *stat) {
    char text[STAT_ROOM];
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *after = strrchr(text, ')'); /* of the name, which may contain any character */
    return after != NULL &&
           sscanf(after + 1,
                  " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64 " %" SCNu64 " %" SCNu64
                  " %" SCNu64 " %*d %*d %" SCNu64 " %*d %" SCNu64 " %*u %" SCNu64,
                  &stat->state, &stat->parent, &stat->user, &stat->system, &stat->waited_user,
                  &stat->waited_system, &stat->threads, &stat->started, &stat->pages) == 9;
}

double mx_seconds_of_ticks(uint64_t ticks) {
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

static void note_state(char state, struct mx_usage *usage) {
    usage->busy |= state == 'R' || state == 'D';
    usage->stopped |= state == 'T' || state == 't';
}

/* The first thread may be waiting for the others only. */
static void note_threads(pid_t process, struct mx_usage *usage) {
    char path[PATH_ROOM];
    struct mx_stat stat;
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *tasks = opendir(path);
    if (tasks == NULL)
        return;
    for (const struct dirent *task; usage->busy == 0 && (task = readdir(tasks)) != NULL;) {
        if (task->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/stat", process, task->d_name);
        if (mx_stat_read(path, &stat))
            note_state(stat.state, usage);
    }
    closedir(tasks);
}

struct mx_usage mx_usage_of(pid_t process) {
    struct mx_usage usage = {0};
    char path[PATH_ROOM];
    struct mx_stat stat;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    if (!mx_stat_read(path, &stat))
        return usage;
    usage.seconds =
        mx_seconds_of_ticks(stat.user + stat.system + stat.waited_user + stat.waited_system);
    usage.processes = stat.state != 'Z' && stat.state != 'X';
    note_state(stat.state, &usage);
    if (usage.busy == 0)
        note_threads(process, &usage);
    return usage;
}

static void add_usage(void *context, pid_t process) {
    struct mx_usage *sum = context;
    const struct mx_usage usage = mx_usage_of(process);
    sum->seconds += usage.seconds;
    sum->processes += usage.processes;
    sum->busy += usage.busy;
    sum->stopped += usage.stopped;
}

struct mx_usage mx_descendants_usage(void) {
    struct mx_usage usage = {0};
    visit_below(getpid(), add_usage, &usage);
    return usage;
}

/* ---- Their end --------------------------------------------------------------------------- */

static void end_one(void *context, pid_t process) {
    (void)context;
    kill(process, SIGKILL);
}

enum { MOST_PROCESSES = 1 << 22 }; /* the system gives no larger number */

/* Without /proc: tests every number for a child of this process. The children of those that end
 * become its children. */
static void end_children(void) {
    siginfo_t about;
    if (waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
        return;
    for (pid_t process = 1; process <= MOST_PROCESSES; process++) {
        if (waitid(P_PID, (id_t)process, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
            continue;
        kill(process, SIGKILL);
        waitpid(process, NULL, 0);
        if (waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
            return;
    }
}

/* Repeats until no child is left: a killed process may have forked just before. */
void mx_descendants_end(void) {
    const bool told = access("/proc/self/task", R_OK) == 0;
    for (;;) {
        if (told)
            visit_below(getpid(), end_one, NULL);
        else
            end_children();
        pid_t ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD)
            return;
        if (ended == 0)
            usleep(500);
    }
}
