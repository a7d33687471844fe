#include "harness/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"

enum { CANNOT_START = 127, FIRST_OWN_DESCRIPTOR = 10, MOST_STOPS = 2 };

#define STOPPED_SECONDS 1.0 /* until a stopped child is continued */

/* ---- The child ---------------------------------------------------------------------------
 * Only what may be called between fork and exec in a process that had several threads. */

/* Resets the handlers of this process, including those of a test framework or a sanitizer, and the
 * signals that the command ignores. Other signals that the user ignores (nohup) stay ignored. */
static void reset_signals(void) {
    const int ours[] = {SIGINT, SIGTERM, SIGPIPE, SIGTSTP, SIGXFSZ};
    struct sigaction now;
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            signal(number, SIG_DFL);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        signal(ours[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool end_with_parent(const struct mx_launch *launch, pid_t parent) {
    const int number = launch->last_signal != 0 ? launch->last_signal : SIGKILL;
    prctl(PR_SET_PDEATHSIG, (unsigned long)number, 0UL, 0UL, 0UL);
    errno = ESRCH;
    return getppid() == parent;
}

/* The given descriptors may be 0, 1 or 2 themselves, so they first move to other numbers. */
static bool place_files(const int *given) {
    int files[3];
    for (int i = 0; i < 3; i++) {
        files[i] = given[i] < 0 ? given[i] : fcntl(given[i], F_DUPFD_CLOEXEC, 3);
        if (files[i] < 0 && given[i] >= 0)
            return false;
    }
    for (int i = 0; i < 3; i++)
        if (files[i] >= 0 && dup2(files[i], i) < 0)
            return false;
    return true;
}

/* The program keeps this one open; 0 = none. */
static bool place_report(int given) {
    if (given == MX_REPORT_FILE)
        return fcntl(given, F_SETFD, 0) == 0;
    return given <= 0 || dup2(given, MX_REPORT_FILE) >= 0;
}

/* Reports why the program did not start, on a pipe that a program would have closed. */
static _Noreturn void fail_to_start(int pipe) {
    const int cause = errno;
    ssize_t ignored = write(pipe, &cause, sizeof cause);
    (void)ignored;
    _exit(CANNOT_START);
}

static _Noreturn void be_child(const struct mx_launch *launch, int pipe, pid_t parent) {
    const struct rlimit no_core = {0, 0};
    if (launch->own_group)
        setpgid(0, 0);
    reset_signals();
    setrlimit(RLIMIT_CORE, &no_core);
    const int kept = fcntl(pipe, F_DUPFD_CLOEXEC, MX_REPORT_FILE + 1);
    if (kept < 0 || !end_with_parent(launch, parent) || !place_files(launch->files) ||
        (launch->folder != NULL && chdir(launch->folder) != 0))
        fail_to_start(kept < 0 ? pipe : kept);
    if (pipe > STDERR_FILENO)
        close(pipe);
    if (launch->argv == NULL)
        close(kept);
    if (launch->run != NULL)
        launch->run(launch->context);
    if (launch->argv == NULL)
        _exit(0);
    if (!place_report(launch->report))
        fail_to_start(kept);
    /* If this fails, descriptors of other libraries may stay open. */
    close_range(MX_REPORT_FILE + (launch->report > 0), ~0U, CLOSE_RANGE_CLOEXEC);
    execvpe(launch->argv[0], (char *const *)(uintptr_t)launch->argv,
            launch->environment != NULL ? launch->environment : environ); /* changes none */
    fail_to_start(kept);
}

/* ---- The parent -------------------------------------------------------------------------- */

/* The child's report before it closes the pipe: errno, or 0. */
static int hear_cause(int pipe) {
    int cause = 0;
    ssize_t got;
    do
        got = read(pipe, &cause, sizeof cause);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof cause ? cause : 0;
}

int mx_process_start(const struct mx_launch *launch, pid_t *process) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return errno;
    fflush(NULL);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0)
        be_child(launch, ends[1], parent);
    int cause = errno;
    close(ends[1]);
    if (child > 0) {
        if (launch->own_group)
            setpgid(child, child); /* on both sides, because either may be first */
        cause = hear_cause(ends[0]);
    }
    close(ends[0]);
    if (child > 0 && cause != 0)
        mx_process_wait(child);
    *process = child;
    return cause;
}

const char *mx_signal_in_words(int number, char text[MX_SIGNAL_ROOM]) {
    const char *name = sigabbrev_np(number);
    if (name != NULL)
        snprintf(text, MX_SIGNAL_ROOM, "SIG%s", name);
    else
        snprintf(text, MX_SIGNAL_ROOM, "signal %d", number);
    return text;
}

bool mx_process_ended(pid_t process) {
    siginfo_t about = {.si_pid = 0};
    return waitid(P_PID, (id_t)process, &about, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           about.si_pid == process;
}

bool mx_process_stops_itself(pid_t process, struct mx_stops *stops) {
    siginfo_t about = {.si_pid = 0};
    while (waitid(P_PID, (id_t)process, &about, WSTOPPED | WCONTINUED | WNOHANG) == 0 &&
           about.si_pid == process) {
        stops->since = about.si_code == CLD_CONTINUED ? 0 : mx_seconds();
        stops->signal = about.si_status;
        about.si_pid = 0;
    }
    if (stops->since <= 0 || mx_seconds() - stops->since < STOPPED_SECONDS)
        return false;
    stops->since = 0;
    if (stops->ended++ == MOST_STOPS)
        return true;
    kill(process, SIGCONT);
    return false;
}

struct mx_process_end mx_process_wait(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return (struct mx_process_end){false, CANNOT_START};
    if (WIFSIGNALED(status))
        return (struct mx_process_end){true, WTERMSIG(status)};
    return (struct mx_process_end){false, WEXITSTATUS(status)};
}

int mx_process_run(const char *const *argv, int output, int errors) {
    const struct mx_launch launch = {
        .argv = argv, .files = {MX_OWN_FILE, output, errors}, .last_signal = SIGINT};
    pid_t process;
    siginfo_t about;
    if (mx_process_start(&launch, &process) != 0)
        return CANNOT_START;
    while (waitid(P_PID, (id_t)process, &about, WEXITED | WNOWAIT) != 0 && errno == EINTR)
        if (mx_interrupted())
            kill(process, SIGINT);
    const struct mx_process_end end = mx_process_wait(process);
    return end.signalled ? 128 + end.detail : end.detail;
}

/* ---- This program ------------------------------------------------------------------------ */

void mx_hold_standard_files(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && errno == EBADF) {
            const int opened = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            if (opened >= 0 && opened != file) /* a lower number was closed and has no /dev/null */
                close(opened);
        }
}

int mx_keep_output(void) {
    const int kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
    return kept >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ? -1 : kept;
}

const char *mx_own_path(void) {
    static char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    return path;
}

void mx_wait_passively(char *const *argv) {
    static const char variable[] = "OMP_WAIT_POLICY";
    const char *program = mx_own_path(); /* so that ps shows its name, not "exe" */
    if (getenv(variable) != NULL || program == NULL || setenv(variable, "passive", 1) != 0)
        return;
    setenv("GOMP_SPINCOUNT", "2000", 0); /* about ten microseconds */
    execv(program, argv);
}
