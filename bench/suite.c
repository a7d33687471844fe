/* Loads with the same label that differ in their side are one family: one benchmark with an
 * argument, to whose sizes the library fits a line over the counted options. */
#include "bench/suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench/corpus.h"
#include "harness/input/select.h"
#include "measure/machine.h"
#include "support/arena.h"

#define MOST_FAMILY 16

/* What one solve may take, in the quick and the full suite, before a benchmark is skipped. */
static const double limit_seconds[] = {0.5, 1};

struct suite {
    const struct mx_suite_options *options;
    struct mx_arena *arena;
    uint64_t registered;
    char *why;
    size_t room;
};

struct family {
    struct mx_load *loads[MOST_FAMILY];
    struct mx_witness *witnesses[MOST_FAMILY];
    uint32_t count;
};

static void *take_memory(struct suite *suite, size_t bytes) {
    void *memory = mx_arena_take(suite->arena, bytes);
    if (memory == NULL) {
        fputs("mexbench: out of memory\n", stderr);
        exit(MX_EXIT_ERROR);
    }
    return memory;
}

/* The boards of a load and where they come from, for whoever reads the results. */
static void describe_load(const struct mx_load *load) {
    char key[160], value[400];
    if (load->side == 0)
        snprintf(key, sizeof key, "load/%s/%s", load->problem->name, load->label);
    else
        snprintf(key, sizeof key, "load/%s/%s/%" PRIu64, load->problem->name, load->label,
                 load->side);
    snprintf(value, sizeof value, "%s boards=%u hash=%016" PRIx64, load->spec, load->window.count,
             load->hash);
    gb_context(key, value);
}

static bool open_load(struct suite *suite, const struct mx_problem *problem,
                      const struct mx_bench_load *what, struct family *family) {
    struct mx_load *load = take_memory(suite, sizeof *load);
    if (!mx_load_open(load, problem, what->label, what->spec,
                      mx_require_dialect(problem, suite->options->flags),
                      suite->options->flags->seed, suite->why, suite->room))
        return false;
    load->side = what->side;
    describe_load(load);
    family->witnesses[family->count] = take_memory(suite, sizeof *family->witnesses[0]);
    family->loads[family->count++] = load;
    return true;
}

/* The loads of the family that the variant can do, and that fit the memory. */
static struct mx_timing *timing_of(struct suite *suite, const struct family *family,
                                   const struct mx_variant *variant, int threads) {
    struct mx_timing *timing = take_memory(suite, sizeof *timing);
    struct mx_load **loads = take_memory(suite, sizeof family->loads);
    struct mx_witness **witnesses = take_memory(suite, sizeof family->witnesses);
    *timing =
        (struct mx_timing){.variant = variant,
                           .threads = threads,
                           .limit = limit_seconds[suite->options->full],
                           .loads = loads,
                           .witnesses = witnesses,
                           .checked = take_memory(suite, MOST_FAMILY * sizeof *timing->checked),
                           .counters = suite->options->counters};
    char why[256];
    for (uint32_t i = 0; i < family->count; i++)
        if (mx_load_suits(family->loads[i], variant, suite->options->flags->isa, why, sizeof why) &&
            mx_load_workspace(family->loads[i], variant, threads) < mx_memory_available()) {
            loads[timing->count] = family->loads[i];
            witnesses[timing->count++] = family->witnesses[i];
        }
    return timing;
}

static void register_timing(struct suite *suite, struct mx_timing *timing) {
    char name[256];
    const struct mx_load *load = timing->loads[0];
    snprintf(name, sizeof name, "%s/%s/%s/threads:%d", load->problem->name,
             mx_short_name(load->problem, timing->variant), load->label, timing->threads);
    timing->name = memcpy(take_memory(suite, strlen(name) + 1), name, strlen(name) + 1);
    struct gb_benchmark *benchmark = gb_register(name, mx_timing_run, timing);
    gb_unit(benchmark, 'm');
    for (uint32_t i = 0; load->side != 0 && i < timing->count; i++)
        gb_argument_add(benchmark, (int64_t)timing->loads[i]->side);
    if (load->side != 0)
        gb_fit_linear(benchmark);
    suite->registered += load->side == 0 ? 1 : timing->count;
}

static void register_variant(struct suite *suite, const struct family *family,
                             const struct mx_variant *variant) {
    const struct mx_flags *flags = suite->options->flags;
    int most = flags->threads_given ? flags->threads : mx_core_count();
    int least = flags->threads_given && variant->threaded ? flags->threads : 1;
    for (int threads = least; threads <= (variant->threaded ? most : 1);
         threads = threads < most ? most : most + 1) {
        struct mx_timing *timing = timing_of(suite, family, variant, threads);
        if (timing->count > 0)
            register_timing(suite, timing);
    }
}

static void register_family(struct suite *suite, const struct mx_problem *problem,
                            const struct family *family) {
    for (size_t i = 0; problem->variants[i] != NULL; i++)
        if (mx_variant_matches(problem, problem->variants[i], suite->options->flags->variant))
            register_variant(suite, family, problem->variants[i]);
}

/* From loads[0] on: those that have its label, as far as the suite wants them. Returns how many
 * were passed over, 0 after an error. */
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
        if (family.count > 0)
            register_family(suite, problem, &family);
        loads += passed;
    }
    return true;
}

static bool register_problem(struct suite *suite, const struct mx_problem *problem) {
    const struct mx_suite_options *options = suite->options;
    const struct mx_bench_load given[] = {{options->workload, options->workload, true, 0},
                                          {NULL, NULL, false, 0}};
    if (options->workload != NULL)
        return register_loads(suite, problem, given);
    if (!register_loads(suite, problem, problem->bench_loads))
        return false;
    if (options->corpus == NULL)
        return true;
    struct mx_bench_load *corpus = mx_corpus_loads(options->corpus, problem);
    bool ok = corpus != NULL && register_loads(suite, problem, corpus);
    free(corpus);
    return ok;
}

bool mx_suite_register(const struct mx_suite_options *options, uint64_t *registered, char *why,
                       size_t room) {
    static struct mx_arena kept; /* until the process ends: benchmarks point into it */
    struct suite suite = {options, &kept, 0, why, room};
    snprintf(why, room, "out of memory");
    for (size_t i = 0; mx_problems[i] != NULL; i++)
        if ((options->problem == NULL || options->problem == mx_problems[i]) &&
            !register_problem(&suite, mx_problems[i]))
            return false;
    *registered = suite.registered;
    return true;
}
