/* Standard input, output and error are files in memory: no pipe can block either side, and what a
 * program wrote is there however it ended. Output beyond its limit ends the program by RLIMIT_FSIZE
 * or, where it ignores the signal, when the file is seen to be full. */
#include "harness/process/confined_internal.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/descendants.h"
#include "harness/process/process.h"
#include "support/say.h"

/* One run. */
struct run {
    struct mx_confined_files files;
    pid_t child;
    double looked;      /* when it was last looked at */
    double idle;        /* seconds in which no process of it wanted a processor */
    uint64_t own_bytes; /* what this process had resident, which the child starts with */
};

/* Waiting for the end: at first often, since most runs are short. */
enum { FIRST_WAIT_MS = 1, LONGEST_WAIT_MS = 10 };

/* Beyond its processor time, a program may wait for so long. */
#define IDLE_SECONDS 1.0

/* Children may take so long to end after their parent has. */
#define GRACE_SECONDS 0.25

/* ---- The child --------------------------------------------------------------------------- */

static void limit(int resource, rlim_t most) {
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0)
        return;
    if (now.rlim_max == RLIM_INFINITY || most < now.rlim_max)
        now.rlim_max = most;
    now.rlim_cur = now.rlim_max;
    setrlimit((__rlimit_resource_t)resource, &now);
}

/* In the child, which the program then takes the place of. */
static void limit_all(void *context) {
    const struct mx_confinement *how = context;
    limit(RLIMIT_FSIZE, how->output_bytes);
    if (how->seconds < 1e6)
        limit(RLIMIT_CPU, (rlim_t)ceil(how->seconds) + 2);
    if (how->deep_stack)
        limit(RLIMIT_STACK, RLIM_INFINITY);
}

/* ---- Waiting ----------------------------------------------------------------------------- */

/* Notes the time in which no process wanted a processor. One that others keep from computing is not
 * idle. */
static void note_idle(struct run *run, const struct mx_usage *usage) {
    double now = mx_seconds();
    run->idle += usage->busy == 0 ? now - run->looked : 0;
    run->looked = now;
}

/* The limit that the program is beyond, or EXITED when it may go on. */
static enum mx_confined_end beyond(struct run *run) {
    const struct mx_confinement *how = run->files.how;
    struct mx_confined *result = run->files.result;
    struct mx_usage usage = mx_descendants_usage();
    note_idle(run, &usage);
    result->seconds = fmax(result->seconds, usage.seconds);
    if (usage.bytes > result->peak_bytes)
        result->peak_bytes = usage.bytes;
    if (mx_interrupted())
        return MX_CONFINED_INTERRUPTED;
    if (usage.bytes > how->memory_bytes)
        return MX_CONFINED_MEMORY;
    if (mx_file_bytes(run->files.output) >= how->output_bytes)
        return MX_CONFINED_OUTPUT;
    if (usage.seconds > how->seconds)
        return MX_CONFINED_TIME;
    return run->idle > how->seconds + IDLE_SECONDS ? MX_CONFINED_IDLE : MX_CONFINED_EXITED;
}

/* Until the program has ended (EXITED) or must be killed. */
static enum mx_confined_end watch(struct run *run) {
    struct pollfd ended = {.fd = pidfd_open(run->child, 0), .events = POLLIN};
    enum mx_confined_end end = MX_CONFINED_EXITED;
    int wait = FIRST_WAIT_MS;
    while (end == MX_CONFINED_EXITED && !mx_process_ended(run->child)) {
        poll(&ended, 1, wait);
        end = beyond(run);
        if (run->files.how->tick != NULL)
            run->files.how->tick(run->files.how->context);
        wait = wait * 2 < LONGEST_WAIT_MS ? wait * 2 : LONGEST_WAIT_MS;
    }
    if (ended.fd >= 0)
        close(ended.fd);
    return end;
}

/* Whether processes of the ended program go on running. */
static bool left_children(void) {
    double until = mx_seconds() + GRACE_SECONDS;
    while (mx_descendants_usage().processes > 0) {
        if (mx_seconds() > until)
            return true;
        usleep(2000);
    }
    return false;
}

/* ---- The end ----------------------------------------------------------------------------- */

/* What the system counted. A child begins with the resident set of this process as its peak. */
static void note_usage(struct run *run, const struct rusage *usage) {
    struct mx_confined *result = run->files.result;
    double seconds = (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
                     1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
    uint64_t peak = (uint64_t)usage->ru_maxrss * 1024;
    result->seconds = fmax(result->seconds, seconds);
    if (peak > result->peak_bytes && peak > run->own_bytes + run->own_bytes / 8)
        result->peak_bytes = peak;
}

static void judge_end(struct run *run, int status, bool left) {
    const struct mx_confinement *how = run->files.how;
    struct mx_confined *result = run->files.result;
    result->detail = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (result->peak_bytes > how->memory_bytes)
        result->end = MX_CONFINED_MEMORY;
    else if (mx_file_bytes(run->files.output) >= how->output_bytes || result->detail == SIGXFSZ)
        result->end = MX_CONFINED_OUTPUT;
    else if (result->seconds > how->seconds)
        result->end = MX_CONFINED_TIME;
    else if (WIFSIGNALED(status))
        result->end = MX_CONFINED_SIGNALLED;
    else if (left && result->detail == 0)
        result->end = MX_CONFINED_LEFT;
    else
        result->end = MX_CONFINED_EXITED;
}

static void wait_for_end(struct run *run) {
    int status = 0;
    struct rusage usage = {0};
    bool left = false;
    run->files.result->end = watch(run);
    if (run->files.result->end == MX_CONFINED_EXITED)
        left = left_children();
    kill(-run->child, SIGKILL);
    while (wait4(run->child, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    mx_descendants_end();
    note_usage(run, &usage);
    if (run->files.result->end == MX_CONFINED_EXITED)
        judge_end(run, status, left);
}

/* ---- All together ------------------------------------------------------------------------ */

static uint64_t resident_bytes(void) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%*u %llu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* False: complaint says why there is no program. */
static bool start(struct run *run) {
    const struct mx_confinement *how = run->files.how;
    const bool in_folder = how->input_name != NULL;
    const struct mx_launch launch = {
        .argv = (const char *const *)how->argv,
        .run = limit_all,
        .context = (void *)(uintptr_t)how, /* which it only reads */
        .files = {run->files.input, run->files.output, run->files.errors},
        .folder = in_folder ? run->files.scratch.path : NULL,
        .own_group = true};
    run->own_bytes = resident_bytes();
    const int cause = mx_process_start(&launch, &run->child);
    run->looked = mx_seconds();
    return cause == 0 || mx_say(run->files.result->complaint, sizeof run->files.result->complaint,
                                "%s", strerror(cause));
}

bool mx_confined_run(const struct mx_confinement *how, const char *input, size_t input_bytes,
                     struct mx_confined *result) {
    struct run run = {.files = {how, result, -1, -1, -1, {""}}};
    *result = (struct mx_confined){.end = MX_CONFINED_EXITED};
    bool ok = mx_confined_open(&run.files, input, input_bytes);
    if (ok && start(&run)) {
        wait_for_end(&run);
        ok = mx_confined_take(&run.files);
    } else if (ok) {
        result->end = MX_CONFINED_NOT_STARTED;
    }
    mx_confined_close(&run.files);
    return ok;
}
