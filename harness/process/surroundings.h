/* The state that foreign code (a kernel, or the constructor of a plug-in) must leave unchanged,
 * because the calling process continues with it. */
#ifndef MX_SURROUNDINGS_H
#define MX_SURROUNDINGS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define MX_SIGNALS 32 /* without real-time signals */
#define MX_STANDARD_FILES 3
#define MX_TIMERS 3

/* The file that a descriptor or a path leads to; 0 and 0 = nothing. */
struct mx_place {
    dev_t device;
    ino_t inode;
};

struct mx_surroundings {
    char locale[256];
    uint64_t
        floating_point; /* rounding, exceptions that trap, flushing to zero, registers in use */
    struct sigaction actions[MX_SIGNALS];
    sigset_t blocked;
    bool timers[MX_TIMERS]; /* set, of setitimer and alarm */
    struct rlimit limits[RLIM_NLIMITS];
    struct mx_place files[MX_STANDARD_FILES], folder;
    int free_file; /* the lowest free descriptor */
    mode_t mask;
    uint64_t environment; /* a hash */
    int priority, policy; /* of scheduling */
    pid_t group;
    unsigned threads;
    bool has_children;
};

void mx_surroundings_note(struct mx_surroundings *surroundings);

/* Accepts the threads that run and the files that are open now: a run-time system such as OpenMP's
 * keeps them for the next call. */
void mx_surroundings_accept(struct mx_surroundings *surroundings);

/* Names the first change since then, such as "changes the locale"; NULL = none. The text is
 * static. */
const char *mx_surroundings_change(const struct mx_surroundings *before);

#endif
