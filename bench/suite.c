/* Loads with the same label and different sides are one family: one benchmark with an argument. The
 * library fits a line to its times over the counted options. */
#include "bench/suite.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/input/select.h"
#include "harness/solve/memory.h"
#include "measure/machine.h"
#include "support/arena.h"
#include "support/say.h"

#define MOST_FAMILY 16

/* The longest time of one solve, in the quick and the full suite. A slower benchmark is skipped. */
static const double limit_seconds[] = {0.5, 1};

struct suite {
    const struct mx_suite_options *options;
    struct mx_counters *counters;
    struct mx_arena *arena;
    struct mx_selection selection; /* of the current problem */
    int dialect;                   /* likewise */
    uint64_t registered;
    bool from_corpus; /* some of its files were found */
    char *why;
    size_t room;
};

struct family {
    struct mx_checked_load *loads[MOST_FAMILY];
    uint32_t count;
};

/* Returns NULL, with `why` set, when memory is short. */
static void *allocate(struct suite *suite, size_t bytes) {
    void *memory = mx_arena_take(suite->arena, bytes);
    if (memory == NULL)
        mx_say(suite->why, suite->room, "out of memory");
    return memory;
}

/* Puts spec, number and hash of the boards into the context of the results. */
static void describe_load(const struct mx_load *load) {
    char key[160], value[400];
    if (load->side == 0)
        snprintf(key, sizeof key, "load/%s/%s", load->problem->name, load->label);
    else
        snprintf(key, sizeof key, "load/%s/%s/%" PRIu64, load->problem->name, load->label,
                 load->side);
    snprintf(value, sizeof value, "%s instances=%u hash=%016" PRIx64, load->spec,
             load->window.count, load->hash);
    gb_context(key, value);
}

static bool open_load(struct suite *suite, const struct mx_problem *problem,
                      const struct mx_bench_load *what, struct family *family) {
    struct mx_load *load = allocate(suite, sizeof *load);
    struct mx_checked_load *checked = allocate(suite, sizeof *checked);
    if (load == NULL || checked == NULL ||
        !mx_load_open(load, problem, what->label, what->spec, suite->dialect, suite->options->seed,
                      suite->why, suite->room))
        return false;
    load->side = what->side;
    describe_load(load);
    checked->load = load;
    family->loads[family->count++] = checked;
    return true;
}

/* Whether the variant can solve the load, in the memory that there is; else why[room] says why. */
static bool can_time(const struct mx_timing *timing, const struct mx_load *load, char *why,
                     size_t room) {
    struct mx_memory memory = {0};
    if (!mx_load_suits(load, timing->variant, timing->isa, why, room))
        return false;
    const size_t bytes = mx_load_workspace(load, timing->variant, timing->threads);
    const bool fits = bytes < mx_memory_available() || mx_memory_reserve(&memory, bytes, why, room);
    mx_memory_free(&memory);
    return fits;
}

/* Sets the loads of the family that can be timed. suite->why has the first that cannot. */
static void set_loads(struct suite *suite, struct mx_timing *timing, const struct family *family,
                      struct mx_checked_load **loads) {
    char why[256];
    timing->loads = loads;
    for (uint32_t i = 0; i < family->count; i++)
        if (can_time(timing, family->loads[i]->load, why, sizeof why))
            loads[timing->count++] = family->loads[i];
        else if (suite->why[0] == '\0')
            mx_say(suite->why, suite->room, "%s cannot solve %s: %s", timing->variant->name,
                   family->loads[i]->load->spec, why);
}

/* NULL when memory is short. */
static struct mx_timing *timing_of(struct suite *suite, const struct family *family,
                                   const struct mx_variant *variant, int threads) {
    struct mx_timing *timing = allocate(suite, sizeof *timing);
    struct mx_checked_load **loads = allocate(suite, sizeof family->loads);
    struct mx_checked *checked = allocate(suite, MOST_FAMILY * sizeof *checked);
    if (timing == NULL || loads == NULL || checked == NULL)
        return NULL;
    *timing = (struct mx_timing){.variant = variant,
                                 .threads = threads,
                                 .isa = suite->options->isa,
                                 .limit = limit_seconds[suite->options->full],
                                 .checked = checked,
                                 .counters = suite->counters,
                                 .stop = suite->options->stop,
                                 .no_memory = suite->options->no_memory};
    set_loads(suite, timing, family, loads);
    return timing;
}

static bool register_timing(struct suite *suite, struct mx_timing *timing) {
    char name[256];
    const struct mx_load *load = timing->loads[0]->load;
    snprintf(name, sizeof name, "%s/%s/%s/threads:%d", load->problem->name,
             mx_short_name(load->problem, timing->variant), load->label, timing->threads);
    char *kept = allocate(suite, strlen(name) + 1);
    if (kept == NULL)
        return false;
    timing->name = strcpy(kept, name);
    struct gb_benchmark *benchmark = gb_register(name, mx_timing_run, timing);
    gb_unit(benchmark, 'm');
    for (uint32_t i = 0; load->side != 0 && i < timing->count; i++)
        gb_argument_add(benchmark, (int64_t)timing->loads[i]->load->side);
    if (load->side != 0)
        gb_fit_linear(benchmark);
    suite->registered += load->side == 0 ? 1 : timing->count;
    return true;
}

static bool register_variant(struct suite *suite, const struct family *family,
                             const struct mx_variant *variant) {
    const int given = suite->options->threads;
    int most = given > 0 ? given : mx_core_count();
    int least = given > 0 && variant->threaded ? given : 1;
    for (int threads = least; threads <= (variant->threaded ? most : 1);
         threads = threads < most ? most : most + 1) {
        struct mx_timing *timing = timing_of(suite, family, variant, threads);
        if (timing == NULL || (timing->count > 0 && !register_timing(suite, timing)))
            return false;
    }
    return true;
}

static bool register_family(struct suite *suite, const struct family *family) {
    for (uint32_t i = 0; i < suite->selection.count; i++)
        if (!register_variant(suite, family, suite->selection.variant[i]))
            return false;
    return true;
}

/* Opens the loads from loads[0] on that have its label and belong to the suite. Returns the number
 * that have the label, 0 after an error. */
static size_t open_family(struct suite *suite, const struct mx_problem *problem,
                          const struct mx_bench_load *loads, struct family *family) {
    size_t count = 0;
    *family = (struct family){.count = 0};
    for (; loads[count].label != NULL && strcmp(loads[count].label, loads[0].label) == 0; count++)
        if ((loads[count].quick || suite->options->full) && family->count < MOST_FAMILY &&
            !open_load(suite, problem, &loads[count], family))
            return 0;
    return count;
}

static bool register_loads(struct suite *suite, const struct mx_problem *problem,
                           const struct mx_bench_load *loads) {
    while (loads->label != NULL) {
        struct family family;
        size_t passed = open_family(suite, problem, loads, &family);
        if (passed == 0)
            return false;
        if (family.count > 0 && !register_family(suite, &family))
            return false;
        loads += passed;
    }
    return true;
}

static bool register_problem(struct suite *suite, const struct mx_problem *problem) {
    const struct mx_suite_options *options = suite->options;
    suite->dialect = mx_find_dialect(problem, options->dialect);
    if (suite->dialect < 0)
        return mx_say(suite->why, suite->room, "%s has no dialect '%s'", problem->name,
                      options->dialect);
    if (mx_select_variants(problem, options->variant, &suite->selection, suite->why, suite->room) !=
        MX_SELECTED)
        return false;
    suite->why[0] = '\0';
    const struct mx_bench_load given[] = {{options->workload, options->workload, true, 0},
                                          {NULL, NULL, false, 0}};
    if (options->workload != NULL)
        return register_loads(suite, problem, given);
    if (!register_loads(suite, problem, problem->bench_loads))
        return false;
    if (options->corpus == NULL)
        return true;
    struct mx_bench_load *corpus = mx_corpus_loads(options->corpus, problem);
    if (corpus == NULL)
        return mx_say(suite->why, suite->room, "--corpus %s: %s", options->corpus, strerror(errno));
    bool ok = register_loads(suite, problem, corpus);
    suite->from_corpus |= corpus[0].label != NULL;
    free(corpus);
    return ok;
}

bool mx_suite_register(const struct mx_suite_options *options, struct mx_counters *counters,
                       uint64_t *registered, char *why, size_t room) {
    static struct mx_arena kept; /* until the process ends: benchmarks point into it */
    struct suite suite = {
        .options = options, .counters = counters, .arena = &kept, .why = why, .room = room};
    for (size_t i = 0; mx_problems[i] != NULL; i++)
        if ((options->problem == NULL || options->problem == mx_problems[i]) &&
            !register_problem(&suite, mx_problems[i]))
            return false;
    *registered = suite.registered;
    if (options->corpus != NULL && options->workload == NULL && !suite.from_corpus)
        return mx_say(why, room, "--corpus %s: no file is named PROBLEM_*.in", options->corpus);
    return true;
}
