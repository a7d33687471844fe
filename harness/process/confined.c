/* Standard input, output and error are files in memory. No pipe can block either side, and a
 * program's output remains however the program ended. Output beyond its limit ends the program by
 * RLIMIT_FSIZE or, where it ignores the signal, when watching finds the file full. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/confined_internal.h"
#include "harness/process/descendants.h"
#include "harness/process/process.h"
#include "support/arena.h"
#include "support/say.h"

/* ---- The end ----------------------------------------------------------------------------- */

/* Gets the program's end, and the resources that the system counted for it. */
struct ending {
    int status;
    double seconds;
    uint64_t peak_bytes;
    int failed; /* errno when the sandbox's keeper could not start it */
    bool told;
};

static double seconds_of(const struct rusage *usage) {
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

static struct ending hear_keeper(const struct mx_confined_run *run) {
    struct mx_keeper_report report;
    ssize_t got;
    do
        got = read(run->report, &report, sizeof report);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof report)
        return (struct ending){.told = false};
    return (struct ending){report.status, report.seconds, report.peak_bytes, report.failed, true};
}

/* Kills and reaps the processes that are left of the run. Processes whose parent ended are children
 * of this process, so they count as well. */
static struct ending end_all(struct mx_confined_run *run) {
    struct rusage before, after, own = {0};
    struct ending ending = {.told = true};
    getrusage(RUSAGE_CHILDREN, &before);
    kill(-run->child, SIGKILL);
    while (wait4(run->child, &ending.status, 0, &own) < 0 && errno == EINTR)
        continue;
    mx_descendants_end();
    getrusage(RUSAGE_CHILDREN, &after);
    ending.seconds = seconds_of(&after) - seconds_of(&before);
    ending.peak_bytes = (uint64_t)own.ru_maxrss * 1024;
    return ending;
}

/* A child's peak begins with the resident set of the process that has started it. */
static void note_ending(struct mx_confined_run *run, const struct ending *ending) {
    struct mx_confined *result = run->files.result;
    result->seconds = fmax(result->seconds, ending->seconds);
    if (ending->peak_bytes > result->peak_bytes &&
        ending->peak_bytes > run->first_bytes + run->first_bytes / 8)
        result->peak_bytes = ending->peak_bytes;
}

static enum mx_confined_end name_end(struct mx_confined_run *run, int status, bool left) {
    const struct mx_confinement *how = run->files.how;
    const struct mx_confined *result = run->files.result;
    const bool signalled = WIFSIGNALED(status);
    if (result->peak_bytes > how->memory_bytes)
        return MX_CONFINED_MEMORY;
    const bool too_large = mx_confined_too_large(&run->files), failed = status != 0;
    if (mx_file_bytes(run->files.output) >= how->output_bytes || (too_large && failed) ||
        (signalled && WTERMSIG(status) == SIGXFSZ))
        return MX_CONFINED_OUTPUT;
    if (result->seconds > how->seconds || (signalled && WTERMSIG(status) == SIGXCPU))
        return MX_CONFINED_TIME;
    if (signalled)
        return MX_CONFINED_SIGNALLED;
    return left && WEXITSTATUS(status) == 0 ? MX_CONFINED_LEFT : MX_CONFINED_EXITED;
}

static void wait_for_end(struct mx_confined_run *run) {
    struct mx_confined *result = run->files.result;
    const bool sandboxed = run->report >= 0;
    const int ended = sandboxed ? run->report : pidfd_open(run->child, 0);
    struct ending ending = {.told = false};
    bool left = false;
    result->end = mx_confined_watch(run, ended);
    if (result->end == MX_CONFINED_EXITED) {
        if (sandboxed)
            ending = hear_keeper(run);
        const enum mx_confined_end rest = mx_confined_watch_rest(run);
        left = rest == MX_CONFINED_LEFT;
        result->end = left ? MX_CONFINED_EXITED : rest;
    }
    if (ended >= 0 && !sandboxed)
        close(ended);
    const struct ending all = end_all(run);
    if (!sandboxed)
        ending = all;
    note_ending(run, &ending);
    if (result->end != MX_CONFINED_EXITED)
        return;
    if (!ending.told || ending.failed != 0) {
        result->end = MX_CONFINED_NOT_STARTED;
        result->detail = ending.failed;
        return;
    }
    result->detail =
        WIFSIGNALED(ending.status) ? WTERMSIG(ending.status) : WEXITSTATUS(ending.status);
    result->end = name_end(run, ending.status, left);
}

/* ---- The start --------------------------------------------------------------------------- */

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

static void open_account(struct mx_confined_run *run) {
    const int files[] = {run->files.input, run->files.output, run->files.errors};
    struct mx_account *account = &run->account;
    struct stat about;
    account->memory_limit = run->files.how->memory_bytes;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (fstat(files[i], &about) == 0)
            account->ignored[account->ignored_count++] =
                (struct mx_memory_file){about.st_dev, about.st_ino};
    account->sandboxed = run->files.how->sandbox != NULL;
    if (!account->sandboxed)
        account->above = getpid();
}

/* Starts it; 0 or errno. */
static int start(struct mx_confined_run *run, struct mx_arena *arena) {
    const struct mx_confinement *how = run->files.how;
    const char *folder = how->input_name != NULL ? run->files.scratch.path : NULL;
    struct mx_launch launch = {.argv = (const char *const *)how->argv,
                               .run = mx_confined_limit,
                               .context = (void *)(uintptr_t)how, /* the function only reads it */
                               .files = {run->files.input, run->files.output, run->files.errors},
                               .folder = folder,
                               .own_group = true};
    int ends[2] = {-1, -1};
    if (how->sandbox != NULL) {
        launch.argv = mx_sandbox_command(how->argv, how->sandbox, folder, arena);
        if (launch.argv == NULL)
            return ENOMEM;
        if (pipe2(ends, O_CLOEXEC) != 0)
            return errno;
        launch.report = ends[1];
    }
    run->first_bytes = resident_bytes();
    const int cause = mx_process_start(&launch, &run->child);
    if (ends[1] >= 0)
        close(ends[1]);
    run->report = ends[0];
    run->looked = mx_seconds();
    open_account(run);
    return cause;
}

/* ---- All together ------------------------------------------------------------------------ */

bool mx_confined_run(const struct mx_confinement *how, const char *input, size_t input_bytes,
                     struct mx_confined *result) {
    struct mx_confined_run run = {.files = {how, result, -1, -1, -1, {""}}, .report = -1};
    struct mx_arena arena = {0};
    int cause = 0;
    *result = (struct mx_confined){.end = MX_CONFINED_EXITED};
    bool ok = mx_confined_open(&run.files, input, input_bytes);
    if (ok && (cause = start(&run, &arena)) == 0) {
        wait_for_end(&run);
        ok = mx_confined_collect(&run.files);
    } else if (ok) {
        result->end = MX_CONFINED_NOT_STARTED;
        result->detail = cause;
    }
    if (result->end == MX_CONFINED_NOT_STARTED && result->detail != 0)
        mx_say(result->complaint, sizeof result->complaint, "%s", strerror(result->detail));
    if (run.report >= 0)
        close(run.report);
    mx_account_close(&run.account);
    mx_confined_close(&run.files);
    mx_arena_free(&arena);
    return ok;
}

/* ---- Is there a sandbox? ------------------------------------------------------------------- */

#define TRIAL_SECONDS 10.0
#define TRIAL_BYTES (UINT64_C(1) << 30)

bool mx_confined_sandbox_works(const char *keeper, char *why, size_t room) {
    static char *const nothing[] = {(char *)(uintptr_t) "true", NULL}; /* which is only read */
    const struct mx_confinement how = {.argv = nothing,
                                       .seconds = TRIAL_SECONDS,
                                       .memory_bytes = TRIAL_BYTES,
                                       .output_bytes = TRIAL_BYTES,
                                       .sandbox = keeper};
    struct mx_confined run;
    if (!mx_confined_run(&how, "", 0, &run))
        return mx_say(why, room, "%s", run.complaint);
    free(run.output);
    if (run.end == MX_CONFINED_EXITED && run.detail == 0)
        return true;
    return mx_say(why, room, "%s",
                  run.complaint[0] != '\0' ? run.complaint : "a trial run in it failed");
}
