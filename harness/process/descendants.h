/* The resources that processes use, and the end of all descendants of this process.
 *
 * For a process that runs programs or kernels which it does not trust: they may fork, leave their
 * process group, and end before their children do. Orphans are adopted, so all of them stay below.
 * mx_descendants_*() concern every child of the process: it must have no others.
 */
#ifndef MX_DESCENDANTS_H
#define MX_DESCENDANTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* A process or a thread as a stat file of /proc shows it. */
struct mx_stat {
    char state;
    pid_t parent;
    uint64_t user, system, waited_user, waited_system; /* clock ticks; children waited for */
    uint64_t threads, started, pages; /* started: clock ticks after the machine's start */
};

/* Returns false when it has ended. */
bool mx_stat_read(const char *path, struct mx_stat *stat);

typedef void mx_visit_thread(void *context, const struct mx_stat *thread);
typedef void mx_visit_process(void *context, pid_t process);

/* All threads of a process, and the children of all its threads; none without /proc. */
void mx_each_thread(pid_t process, mx_visit_thread *visit, void *context);
void mx_each_child(pid_t process, mx_visit_process *visit, void *context);

double mx_seconds_of_ticks(uint64_t ticks);

struct mx_usage {
    double seconds;     /* of processor time, user and system, ended children included */
    uint32_t processes; /* without zombies */
    uint32_t busy;      /* of these, have a thread that runs, or waits for a processor or a disk */
    uint32_t stopped;   /* of these, have a thread that a signal or a debugger has stopped */
};

/* The resources that one process uses, all its threads together; zeros without /proc. */
struct mx_usage mx_usage_of(pid_t process);

/* From now on a process whose parent ends becomes a child of this one. */
void mx_descendants_adopt(void);

/* The resources of all descendants together, of processes that live or were waited for. */
struct mx_usage mx_descendants_usage(void);

/* Kills and reaps all descendants, even without /proc. */
void mx_descendants_end(void);

#endif
