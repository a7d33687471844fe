/* mexbench info: this machine and this build. */
#include <inttypes.h>
#include <jansson.h>
#include <omp.h>

#include "bench/counters.h"
#include "build_version.h"
#include "cli/verbs.h"
#include "harness/flags.h"
#include "harness/machine.h"
#include "harness/memory.h"

/* _OPENMP is the year and month of the specification that the compiler follows. */
#define OPENMP_RELEASE _OPENMP

static void print_cache(const char *name, size_t bytes) {
    char text[32];
    if (bytes > 0)
        printf(" %s %s", name, mx_bytes_in_words(bytes, text, sizeof text));
}

/* Whether cycles can be counted, or why not. */
static const char *counters_state(char *text, size_t room) {
    struct mx_counters counters;
    mx_counters_open(&counters, NULL);
    mx_counter_state(&counters, MX_CYCLES, text, room);
    mx_counters_close(&counters);
    return text;
}

static void print_text(const struct mx_machine *machine) {
    char whole[32], available[32], counters[160];
    printf("cpu        %s\n", machine->cpu);
    printf("isa        %s\n", mx_isa_name(machine->isa));
    printf("features   %s\n", machine->features[0] ? machine->features : "unknown");
    printf("cores      %d\n", machine->cores);
    printf("caches    ");
    print_cache("L1d", machine->l1d);
    print_cache("L2", machine->l2);
    print_cache("L3", machine->l3);
    printf("\nmemory     %s, %s available\n",
           mx_bytes_in_words(machine->memory, whole, sizeof whole),
           mx_bytes_in_words(mx_memory_available(), available, sizeof available));
    printf("system     %s\n", machine->system);
    printf("governor   %s\n", machine->governor);
    printf("counters   %s\n", counters_state(counters, sizeof counters));
    printf("version    %s, commit %s%s\n", MX_VERSION, MX_COMMIT, MX_DIRTY ? ", modified" : "");
    printf("compiler   %s\n", MX_COMPILER);
    printf("flags      %s\n", MX_FLAGS);
    printf("openmp     %d, up to %d threads\n", OPENMP_RELEASE, omp_get_max_threads());
}

static void print_json(const struct mx_machine *machine) {
    char counters[160];
    json_t *all = json_pack(
        "{s:s, s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:s, s:s, s:s, s:s, s:s, s:b, s:s, s:s, "
        "s:i, s:i}",
        "cpu", machine->cpu, "isa", mx_isa_name(machine->isa), "features", machine->features,
        "cores", machine->cores, "l1d_bytes", (json_int_t)machine->l1d, "l2_bytes",
        (json_int_t)machine->l2, "l3_bytes", (json_int_t)machine->l3, "memory_bytes",
        (json_int_t)machine->memory, "available_bytes", (json_int_t)mx_memory_available(), "system",
        machine->system, "governor", machine->governor, "counters",
        counters_state(counters, sizeof counters), "version", MX_VERSION, "commit", MX_COMMIT,
        "dirty", MX_DIRTY, "compiler", MX_COMPILER, "flags", MX_FLAGS, "openmp", OPENMP_RELEASE,
        "openmp_threads", omp_get_max_threads());
    json_dumpf(all, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(all);
}

int mx_verb_info(int argc, char **argv) {
    static const struct mx_verb_usage usage = {
        .name = "info",
        .arguments = "",
        .about = "Shows what this machine is and how this build was made.",
        .flags = MX_FLAG_JSON,
    };
    struct mx_flags flags;
    mx_parse(&usage, argc, argv, &flags, NULL, NULL);
    struct mx_machine machine;
    mx_machine_look(&machine);
    (flags.json ? print_json : print_text)(&machine);
    return mx_finish_output(MX_EXIT_OK);
}
