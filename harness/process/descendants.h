/* What processes use, and how those below this one end.
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

/* False when it has ended. */
bool mx_stat_read(const char *path, struct mx_stat *stat);

double mx_seconds_of_ticks(uint64_t ticks);

struct mx_usage {
    double seconds;     /* of processor time, user and system, ended children included */
    uint32_t processes; /* without zombies */
    uint32_t busy;      /* of these, with a thread that runs, waits for a processor or for a disk */
    uint32_t stopped;   /* of these, with a thread that a signal or a debugger has stopped */
};

/* What one process uses, all its threads together; zeros where /proc does not tell. */
struct mx_usage mx_usage_of(pid_t process);

/* From now on a process whose parent ends becomes a child of this one. */
void mx_descendants_adopt(void);

/* What all of them use together, of processes that live or were waited for. */
struct mx_usage mx_descendants_usage(void);

/* Kills and reaps all of them, also where /proc does not tell which they are. */
void mx_descendants_end(void);

#endif
