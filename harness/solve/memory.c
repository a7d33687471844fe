/* Blocks are anonymous maps: their pages come zeroed from the kernel and cost nothing until
 * touched; from 4 MiB on they ask for huge pages. */
#include "harness/solve/memory.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define HUGE_PAGE ((size_t)2 << 20)
#define TOUCHED_AT_ONCE ((size_t)64 << 20) /* bytes between two calls of the monitor */

/* The number after `key` in a file, or the file's only number when key is "". */
static bool number_in_file(const char *path, const char *key, uint64_t *number) {
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    char line[256];
    bool found = false;
    while (!found && fgets(line, sizeof line, file) != NULL)
        found = strncmp(line, key, strlen(key)) == 0 &&
                sscanf(line + strlen(key), "%" SCNu64, number) == 1;
    fclose(file);
    return found;
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t left_of(uint64_t limit, uint64_t used) {
    return limit > used ? limit - used : 0;
}

static uint64_t machine_leaves(void) {
    uint64_t kib;
    return number_in_file("/proc/meminfo", "MemAvailable:", &kib) ? kib * 1024 : UINT64_MAX;
}

/* Reads only the group that this process sees as the root (as in a container). */
static uint64_t control_group_leaves(void) {
    uint64_t limit, used;
    bool limited = number_in_file("/sys/fs/cgroup/memory.max", "", &limit) &&
                   number_in_file("/sys/fs/cgroup/memory.current", "", &used);
    return limited ? left_of(limit, used) : UINT64_MAX;
}

static uint64_t address_space_leaves(void) {
    struct rlimit limit;
    uint64_t pages;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        !number_in_file("/proc/self/statm", "", &pages))
        return UINT64_MAX;
    return left_of(limit.rlim_cur, pages * (uint64_t)sysconf(_SC_PAGESIZE));
}

size_t mx_memory_available(void) {
    uint64_t bytes = least(machine_leaves(), least(control_group_leaves(), address_space_leaves()));
    return (size_t)least(bytes, SIZE_MAX);
}

static size_t rounded(size_t bytes) {
    size_t unit = bytes >= 2 * HUGE_PAGE ? HUGE_PAGE : (size_t)sysconf(_SC_PAGESIZE);
    return bytes > SIZE_MAX - unit ? SIZE_MAX : (bytes + unit - 1) / unit * unit;
}

/* `asked`: the system refused the memory although enough seemed to be available. */
static void refuse(size_t bytes, size_t available, bool asked, char *why, size_t room) {
    char need[32], have[32];
    if (bytes == SIZE_MAX)
        snprintf(why, room, "needs more memory than can be addressed");
    else if (asked)
        snprintf(why, room, "needs %s of memory, which the system refuses",
                 mx_bytes_in_words(bytes, need, sizeof need));
    else
        snprintf(why, room, "needs %s of memory, %s available",
                 mx_bytes_in_words(bytes, need, sizeof need),
                 mx_bytes_in_words(available, have, sizeof have));
}

bool mx_memory_reserve(struct mx_memory *memory, size_t bytes, char *why, size_t room) {
    if (memory->base != NULL && bytes <= memory->bytes)
        return true;
    mx_memory_free(memory);
    size_t whole = rounded(bytes == 0 ? 1 : bytes);
    size_t available = whole < HUGE_PAGE ? SIZE_MAX : mx_memory_available();
    void *base = MAP_FAILED;
    if (whole < available)
        base = mmap(NULL, whole, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) {
        memory->refused = whole < available;
        refuse(bytes, available, memory->refused, why, room);
        return false;
    }
    if (whole >= 2 * HUGE_PAGE)
        madvise(base, whole, MADV_HUGEPAGE);
    *memory = (struct mx_memory){.base = base, .bytes = whole};
    return true;
}

bool mx_memory_touch(struct mx_memory *memory, size_t bytes, const struct mx_monitor *monitor) {
    volatile char *base = memory->base;
    for (size_t at = 0; at < bytes; at += 4096) {
        if (at % TOUCHED_AT_ONCE == 0 && monitor != NULL && !monitor->stage(monitor->context, 0, 0))
            return false;
        base[at] = 1; /* newer systems take back the zero pages of a huge page */
    }
    return true;
}

void mx_memory_free(struct mx_memory *memory) {
    if (memory->base != NULL)
        munmap(memory->base, memory->bytes);
    *memory = (struct mx_memory){0};
}

const char *mx_bytes_in_words(size_t bytes, char *text, size_t room) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double amount = (double)bytes;
    size_t unit = 0;
    for (; amount >= 1024 && unit < 6; unit++)
        amount /= 1024;
    snprintf(text, room, unit == 0 || amount >= 100 ? "%.0f %s" : "%.1f %s", amount, units[unit]);
    return text;
}
