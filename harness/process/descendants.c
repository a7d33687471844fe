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

void mx_descendants_adopt(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
}

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

/* ---- Threads and children ---------------------------------------------------------------- */

/* The next thread of an open /proc/PID/task; 0 = no more. */
static pid_t next_thread(DIR *tasks) {
    for (const struct dirent *task; (task = readdir(tasks)) != NULL;)
        if (task->d_name[0] != '.')
            return (pid_t)strtol(task->d_name, NULL, 10);
    return 0;
}

static DIR *open_threads(pid_t process) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    return opendir(path);
}

void mx_each_thread(pid_t process, mx_visit_thread *visit, void *context) {
    char path[PATH_ROOM];
    struct mx_stat stat;
    DIR *tasks = open_threads(process);
    if (tasks == NULL)
        return;
    for (pid_t thread; (thread = next_thread(tasks)) != 0;) {
        snprintf(path, sizeof path, "/proc/%d/task/%d/stat", process, thread);
        if (mx_stat_read(path, &stat))
            visit(context, &stat);
    }
    closedir(tasks);
}

/* Reads a file of /proc to its end; NULL = it is gone, or there is no memory. The caller frees it.
 */
static char *read_whole(const char *path) {
    size_t used = 0, room = 0, got = 0;
    char *text = NULL;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return NULL;
    do {
        used += got;
        if (used + 1 >= room) {
            char *larger = realloc(text, room = 2 * room + STAT_ROOM);
            if (larger == NULL)
                break;
            text = larger;
        }
        got = fread(text + used, 1, room - used - 1, file);
    } while (got > 0);
    fclose(file);
    if (text != NULL)
        text[used] = '\0';
    return text;
}

/* Reads the whole list before the first visit: a visit takes longer than a fork, so a chain of
 * processes could make the list longer without end. */
static void visit_list(const char *path, mx_visit_process *visit, void *context) {
    char *list = read_whole(path), *rest = list;
    while (rest != NULL && *rest != '\0') {
        char *end;
        const long child = strtol(rest, &end, 10);
        if (end == rest)
            break;
        visit(context, (pid_t)child);
        rest = end + strspn(end, " \n");
    }
    free(list);
}

void mx_each_child(pid_t process, mx_visit_process *visit, void *context) {
    char path[PATH_ROOM];
    DIR *tasks = open_threads(process);
    if (tasks == NULL)
        return;
    for (pid_t thread; (thread = next_thread(tasks)) != 0;) {
        snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, thread);
        visit_list(path, visit, context);
    }
    closedir(tasks);
}

/* ---- What processes use ------------------------------------------------------------------ */

static void note_state(void *context, const struct mx_stat *thread) {
    struct mx_usage *usage = context;
    usage->busy |= thread->state == 'R' || thread->state == 'D';
    usage->stopped |= thread->state == 'T' || thread->state == 't';
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
    mx_each_thread(process, note_state, &usage);
    return usage;
}

static void add_usage(void *context, pid_t process) {
    struct mx_usage *sum = context;
    const struct mx_usage usage = mx_usage_of(process);
    sum->seconds += usage.seconds;
    sum->processes += usage.processes;
    sum->busy += usage.busy;
    sum->stopped += usage.stopped;
    mx_each_child(process, add_usage, sum);
}

struct mx_usage mx_descendants_usage(void) {
    struct mx_usage usage = {0};
    mx_each_child(getpid(), add_usage, &usage);
    return usage;
}

/* ---- Their end --------------------------------------------------------------------------- */

static void end_one(void *context, pid_t process) {
    kill(process, SIGKILL);
    mx_each_child(process, end_one, context);
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
        (void)waitpid(process, NULL, 0); /* it is reaped, however it ended */
        if (waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
            return;
    }
}

/* Reaps all children that have ended before it visits the others: a chain of processes that fork
 * and end makes new ones faster than one at a time can be reaped. Repeats until no child is left.
 */
void mx_descendants_end(void) {
    const bool told = access("/proc/self/task", R_OK) == 0;
    for (;;) {
        pid_t ended;
        do
            ended = waitpid(-1, NULL, WNOHANG);
        while (ended > 0);
        if (ended < 0 && errno == ECHILD)
            return;
        if (told)
            mx_each_child(getpid(), end_one, NULL);
        else
            end_children();
        usleep(500);
    }
}
