#include "measure/machine.h"

#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "support/digest.h"

static void first_line(const char *path, char *text, size_t room, const char *otherwise) {
    FILE *file = fopen(path, "re");
    if (file == NULL || fgets(text, (int)room, file) == NULL)
        snprintf(text, room, "%s", otherwise);
    if (file != NULL)
        fclose(file);
    text[strcspn(text, "\n")] = '\0';
}

static long first_number(const char *path) {
    char text[64];
    first_line(path, text, sizeof text, "");
    return strtol(text, NULL, 10);
}

/* The size of a data cache of the first core, as the kernel describes it; 0 = unknown. */
static size_t cache_bytes(int level) {
    static const char folder[] = "/sys/devices/system/cpu/cpu0/cache/index";
    char path[128], type[32];
    for (int i = 0; i < 10; i++) {
        snprintf(path, sizeof path, "%s%d/type", folder, i);
        first_line(path, type, sizeof type, "Instruction");
        snprintf(path, sizeof path, "%s%d/level", folder, i);
        if (type[0] == 'I' || first_number(path) != level)
            continue;
        snprintf(path, sizeof path, "%s%d/size", folder, i); /* "512K" */
        return (size_t)first_number(path) << 10;
    }
    return 0;
}

static size_t system_bytes(int name) {
    long bytes = sysconf(name);
    return bytes > 0 ? (size_t)bytes : 0;
}

/* Uses the C library's value instead. */
static size_t cache_or(int level, int name) {
    size_t bytes = cache_bytes(level);
    return bytes > 0 ? bytes : system_bytes(name);
}

int mx_core_count(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (int)cores;
}

void mx_read_machine(struct mx_machine *machine) {
    *machine = (struct mx_machine){.isa = mx_cpu_isa(),
                                   .cores = mx_core_count(),
                                   .l1d = cache_or(1, _SC_LEVEL1_DCACHE_SIZE),
                                   .l2 = cache_or(2, _SC_LEVEL2_CACHE_SIZE),
                                   .l3 = cache_or(3, _SC_LEVEL3_CACHE_SIZE)};
    snprintf(machine->cpu, sizeof machine->cpu, "%s", mx_cpu_model());
    machine->memory = system_bytes(_SC_PHYS_PAGES) * system_bytes(_SC_PAGESIZE);
    struct utsname name;
    if (uname(&name) == 0)
        snprintf(machine->system, sizeof machine->system, "%.20s %.60s %.20s", name.sysname,
                 name.release, name.machine);
    first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", machine->governor,
               sizeof machine->governor, "unknown");
    mx_cpu_features(machine->features, sizeof machine->features);
}

void mx_machine_key(const struct mx_machine *machine, char key[17]) {
    const uint64_t figures[] = {
        (uint64_t)machine->isa, (uint64_t)machine->cores, machine->l1d, machine->l2, machine->l3,
        machine->memory};
    uint64_t hash = mx_hash(MX_HASH_START, machine->cpu, strlen(machine->cpu));
    hash = mx_hash(hash, machine->features, strlen(machine->features));
    snprintf(key, 17, "%016llx", (unsigned long long)mx_hash(hash, figures, sizeof figures));
}

/* ---- Conditions -------------------------------------------------------------------------- */

static int read_aslr(void) {
    char text[64];
    first_line("/proc/sys/kernel/randomize_va_space", text, sizeof text, "-1");
    const int persona = personality(0xffffffff);
    return persona != -1 && (persona & ADDR_NO_RANDOMIZE) != 0 ? 0 : (int)strtol(text, NULL, 10);
}

static double read_megahertz(void) {
    long kilohertz = first_number("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq");
    char line[256];
    double megahertz = NAN;
    if (kilohertz > 0)
        return (double)kilohertz / 1000;
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file != NULL && isnan(megahertz) && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "cpu MHz : %lf", &megahertz) != 1)
            megahertz = NAN;
    if (file != NULL)
        fclose(file);
    return megahertz;
}

/* Cores in ranges, in taskset's notation. */
static void read_affinity(char *text, size_t room) {
    cpu_set_t cores;
    size_t used = 0;
    text[0] = '\0';
    if (sched_getaffinity(0, sizeof cores, &cores) != 0)
        return;
    for (size_t first = 0; first < CPU_SETSIZE; first++) {
        size_t last = first;
        if (!CPU_ISSET(first, &cores))
            continue;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &cores))
            last++;
        if (used < room)
            used += (size_t)snprintf(text + used, room - used, "%s%zu", used ? "," : "", first);
        if (used < room && last > first)
            used += (size_t)snprintf(text + used, room - used, "-%zu", last);
        first = last;
    }
}

void mx_read_conditions(struct mx_conditions *conditions) {
    *conditions =
        (struct mx_conditions){.aslr = read_aslr(), .load = NAN, .megahertz = read_megahertz()};
    if (getloadavg(&conditions->load, 1) != 1)
        conditions->load = NAN;
    read_affinity(conditions->affinity, sizeof conditions->affinity);
}

/* ---- Stolen time ------------------------------------------------------------------------- */

struct mx_steal mx_steal_read(FILE *stat) {
    /* user nice system idle iowait irq softirq steal; guests are part of user and nice */
    uint64_t ticks[8] = {0};
    int got = fscanf(stat,
                     "cpu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
                     " %" SCNu64 " %" SCNu64,
                     &ticks[0], &ticks[1], &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6],
                     &ticks[7]);
    if (got != 8)
        return (struct mx_steal){0, 0};
    struct mx_steal steal = {ticks[7], 0};
    for (int i = 0; i < 8; i++)
        steal.total += ticks[i];
    return steal;
}

struct mx_steal mx_steal_now(void) {
    FILE *stat = fopen("/proc/stat", "re");
    if (stat == NULL)
        return (struct mx_steal){0, 0};
    const struct mx_steal steal = mx_steal_read(stat);
    fclose(stat);
    return steal;
}

double mx_steal_fraction(struct mx_steal before, struct mx_steal after) {
    if (before.total == 0 || after.total <= before.total)
        return -1;
    return (double)(after.stolen - before.stolen) / (double)(after.total - before.total);
}
