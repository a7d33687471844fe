#include "bench/context.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/gbench.h"
#include "build_version.h"
#include "harness/input/select.h"
#include "measure/machine.h"

static void add_number(const char *key, uint64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    gb_context(key, text);
}

static void add_variable(const char *name) {
    const char *value = getenv(name);
    gb_context(name, value == NULL ? "" : value);
}

static void add_build(void) {
    gb_context("mexbench_version", MX_VERSION);
    gb_context("commit", MX_COMMIT);
    gb_context("dirty", MX_DIRTY ? "true" : "false");
    gb_context("compiler", MX_COMPILER);
    gb_context("flags", MX_FLAGS);
    add_number("openmp", _OPENMP);
#if defined(__clang__)
    gb_context("openmp_runtime", "libomp");
#else
    gb_context("openmp_runtime", "libgomp");
#endif
}

static void add_machine(void) {
    struct mx_machine machine;
    mx_read_machine(&machine);
    gb_context("cpu", machine.cpu);
    gb_context("system", machine.system);
    gb_context("governor", machine.governor);
    add_number("cores", (uint64_t)machine.cores);
    add_number("l2_bytes", machine.l2);
    add_number("memory_bytes", machine.memory);
}

/* The source of each figure, or the reason why there is none. */
static void add_sources(const struct mx_counters *counters) {
    char key[64], state[160];
    for (int i = 0; i < MX_COUNTER_COUNT; i++) {
        const enum mx_counter which = (enum mx_counter)i;
        mx_counter_state(counters, which, state, sizeof state);
        snprintf(key, sizeof key, "source/%s", mx_counter_name(which));
        gb_context(key, counters->error[which] == 0 ? mx_counter_source(which) : state);
    }
    gb_context("source/work", "counted by the variant");
    gb_context("counters", mx_counter_state(counters, MX_CYCLES, state, sizeof state));
    gb_context("counters_rung", mx_counters_rung(counters));
}

static void add_named(const char *what, const struct mx_problem *problem, const char *value) {
    char key[160];
    snprintf(key, sizeof key, "%s/%s", what, problem->name);
    gb_context(key, value);
}

/* Names and ideas for the report, which has no built-in problem or variant. */
static void add_problem(const struct mx_problem *problem) {
    add_named("title", problem, problem->title);
    add_named("reference", problem, mx_short_name(problem, problem->variants[0]));
    add_named("textbook", problem, mx_short_name(problem, problem->textbook));
    if (problem->textbook_cost != NULL)
        add_named("textbook_cost", problem, problem->textbook_cost);
    for (size_t i = 0; problem->variants[i] != NULL; i++) {
        const struct mx_variant *variant = problem->variants[i];
        char key[160];
        snprintf(key, sizeof key, "idea/%s/%s", problem->name, mx_short_name(problem, variant));
        gb_context(key, variant->idea);
        snprintf(key, sizeof key, "isa/%s/%s", problem->name, mx_short_name(problem, variant));
        gb_context(key, mx_isa_name(variant->isa));
    }
}

/* Kernels that are not part of the commit. */
static void add_plugins(const struct mx_plugin_paths *plugins) {
    char key[32];
    for (size_t i = 0; i < plugins->count; i++) {
        snprintf(key, sizeof key, "plugin/%zu", i + 1);
        gb_context(key, plugins->path[i]);
    }
}

void mx_context_add(const struct mx_suite_options *options, const struct mx_counters *counters) {
    add_build();
    add_machine();
    add_sources(counters);
    gb_context("isa", mx_isa_name(options->isa));
    gb_context("suite", options->full ? "full" : "quick");
    add_number("seed", options->seed);
    add_variable("OMP_NUM_THREADS");
    add_variable("OMP_PROC_BIND");
    add_variable("OMP_WAIT_POLICY");
    add_plugins(&options->plugins);
    for (size_t i = 0; mx_problems[i] != NULL; i++)
        if (options->problem == NULL || options->problem == mx_problems[i])
            add_problem(mx_problems[i]);
}
