/* mexbench info: describes this machine and this build. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <omp.h>

#include "build_version.h"
#include "cli/flags.h"
#include "cli/json_output.h"
#include "cli/verbs.h"
#include "harness/solve/memory.h"
#include "harness/solve/rates.h"
#include "measure/counters.h"
#include "measure/layout.h"
#include "measure/limits.h"
#include "measure/machine.h"

/* _OPENMP is the year and month of the specification that the compiler follows. */
#define OPENMP_RELEASE _OPENMP

enum { KEY_LIMITS = 0x300 };

#define SECONDS_A_FIGURE 0.5

static void print_cache(const char *name, size_t bytes) {
    char text[32];
    if (bytes > 0)
        mx_print(" %s %s", name, mx_bytes_in_words(bytes, text, sizeof text));
}

/* Whether cycles can be counted, or why not. */
static const char *counters_state(char *text, size_t room) {
    struct mx_counters counters;
    mx_counters_open(&counters, NULL);
    mx_counter_state(&counters, MX_CYCLES, text, room);
    mx_counters_close(&counters);
    return text;
}

static void print_limits(const struct mx_limits *limits) {
    char size[32];
    mx_print("limits     of one core, the best of many samples in %.1f s\n", limits->seconds);
    mx_print("  %-8s %5.2f GHz\n", "clock", 1e-9 * limits->clock);
    for (int i = 0; i < limits->issues; i++) {
        const struct mx_issue_rate *issue = &limits->issue[i];
        mx_print("  %-8s %5.2f AND/ns, %5.2f ADD/ns, on vectors of %zu bytes\n",
                 mx_isa_name(issue->isa), issue->and_rate, issue->add_rate, issue->vector_bytes);
    }
    for (int i = 0; i < MX_LIMIT_LEVELS; i++) {
        const struct mx_bandwidth *level = &limits->level[i];
        if (isnan(level->read))
            mx_print("  %-8s not measured: %s\n", level->level, level->why);
        else
            mx_print("  %-8s %5.1f GB/s read, %5.1f GB/s copied, within %s\n", level->level,
                     level->read * 1e-9, level->copy * 1e-9,
                     mx_bytes_in_words(level->working_set, size, sizeof size));
    }
}

static json_t *level_json(const struct mx_bandwidth *level) {
    if (isnan(level->read))
        return json_pack("{s:s, s:s}", "level", level->level, "missing", level->why);
    json_t *all = json_pack("{s:s, s:I, s:f, s:f}", "level", level->level, "working_set_bytes",
                            (json_int_t)level->working_set, "read_bytes_per_s", level->read,
                            "copy_bytes_per_s", level->copy);
    if (level->cache > 0)
        json_object_set_new(all, "cache_bytes", json_integer((json_int_t)level->cache));
    return all;
}

/* The value of "limits"; data/results/limits.schema.json describes it. */
static json_t *limits_json(const struct mx_limits *limits) {
    json_t *levels = json_array(), *issue = json_array();
    for (int i = 0; i < MX_LIMIT_LEVELS; i++)
        json_array_append_new(levels, level_json(&limits->level[i]));
    for (int i = 0; i < limits->issues; i++) {
        const struct mx_issue_rate *rate = &limits->issue[i];
        json_array_append_new(issue, json_pack("{s:s, s:I, s:f, s:f}", "isa",
                                               mx_isa_name(rate->isa), "vector_bytes",
                                               (json_int_t)rate->vector_bytes, "and_per_ns",
                                               rate->and_rate, "add_per_ns", rate->add_rate));
    }
    return json_pack("{s:o, s:o, s:s, s:f, s:f}", "issue", issue, "levels", levels, "bandwidth_isa",
                     mx_isa_name(limits->isa), "clock_hz", limits->clock, "seconds",
                     limits->seconds);
}

/* The assumption of a comparison of single builds. */
static void print_layout(void) {
    struct mx_layout layout;
    mx_layout_read(NULL, 0, &layout);
    mx_print("layout     links of the same code differ by up to %.1f%%, ",
             100 * expm1(layout.floor));
    if (layout.measured[0] != '\0')
        mx_print("measured on %s, %s\n", layout.measured, layout.path);
    else
        mx_print("as assumed; 'scripts/links --floor' measures it\n");
}

static void print_text(const struct mx_machine *machine, const struct mx_limits *limits) {
    char whole[32], available[32], counters[160];
    mx_print("cpu        %s\n", machine->cpu);
    mx_print("isa        %s\n", mx_isa_name(machine->isa));
    mx_print("features   %s\n", machine->features[0] ? machine->features : "unknown");
    mx_print("cores      %d\n", machine->cores);
    mx_print("caches    ");
    print_cache("L1d", machine->l1d);
    print_cache("L2", machine->l2);
    print_cache("L3", machine->l3);
    mx_print("\nmemory     %s, %s available\n",
             mx_bytes_in_words(machine->memory, whole, sizeof whole),
             mx_bytes_in_words(mx_memory_available(), available, sizeof available));
    mx_print("system     %s\n", machine->system);
    mx_print("governor   %s\n", machine->governor);
    mx_print("counters   %s\n", counters_state(counters, sizeof counters));
    mx_print("version    %s, commit %s%s\n", MX_VERSION, MX_COMMIT, MX_DIRTY ? ", modified" : "");
    mx_print("compiler   %s\n", MX_COMPILER);
    mx_print("flags      %s\n", MX_FLAGS);
    mx_print("openmp     %d, up to %d threads\n", OPENMP_RELEASE, omp_get_max_threads());
    if (mx_rates()->count > 0)
        mx_print("rates      measured on %s, %s\n", mx_rates()->measured, mx_rates()->path);
    else
        mx_print("rates      of a common machine; 'mexbench tune' measures this one\n");
    print_layout();
    if (mx_code_bounds() > 0)
        mx_print("bounds     of the instructions of %zu variants, by llvm-mca; 'try' shows the "
                 "distance\n",
                 mx_code_bounds());
    if (limits != NULL)
        print_limits(limits);
}

static void print_json(const struct mx_machine *machine, const struct mx_limits *limits) {
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
    const bool measured = mx_rates()->count > 0;
    json_object_set_new(all, "rates_measured",
                        measured ? json_string(mx_rates()->measured) : json_null());
    json_object_set_new(all, "rates_file", measured ? json_string(mx_rates()->path) : json_null());
    struct mx_layout layout;
    mx_layout_read(NULL, 0, &layout);
    json_object_set_new(
        all, "layout",
        json_pack("{s:f, s:o, s:s, s:s}", "part", expm1(layout.floor), "measured",
                  layout.measured[0] != '\0' ? json_string(layout.measured) : json_null(), "file",
                  layout.path, "key", layout.key));
    json_object_set_new(all, "code_bounds", json_integer((json_int_t)mx_code_bounds()));
    if (limits != NULL)
        json_object_set_new(all, "limits", limits_json(limits));
    mx_json_print(all);
}

static bool set_option(int key, const char *value, void *context) {
    (void)key, (void)value;
    *(bool *)context = true;
    return true;
}

static const struct mx_verb_usage usage = {
    .name = "info",
    .arguments = "",
    .about = "Describes this machine and this build.",
    .flags = MX_FLAG_JSON,
    .options =
        (const struct argp_option[]){
            {"limits", KEY_LIMITS, NULL, 0,
             "Measure the limits of one core: vector operations, and bytes from each "
             "cache level (a few seconds)",
             0},
            {0}},
    .option = set_option,
};

int mx_verb_info(int argc, char **argv) {
    struct mx_flags flags;
    struct mx_machine machine;
    struct mx_limits limits;
    bool with_limits = false;
    mx_parse(&usage, argc, argv, &flags, &with_limits, NULL);
    mx_read_machine(&machine);
    mx_warn_of_rates();
    if (with_limits)
        mx_limits_measure(&machine, SECONDS_A_FIGURE, &limits);
    if (flags.json)
        print_json(&machine, with_limits ? &limits : NULL);
    else
        print_text(&machine, with_limits ? &limits : NULL);
    return mx_finish_output(MX_EXIT_OK);
}
