/* The limits of a run: those that the system enforces, and those that need watching. */
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/confined_internal.h"
#include "harness/process/process.h"
#include "support/say.h"

/* ---- The system's ------------------------------------------------------------------------ */

#define MOST_CPU_SECONDS 1e6
#define CPU_MARGIN 2 /* seconds within which watching notices first */

static bool get_limit(int resource, struct rlimit *now) {
    return getrlimit((__rlimit_resource_t)resource, now) == 0;
}

static void limit(int resource, rlim_t most) {
    struct rlimit now;
    if (!get_limit(resource, &now))
        return;
    if (now.rlim_max == RLIM_INFINITY || most < now.rlim_max)
        now.rlim_max = most;
    now.rlim_cur = now.rlim_max;
    setrlimit((__rlimit_resource_t)resource, &now);
}

void mx_confined_limit(void *context) {
    const struct mx_confinement *how = context;
    limit(RLIMIT_FSIZE, how->output_bytes);
    limit(RLIMIT_AS, RLIM_INFINITY);
    limit(RLIMIT_DATA, RLIM_INFINITY);
    if (how->seconds < MOST_CPU_SECONDS)
        limit(RLIMIT_CPU, (rlim_t)ceil(how->seconds) + CPU_MARGIN);
    if (how->deep_stack)
        limit(RLIMIT_STACK, RLIM_INFINITY);
}

/* A limit of this process that it cannot raise. */
static bool allows(int resource, double needed) {
    struct rlimit now;
    return !get_limit(resource, &now) || now.rlim_max == RLIM_INFINITY ||
           (double)now.rlim_max >= needed;
}

bool mx_confined_prepare(const struct mx_confinement *how, char *why, size_t room) {
    const double memory = (double)how->memory_bytes, output = (double)how->output_bytes;
    const struct {
        int resource;
        double needed;
        const char *words;
    } all[] = {
        {RLIMIT_FSIZE, output, "the size of files (ulimit -f) is below the limit for output"},
        {RLIMIT_CPU, ceil(how->seconds), "processor time (ulimit -t) is below the time limit"},
        {RLIMIT_AS, memory, "virtual memory (ulimit -v) is below the memory limit"},
        {RLIMIT_DATA, memory, "data (ulimit -d) is below the memory limit"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!allows(all[i].resource, all[i].needed))
            return mx_say(why, room, "this process's own limit on %s: raise one or lower the other",
                          all[i].words);
    limit(RLIMIT_FSIZE, RLIM_INFINITY);
    return true;
}

/* ---- Watching ---------------------------------------------------------------------------- */

/* Waits for the end; at first the intervals are short, because most runs are. */
enum { FIRST_WAIT_MS = 1, LONGEST_WAIT_MS = 10 };

enum { EMPTY_SAMPLES = 3 };

/* The most time that one pause between two samples counts: beyond it this process was stopped, or
 * had no processor. */
#define LONGEST_PAUSE 0.1

/* The time that a program may wait beyond its processor time. */
#define IDLE_SECONDS 1.0

/* The time that the processes which a program leaves may wait. */
#define REST_SECONDS 0.5

/* The time that those processes have at all, in processor times of the limit and seconds: a chain
 * of short ones may never be idle, and its processor time may escape the samples. */
#define REST_TIMES 5.0
#define REST_MORE 2.0

/* The share of an uninterruptible wait that counts as idle: a thread may wait for a disk, or for a
 * child that never starts a program (vfork). */
#define BLOCKED_SHARE 0.1

/* Adds the time in which no thread ran or waited for a processor, according to two samples in a
 * row, less the processor time used between them. */
static void note_idle(struct mx_confined_run *run, const struct mx_sample *sample) {
    const double now = mx_seconds(), pause = now - run->looked,
                 counted = fmin(pause, LONGEST_PAUSE);
    const double used = fmax(sample->seconds - run->used, 0);
    const bool quiet = sample->running == 0;
    if (quiet && run->quiet)
        run->idle += fmax(counted * (sample->blocked > 0 ? BLOCKED_SHARE : 1) - used, 0);
    run->files.result->paused_seconds += pause - counted;
    run->looked = now;
    run->used = sample->seconds;
    run->quiet = quiet;
}

static void take_sample(struct mx_confined_run *run) {
    struct mx_confined *result = run->files.result;
    if (run->account.above == 0)
        run->account.above = mx_sandbox_keeper(run->child);
    static const struct mx_sample nothing = {0};
    const struct mx_sample *sample =
        run->account.above == 0 ? &nothing : mx_account_sample(&run->account);
    note_idle(run, sample);
    result->seconds = fmax(result->seconds, sample->seconds);
    if (sample->bytes > result->peak_bytes)
        result->peak_bytes = sample->bytes;
}

/* The limit that the program has exceeded, or EXITED when it may continue. */
static enum mx_confined_end exceeded(struct mx_confined_run *run, double idle_seconds) {
    const struct mx_confinement *how = run->files.how;
    const struct mx_confined *result = run->files.result;
    take_sample(run);
    if (how->tick != NULL)
        how->tick(how->context);
    if (mx_interrupted())
        return MX_CONFINED_INTERRUPTED;
    if (result->peak_bytes > how->memory_bytes)
        return MX_CONFINED_MEMORY;
    if (mx_file_bytes(run->files.output) >= how->output_bytes && mx_confined_too_large(&run->files))
        return MX_CONFINED_OUTPUT;
    if (result->seconds > how->seconds)
        return MX_CONFINED_TIME;
    return run->idle > idle_seconds ? MX_CONFINED_IDLE : MX_CONFINED_EXITED;
}

static bool is_ready(int file, int milliseconds) {
    struct pollfd ready = {.fd = file, .events = POLLIN};
    return poll(&ready, 1, milliseconds) > 0 && ready.revents != 0;
}

enum mx_confined_end mx_confined_watch(struct mx_confined_run *run, int ended) {
    const double idle_seconds = run->files.how->seconds + IDLE_SECONDS;
    enum mx_confined_end end = MX_CONFINED_EXITED;
    int wait = FIRST_WAIT_MS;
    while (end == MX_CONFINED_EXITED && !is_ready(ended, wait) &&
           !(ended < 0 && mx_process_ended(run->child))) {
        end = exceeded(run, idle_seconds);
        wait = wait * 2 < LONGEST_WAIT_MS ? wait * 2 : LONGEST_WAIT_MS;
    }
    return end;
}

/* Whether nothing of the program is left. In a sandbox the keeper knows, and ends bwrap with
 * itself; otherwise several samples in a row say so, since each may miss a process that has just
 * forked. Such a process leaves a zombie, so a sample with more of them is not empty. */
static bool all_ended(const struct mx_confined_run *run, unsigned empty_samples) {
    return run->report >= 0 ? mx_process_ended(run->child) : empty_samples >= EMPTY_SAMPLES;
}

enum mx_confined_end mx_confined_watch_rest(struct mx_confined_run *run) {
    const double most = REST_TIMES * run->files.how->seconds + REST_MORE;
    const double start = mx_seconds() - run->files.result->paused_seconds;
    const struct mx_sample *sample = &run->account.sample;
    unsigned empty_samples = 0;
    run->idle = 0;
    for (;;) {
        const uint32_t listed = sample->listed;
        const enum mx_confined_end end = exceeded(run, REST_SECONDS);
        const bool empty = sample->processes == 0 && sample->listed <= listed;
        empty_samples = empty ? empty_samples + 1 : 0;
        if (end == MX_CONFINED_EXITED && all_ended(run, empty_samples))
            return end;
        if (end == MX_CONFINED_IDLE ||
            mx_seconds() - run->files.result->paused_seconds - start > most)
            return MX_CONFINED_LEFT;
        if (end != MX_CONFINED_EXITED)
            return end;
        usleep(2000);
    }
}
