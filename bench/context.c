#include "bench/context.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/gbench.h"
#include "build_version.h"
#include "harness/machine.h"

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
    mx_machine_look(&machine);
    gb_context("cpu", machine.cpu);
    gb_context("system", machine.system);
    gb_context("governor", machine.governor);
    gb_context("counters", machine.pmu);
    add_number("cores", (uint64_t)machine.cores);
    add_number("l2_bytes", machine.l2);
    add_number("memory_bytes", machine.memory);
}

void mx_context_add(const struct mx_flags *flags, bool full) {
    add_build();
    add_machine();
    gb_context("isa", mx_isa_name(flags->isa));
    gb_context("suite", full ? "full" : "quick");
    add_number("seed", flags->seed);
    add_variable("OMP_NUM_THREADS");
    add_variable("OMP_PROC_BIND");
    add_variable("OMP_WAIT_POLICY");
}
