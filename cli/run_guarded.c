#include "cli/run_guarded.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/output.h"
#include "harness/process/descendants.h"
#include "harness/process/guard.h"
#include "harness/process/process.h"

enum { LOOK_US = 100000 };

/* ---- The end of this process ------------------------------------------------------------- */

static pid_t guarded; /* the process that must finish; its children need not */
static bool watched;  /* code of variants may run, so success requires that `run` returns */
static bool finished; /* `run` has returned */
static uint64_t number;

static void complain_of_end(const char *how, int detail) {
    mx_complain("%s %s %d instead of returning", mx_guard_culprit(), how, detail);
}

static void at_exit(int status, void *unused) {
    (void)unused;
    if (getpid() != guarded)
        return;
    if (mx_guard()->at_work[0] != '\0' || (watched && !finished && !mx_exiting)) {
        complain_of_end("ended the process with exit code", status);
        _exit(MX_EXIT_ERROR);
    }
    mx_guard()->ended = number;
}

static void at_quick_exit_of_ours(void) {
    at_exit(MX_EXIT_OK, NULL);
}

static int run_to_end(int argc, char **argv, int (*run)(int argc, char **argv)) {
    guarded = getpid();
    on_exit(at_exit, NULL);
    at_quick_exit(at_quick_exit_of_ours);
    const int code = run(argc, argv);
    finished = true;
    return code;
}

/* ---- The parent of a process with plug-ins ----------------------------------------------- */

struct call {
    int argc;
    char **argv;
    int (*run)(int argc, char **argv);
};

static void be_child(void *context) {
    const struct call *call = context;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    exit(run_to_end(call->argc, call->argv, call->run));
}

static volatile pid_t child;
static volatile sig_atomic_t interrupted; /* a child may then end without finishing */

/* The terminal sends its signals to both processes. */
static void pass_on(int signal_number, siginfo_t *about, void *unused) {
    (void)unused;
    interrupted = 1;
    if (about->si_code <= 0 && child > 0)
        kill(child, signal_number);
}

static void pass_signals_on(void) {
    const struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] != SIGHUP || sigaction(SIGHUP, NULL, &now) != 0 || now.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

static int complain_of_signal(int signal_number) {
    const struct mx_guard *guard = mx_guard();
    char name[MX_SIGNAL_ROOM];
    char who[sizeof guard->at_work + 1] = "", advice[200] = "";
    if (guard->at_work[0] != '\0')
        snprintf(who, sizeof who, "%s ", guard->at_work);
    const char *loading = guard->problem[0] != '\0' ? " with a plug-in loaded" : "";
    if (guard->problem[0] != '\0')
        snprintf(advice, sizeof advice,
                 "; 'mexbench check %s' with the same --plugin shows whether "
                 "the plug-in caused it, and on which input",
                 guard->problem);
    if (signal_number == SIGKILL)
        mx_complain(
            "%swas killed (SIGKILL) by itself, by another program or because the machine is "
            "short of memory%s",
            who, advice);
    else
        mx_complain("%scrashed (%s)%s%s", who, mx_signal_in_words(signal_number, name), loading,
                    advice);
    return MX_EXIT_ERROR;
}

/* The exit code for the child's end. */
static int code_of(struct mx_process_end end) {
    const bool asked_for = interrupted && end.signalled &&
                           (end.detail == SIGINT || end.detail == SIGTERM || end.detail == SIGHUP);
    if (asked_for) {
        signal(end.detail, SIG_DFL);
        raise(end.detail);
    }
    if (end.signalled)
        return complain_of_signal(end.detail);
    if (mx_guard()->ended == number || (interrupted && end.detail == MX_EXIT_INTERRUPTED))
        return end.detail;
    if (end.detail != MX_EXIT_ERROR) /* otherwise at_exit has reported it */
        complain_of_end("ended the process with exit code", end.detail);
    return MX_EXIT_ERROR;
}

/* Waits for the child's end, which is not reaped. Returns true, with a message, when the child
 * stops itself instead; it is then killed. */
static bool stops_itself(pid_t process) {
    struct mx_stops stops = {0};
    siginfo_t about;
    char name[MX_SIGNAL_ROOM];
    while (!mx_process_ended(process)) {
        const int ended = stops.ended;
        if (mx_process_stops_itself(process, &stops)) {
            mx_complain("%s stops itself (%s)", mx_guard_culprit(),
                        mx_signal_in_words(stops.signal, name));
            kill(process, SIGKILL);
            return true;
        }
        if (stops.ended > ended)
            mx_complain("%s was stopped (%s) and is continued", mx_guard_culprit(),
                        mx_signal_in_words(stops.signal, name));
        if (stops.since > 0)
            usleep(LOOK_US);
        else
            waitid(P_PID, (id_t)process, &about, WEXITED | WSTOPPED | WCONTINUED | WNOWAIT);
    }
    return false;
}

static int run_in_child(int argc, char **argv, int (*run)(int argc, char **argv)) {
    struct call call = {argc, argv, run};
    const struct mx_launch launch = {
        .run = be_child, .context = &call, .files = {MX_OWN_FILE, MX_OWN_FILE, MX_OWN_FILE}};
    pid_t process = 0;
    bool ready = getrandom(&number, sizeof number, 0) == (ssize_t)sizeof number && mx_guard_share();
    number |= 1;
    int cause = ready ? mx_process_start(&launch, &process) : errno;
    if (cause != 0) {
        mx_complain("cannot start a process: %s", strerror(cause));
        return MX_EXIT_ERROR;
    }
    child = process;
    pass_signals_on();
    mx_descendants_adopt();
    const bool stopped = stops_itself(process);
    const struct mx_process_end end = mx_process_wait(process);
    mx_descendants_end();
    return stopped ? MX_EXIT_ERROR : code_of(end);
}

/* An abbreviation of --plugin counts too. */
static bool names_plugins(char *const *argv) {
    for (; *argv != NULL && strcmp(*argv, "--") != 0; argv++)
        if (strncmp(*argv, "--p", 3) == 0)
            return true;
    return false;
}

int mx_run_guarded(int argc, char **argv, int (*run)(int argc, char **argv)) {
    mx_output_begin();
    return names_plugins(argv) ? run_in_child(argc, argv, run) : run_to_end(argc, argv, run);
}

/* ---- Plug-ins ---------------------------------------------------------------------------- */

void mx_load_plugins(const struct mx_plugin_paths *plugins) {
    struct mx_guard *guard = mx_guard();
    char why[512], what[sizeof guard->at_work];
    for (size_t i = 0; i < plugins->count; i++) {
        snprintf(what, sizeof what, "--plugin %s: loading it", plugins->path[i]);
        mx_guard_enter(what);
        const struct mx_problem *problem = mx_plugin_load(plugins->path[i], why, sizeof why);
        mx_guard_leave();
        if (problem == NULL) {
            mx_complain("--plugin %s: %s", plugins->path[i], why);
            mx_exit(MX_EXIT_ERROR);
        }
        snprintf(guard->problem, sizeof guard->problem, "%s", problem->name);
    }
}

void mx_watch_the_end(void) {
    watched = true;
}
