#include "harness/process/surroundings.h"

#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/descendants.h"
#include "harness/process/process.h"
#include "support/digest.h"

#define THREAD_END_SECONDS 1.0 /* a thread that was joined may be listed for a moment */

/* ---- Now --------------------------------------------------------------------------------- */

/* The flags of past exceptions do not belong to the mode. */
static uint64_t floating_point(void) {
    fenv_t environment;
    fegetenv(&environment);
#if defined(__x86_64__)
    const uint64_t registers = environment.__tags; /* not all free: emms is missing */
    return (environment.__mxcsr & ~0x3Fu) | (uint64_t)environment.__control_word << 32 |
           registers << 48;
#elif defined(__aarch64__)
    return environment.__fpcr;
#else
    return (uint64_t)fegetround();
#endif
}

static void note_signals(struct mx_surroundings *now) {
    struct itimerval timer;
    for (int number = 1; number < MX_SIGNALS; number++)
        sigaction(number, NULL, &now->actions[number]);
    sigprocmask(SIG_SETMASK, NULL, &now->blocked);
    for (int which = 0; which < MX_TIMERS; which++)
        now->timers[which] = getitimer((__itimer_which_t)which, &timer) == 0 &&
                             (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0);
}

static struct mx_place place_of(int failed, const struct stat *about) {
    return failed ? (struct mx_place){0, 0} : (struct mx_place){about->st_dev, about->st_ino};
}

static int free_file(void) {
    const int file = open("/", O_PATH | O_CLOEXEC);
    if (file >= 0)
        close(file);
    return file;
}

static void note_files(struct mx_surroundings *now) {
    struct stat about;
    for (int file = 0; file < MX_STANDARD_FILES; file++)
        now->files[file] = place_of(fstat(file, &about), &about);
    now->folder = place_of(stat(".", &about), &about);
    now->free_file = free_file();
    umask(now->mask = umask(0));
}

/* Covers all variables, in order. The run time of LLVM's OpenMP enters itself when it starts. */
static uint64_t hash_of_environment(void) {
    static const char runtime[] = "__KMP_REGISTERED_LIB";
    uint64_t hash = MX_HASH_START;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        if (strncmp(*entry, runtime, sizeof runtime - 1) != 0)
            hash = mx_hash(hash, *entry, strlen(*entry) + 1);
    return hash;
}

/* 0 when /proc does not tell. */
static unsigned count_threads(void) {
    struct stat about;
    return stat("/proc/self/task", &about) == 0 ? (unsigned)about.st_nlink - 2 : 0;
}

#ifdef __has_feature
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_THREAD__) || HAS_FEATURE(thread_sanitizer)
/* ThreadSanitizer starts a child of its own, which names the functions of a report. */
static void note_child(void *context, pid_t process) {
    char path[64], name[32] = "";
    snprintf(path, sizeof path, "/proc/%d/comm", process);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return;
    *(bool *)context |=
        fgets(name, sizeof name, file) == NULL || strcmp(name, "llvm-symbolizer\n") != 0;
    fclose(file);
}

static bool has_children(void) {
    bool found = false;
    mx_each_child(getpid(), note_child, &found);
    return found;
}
#else
static bool has_children(void) {
    siginfo_t about;
    return waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}
#endif

void mx_surroundings_note(struct mx_surroundings *surroundings) {
    *surroundings = (struct mx_surroundings){.floating_point = floating_point(),
                                             .environment = hash_of_environment(),
                                             .priority = getpriority(PRIO_PROCESS, 0),
                                             .policy = sched_getscheduler(0),
                                             .group = getpgrp(),
                                             .threads = count_threads(),
                                             .has_children = has_children()};
    snprintf(surroundings->locale, sizeof surroundings->locale, "%s", setlocale(LC_ALL, NULL));
    note_signals(surroundings);
    for (int which = 0; which < RLIM_NLIMITS; which++)
        getrlimit((__rlimit_resource_t)which, &surroundings->limits[which]);
    note_files(surroundings);
}

void mx_surroundings_accept(struct mx_surroundings *surroundings) {
    surroundings->threads = count_threads();
    surroundings->free_file = free_file();
}

/* ---- Changes ----------------------------------------------------------------------------- */

static const char *change_of_signals(const struct mx_surroundings *before,
                                     const struct mx_surroundings *now) {
    static char text[64];
    char name[MX_SIGNAL_ROOM];
    for (int number = 1; number < MX_SIGNALS; number++) {
        if (before->actions[number].sa_handler != now->actions[number].sa_handler) {
            snprintf(text, sizeof text, "changes what %s does", mx_signal_in_words(number, name));
            return text;
        }
        if (sigismember(&before->blocked, number) != sigismember(&now->blocked, number))
            return "changes the signals that are blocked";
    }
    /* At an interrupt, this process sets a timer of its own. */
    return memcmp(before->timers, now->timers, sizeof now->timers) == 0 || mx_interrupted()
               ? NULL
               : "changes a timer";
}

static bool same_place(struct mx_place one, struct mx_place other) {
    return one.device == other.device && one.inode == other.inode;
}

static const char *change_of_files(const struct mx_surroundings *before,
                                   const struct mx_surroundings *now) {
    static const char *const changes[MX_STANDARD_FILES] = {"closes or changes standard input",
                                                           "closes or changes standard output",
                                                           "closes or changes standard error"};
    for (int file = 0; file < MX_STANDARD_FILES; file++)
        if (!same_place(before->files[file], now->files[file]))
            return changes[file];
    if (before->free_file != now->free_file)
        return before->free_file < now->free_file ? "leaves a file open"
                                                  : "closes a file that it has not opened";
    if (!same_place(before->folder, now->folder))
        return "changes the working folder";
    return before->mask != now->mask ? "changes the mask of permissions (umask)" : NULL;
}

static const char *change_of_process(const struct mx_surroundings *before,
                                     const struct mx_surroundings *now) {
    for (int which = 0; which < RLIM_NLIMITS; which++)
        if (before->limits[which].rlim_cur != now->limits[which].rlim_cur ||
            before->limits[which].rlim_max != now->limits[which].rlim_max)
            return "changes a resource limit";
    if (before->environment != now->environment)
        return "changes the environment";
    if (before->priority != now->priority)
        return "changes the priority of the process";
    if (before->policy != now->policy)
        return "changes how it is scheduled";
    if (before->group != now->group)
        return "changes the process group";
    return !before->has_children && now->has_children ? "leaves a process behind" : NULL;
}

/* Whether more threads run than before, also after the time that an ended thread may need. */
static bool has_more_threads(const struct mx_surroundings *before) {
    const double start = mx_seconds();
    while (count_threads() > before->threads && before->threads > 0) {
        if (mx_seconds() - start > THREAD_END_SECONDS)
            return true;
        usleep(1000);
    }
    return false;
}

const char *mx_surroundings_change(const struct mx_surroundings *before) {
    struct mx_surroundings now;
    mx_surroundings_note(&now);
    if (strcmp(before->locale, now.locale) != 0)
        return "changes the locale";
    if (before->floating_point != now.floating_point)
        return "changes the floating-point mode";
    const char *change = change_of_process(before, &now);
    if (change == NULL)
        change = change_of_files(before, &now);
    if (change == NULL)
        change = change_of_signals(before, &now);
    if (change == NULL && has_more_threads(before))
        change = "leaves a thread running";
    return change;
}
