#include "harness/process/surroundings.h"

#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/descendants.h"

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
                                             .has_children = has_children()};
    snprintf(surroundings->locale, sizeof surroundings->locale, "%s", setlocale(LC_ALL, NULL));
    for (int number = 1; number < MX_SIGNALS; number++)
        sigaction(number, NULL, &surroundings->actions[number]);
    sigprocmask(SIG_SETMASK, NULL, &surroundings->blocked);
}

static bool same_mask(const sigset_t *one, const sigset_t *other) {
    for (int number = 1; number < MX_SIGNALS; number++)
        if (sigismember(one, number) != sigismember(other, number))
            return false;
    return true;
}

const char *mx_surroundings_change(const struct mx_surroundings *before) {
    static char text[64];
    struct mx_surroundings now;
    mx_surroundings_note(&now);
    if (strcmp(before->locale, now.locale) != 0)
        return "changes the locale";
    if (before->floating_point != now.floating_point)
        return "changes the floating-point mode";
    for (int number = 1; number < MX_SIGNALS; number++)
        if (before->actions[number].sa_handler != now.actions[number].sa_handler) {
            const char *name = sigabbrev_np(number);
            snprintf(text, sizeof text, "changes what SIG%s does", name != NULL ? name : "?");
            return text;
        }
    if (!same_mask(&before->blocked, &now.blocked))
        return "changes the signals that are blocked";
    if (!before->has_children && now.has_children)
        return "leaves a process behind";
    return NULL;
}
