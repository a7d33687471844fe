/* Every figure is the best of many samples of about two milliseconds, because a disturbance only
 * makes a sample slower. */
#include "measure/limits.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "harness/process/clock.h"
#include "harness/solve/memory.h"
#include "measure/limit_probe.h"

#define SAMPLE 0.002                    /* seconds */
#define MOST_MEMORY ((size_t)512 << 20) /* the largest buffer for the bandwidth of memory */
#define LEAST_MEMORY ((size_t)64 << 20) /* the smallest, used when no cache is known */

extern const struct mx_limit_probe mx_limit_probe_base;
#if defined(__x86_64__)
extern const struct mx_limit_probe mx_limit_probe_avx2, mx_limit_probe_avx512;
#elif defined(__aarch64__)
extern const struct mx_limit_probe mx_limit_probe_neon;
#endif

const struct mx_limit_probe *const mx_limit_probes[] = {
    &mx_limit_probe_base,
#if defined(__x86_64__)
    &mx_limit_probe_avx2,
    &mx_limit_probe_avx512,
#elif defined(__aarch64__)
    &mx_limit_probe_neon,
#endif
    NULL,
};

/* ---- Sampling ---------------------------------------------------------------------------- */

enum what { AND, ADD, READ, COPY, CHAIN };

#define LINKS 64 /* additions of a round of CHAIN, each waits for the one before: a cycle each */

struct task {
    const struct mx_limit_probe *probe;
    enum what what;
    char *memory;
    size_t bytes; /* of the buffer; a copy uses half as its source */
};

static void chain(uint64_t rounds) {
    uint64_t sum = 0, key = 1;
    while (rounds-- > 0)
        for (int i = 0; i < LINKS; i++) {
            __asm__ volatile("" : "+r"(sum), "+r"(key));
            sum += key;
        }
}

static void run(const struct task *task, uint64_t times) {
    switch (task->what) {
    case AND:
        task->probe->and_rounds(times);
        break;
    case ADD:
        task->probe->add_rounds(times);
        break;
    case READ:
        task->probe->read_passes(task->memory, task->bytes, times);
        break;
    case COPY:
        task->probe->copy_passes(task->memory + task->bytes / 2, task->memory, task->bytes / 2,
                                 times);
        break;
    case CHAIN:
        chain(times);
        break;
    }
}

static double timed(const struct task *task, uint64_t times) {
    double start = mx_seconds();
    run(task, times);
    return mx_seconds() - start;
}

/* The shortest time of one pass, in seconds. */
static double best(const struct task *task, double seconds) {
    const double end = mx_seconds() + seconds;
    uint64_t times = 1;
    double took;
    while ((took = timed(task, times)) < SAMPLE)
        times *= 2;
    double least = took;
    while (mx_seconds() < end)
        least = fmin(least, timed(task, times));
    return least / (double)times;
}

/* ---- Issue ------------------------------------------------------------------------------- */

static double operations_per_ns(const struct mx_limit_probe *probe, enum what what,
                                double seconds) {
    const struct task task = {.probe = probe, .what = what};
    return MX_PROBE_OPERATIONS / best(&task, seconds) * 1e-9;
}

static void measure_issue(const struct mx_limit_probe *probe, double seconds,
                          struct mx_limits *limits) {
    limits->issue[limits->issues++] = (struct mx_issue_rate){
        probe->isa, probe->vector_bytes, operations_per_ns(probe, AND, seconds),
        operations_per_ns(probe, ADD, seconds)};
}

/* ---- Cycles ------------------------------------------------------------------------------ */

double mx_measure_clock(double seconds) {
    const struct task task = {.what = CHAIN};
    return LINKS / best(&task, seconds);
}

static const struct mx_code_bound bounds[] = {
#if defined(__x86_64__) /* of whose processors the models are, and whose code was counted */
#define BOUND(variant, model, cycles) {#variant, #model, cycles},
#include "bounds.def"
#undef BOUND
#endif
    {NULL, NULL, 0},
};

size_t mx_code_bounds(void) {
    return sizeof bounds / sizeof *bounds - 1;
}

const struct mx_code_bound *mx_code_bound_of(const char *variant) {
    for (size_t i = 0; i < mx_code_bounds(); i++)
        if (strcmp(bounds[i].variant, variant) == 0)
            return &bounds[i];
    return NULL;
}

/* ---- Bandwidth --------------------------------------------------------------------------- */

static void measure_level(const struct mx_limit_probe *probe, char *memory, double seconds,
                          struct mx_bandwidth *level) {
    struct task task = {probe, READ, memory, level->working_set};
    level->read = (double)level->working_set / best(&task, seconds);
    task.what = COPY;
    level->copy = (double)level->working_set / best(&task, seconds);
}

/* Half of each cache, because others use it as well; for memory, four times the largest cache. */
static void choose_working_sets(const struct mx_machine *machine, struct mx_limits *limits) {
    const size_t caches[] = {machine->l1d, machine->l2, machine->l3};
    static const char *const names[] = {"L1d", "L2", "L3"};
    size_t largest = 0;
    for (int i = 0; i < MX_LIMIT_LEVELS - 1; i++) {
        struct mx_bandwidth *level = &limits->level[i];
        *level = (struct mx_bandwidth){names[i], caches[i], 0, NAN, NAN, ""};
        level->working_set = caches[i] / 2 / (2 * MX_PROBE_BLOCK) * (2 * MX_PROBE_BLOCK);
        if (level->working_set == 0)
            snprintf(level->why, sizeof level->why, "its size is not known");
        largest = caches[i] > largest ? caches[i] : largest;
    }
    size_t wanted = 4 * largest;
    wanted = wanted < LEAST_MEMORY ? LEAST_MEMORY : wanted > MOST_MEMORY ? MOST_MEMORY : wanted;
    limits->level[MX_LIMIT_LEVELS - 1] = (struct mx_bandwidth){"memory", 0, wanted, NAN, NAN, ""};
}

static void measure_bandwidths(const struct mx_limit_probe *probe, double seconds,
                               struct mx_limits *limits) {
    struct mx_memory memory = {0};
    for (int i = 0; i < MX_LIMIT_LEVELS; i++) {
        struct mx_bandwidth *level = &limits->level[i];
        if (level->working_set == 0)
            continue;
        if (mx_memory_reserve(&memory, level->working_set, level->why, sizeof level->why)) {
            mx_memory_touch(&memory, level->working_set, NULL);
            measure_level(probe, memory.base, seconds, level);
        } else {
            level->working_set = 0;
        }
    }
    mx_memory_free(&memory);
}

void mx_limits_measure(const struct mx_machine *machine, double seconds, struct mx_limits *limits) {
    const double start = mx_seconds();
    const struct mx_limit_probe *widest = mx_limit_probes[0]; /* base, which every build has */
    *limits = (struct mx_limits){.issues = 0};
    measure_issue(widest, seconds, limits);
    for (int i = 1; mx_limit_probes[i] != NULL && mx_limit_probes[i]->isa <= machine->isa; i++) {
        widest = mx_limit_probes[i];
        measure_issue(widest, seconds, limits);
    }
    limits->isa = widest->isa;
    limits->clock = mx_measure_clock(seconds);
    choose_working_sets(machine, limits);
    measure_bandwidths(widest, seconds, limits);
    limits->seconds = mx_seconds() - start;
}
