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

/* ---- What they use ----------------------------------------------------------------------- */

/* What follows the name in a stat file of /proc; the name, in brackets, may contain anything. NULL
 * when the process or thread has ended. */
static const char *read_stat(const char *path, char text[STAT_ROOM]) {
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return NULL;
    size_t length = fread(text, 1, STAT_ROOM - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *after = strrchr(text, ')');
    return after == NULL || after[1] != ' ' ? NULL : after + 2;
}

static void note_state(char state, struct mx_usage *usage) {
    usage->busy |= state == 'R' || state == 'D';
    usage->stopped |= state == 'T' || state == 't';
}

/* The first thread may only wait for the others. */
static void note_threads(pid_t process, struct mx_usage *usage) {
    char path[PATH_ROOM], text[STAT_ROOM];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *tasks = opendir(path);
    if (tasks == NULL)
        return;
    for (const struct dirent *task; usage->busy == 0 && (task = readdir(tasks)) != NULL;) {
        if (task->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/stat", process, task->d_name);
        const char *state = read_stat(path, text);
        if (state != NULL)
            note_state(*state, usage);
    }
    closedir(tasks);
}

struct mx_usage mx_usage_of(pid_t process) {
    struct mx_usage usage = {0};
    char path[PATH_ROOM], text[STAT_ROOM], state;
    uint64_t user, system, ended_user, ended_system, pages;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    const char *stat = read_stat(path, text);
    if (stat == NULL || sscanf(stat,
                               "%c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64 " %" SCNu64
                               " %" SCNu64 " %" SCNu64 " %*d %*d %*d %*d %*u %*u %" SCNu64,
                               &state, &user, &system, &ended_user, &ended_system, &pages) != 6)
        return usage;
    usage.seconds =
        (double)(user + system + ended_user + ended_system) / (double)sysconf(_SC_CLK_TCK);
    usage.bytes = pages * (uint64_t)sysconf(_SC_PAGESIZE);
    usage.processes = state != 'Z' && state != 'X';
    note_state(state, &usage);
    if (usage.busy == 0)
        note_threads(process, &usage);
    return usage;
}

static void add_usage(void *context, pid_t process) {
    struct mx_usage *sum = context;
    const struct mx_usage usage = mx_usage_of(process);
    sum->seconds += usage.seconds;
    sum->bytes += usage.bytes;
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
