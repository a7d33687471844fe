#include "measure/perf_events.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Switches and migrations happen within the kernel. A count without the kernel would always be 0,
 * so they are missing if the kernel may not be counted. A page fault belongs to the code that
 * touched the page, and the task clock makes no such distinction. */
static const struct {
    uint32_t type;
    uint32_t event;
    bool with_kernel;
} events[MX_COUNTER_COUNT] = {
    [MX_CYCLES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, false},
    [MX_INSTRUCTIONS] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, false},
    [MX_BRANCH_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, false},
    [MX_CACHE_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, false},
    [MX_TASK_CLOCK] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, false},
    [MX_CONTEXT_SWITCHES] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, true},
    [MX_CPU_MIGRATIONS] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, true},
    [MX_PAGE_FAULTS] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, false},
};

static int open_event(void *context, enum mx_counter which, int thread) {
    (void)context;
    struct perf_event_attr what = {
        .type = events[which].type,
        .size = sizeof what,
        .config = events[which].event,
        .inherit = 1,
        .exclude_kernel = !events[which].with_kernel,
        .exclude_hv = 1,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
    };
    long event =
        syscall(SYS_perf_event_open, &what, thread, -1, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
    return event < 0 ? -errno : (int)event;
}

static bool read_event(void *context, int descriptor, struct mx_counter_reading *reading) {
    uint64_t words[3]; /* in the order of PERF_FORMAT_* */
    (void)context;
    if (read(descriptor, words, sizeof words) != (ssize_t)sizeof words)
        return false;
    *reading = (struct mx_counter_reading){words[0], words[1], words[2]};
    return true;
}

static void close_event(void *context, int descriptor) {
    (void)context;
    close(descriptor);
}

static size_t list_threads(void *context, int *ids, size_t room) {
    (void)context;
    DIR *tasks = opendir("/proc/self/task");
    size_t count = 0;
    if (tasks == NULL) {
        ids[0] = 0; /* the calling thread */
        return 1;
    }
    for (const struct dirent *entry; count < room && (entry = readdir(tasks)) != NULL;)
        if (entry->d_name[0] != '.')
            ids[count++] = atoi(entry->d_name);
    closedir(tasks);
    return count;
}

static int paranoid_level(void *context) {
    int level;
    (void)context;
    FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
    bool known = file != NULL && fscanf(file, "%d", &level) == 1;
    if (file != NULL)
        fclose(file);
    return known ? level : INT_MIN;
}

const struct mx_counter_system mx_perf_events = {
    NULL, open_event, read_event, close_event, list_threads, paranoid_level,
};
