/* The library names a benchmark PROBLEM/VARIANT/LABEL/threads:N[/SIDE]/process_time/real_time; a
 * label may be a path. */
#include "cli/bench_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json_output.h"
#include "harness/input/select.h"

struct name {
    char problem[64], variant[128], label[256];
    int threads;
    long side; /* 0 = none */
};

static bool parse_name(const char *text, struct name *name) {
    const char *variant = strchr(text, '/');
    const char *label = variant == NULL ? NULL : strchr(variant + 1, '/');
    const char *threads = NULL;
    for (const char *found = label; found != NULL; found = strstr(found + 1, "/threads:"))
        threads = found != label ? found : threads;
    if (threads == NULL)
        return false;
    snprintf(name->problem, sizeof name->problem, "%.*s", (int)(variant - text), text);
    snprintf(name->variant, sizeof name->variant, "%.*s", (int)(label - variant - 1), variant + 1);
    snprintf(name->label, sizeof name->label, "%.*s", (int)(threads - label - 1), label + 1);
    name->side = 0;
    return sscanf(threads, "/threads:%d/%ld", &name->threads, &name->side) >= 1;
}

/* "SPEC instances=N hash=H", the context's entry for a load; NULL when it has none. */
static const char *load_of(const json_t *context, const struct name *name) {
    char key[400];
    int used = snprintf(key, sizeof key, "load/%s/%s", name->problem, name->label);
    if (name->side > 0)
        snprintf(key + used, sizeof key - (size_t)used, "/%ld", name->side);
    return json_string_value(json_object_get(context, key));
}

static void add_load(json_t *row, const char *load) {
    const char *rest = load == NULL ? NULL : strstr(load, " instances=");
    char text[400];
    unsigned count;
    char hash[17];
    if (rest == NULL || sscanf(rest, " instances=%u hash=%16s", &count, hash) != 2)
        return;
    snprintf(text, sizeof text, "%.*s", (int)(rest - load), load);
    json_object_set_new(row, "workload", mx_json_text(text));
    json_object_set_new(row, "instances", json_integer(count));
    json_object_set_new(row, "hash", json_string(hash));
}

static double seconds_in(const json_t *entry, const char *key) {
    static const char *const units[] = {"s", "ms", "us", "ns"};
    const char *unit = json_string_value(json_object_get(entry, "time_unit"));
    double value = json_number_value(json_object_get(entry, key));
    for (int i = 0; unit != NULL && i < 4 && strcmp(unit, units[i]) != 0; i++)
        value /= 1000;
    return value;
}

/* Copies the counters that other verbs report, too. */
static void add_counters(json_t *row, const json_t *entry) {
    static const char *const known[] = {"states", "options", "work", "workspace_bytes"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        json_t *value = json_object_get(entry, known[i]);
        if (json_is_number(value))
            json_object_set(row, known[i], value);
    }
}

static json_t *row_of(const json_t *context, const json_t *entry, const struct name *name) {
    const struct mx_problem *problem = mx_find_problem(name->problem);
    const struct mx_variant *variant =
        problem == NULL ? NULL : mx_find_variant(problem, name->variant);
    const char *error = json_string_value(json_object_get(entry, "error_message"));
    json_t *row = json_pack("{s:s, s:s, s:o, s:i}", "problem", name->problem, "variant",
                            variant == NULL ? name->variant : variant->name, "label",
                            mx_json_text(name->label), "threads", name->threads);
    add_load(row, load_of(context, name));
    if (name->side > 0)
        json_object_set_new(row, "side", json_integer(name->side));
    if (error != NULL) {
        json_object_set_new(row, "not_timed", mx_json_text(error));
        return row;
    }
    json_object_set_new(row, "repetitions",
                        json_integer(json_integer_value(json_object_get(entry, "repetitions"))));
    json_object_set_new(row, "seconds", json_real(seconds_in(entry, "real_time")));
    json_object_set_new(row, "processor_seconds", json_real(seconds_in(entry, "cpu_time")));
    add_counters(row, entry);
    return row;
}

static const char *text_of(const json_t *entry, const char *key) {
    const char *text = json_string_value(json_object_get(entry, key));
    return text == NULL ? "" : text;
}

/* Selects medians, the only run if there were no repetitions, or the first of several runs that
 * ended in an error. */
static bool is_wanted(const json_t *entry) {
    if (strcmp(text_of(entry, "run_type"), "aggregate") == 0)
        return strcmp(text_of(entry, "aggregate_name"), "median") == 0;
    if (json_object_get(entry, "error_message") != NULL)
        return json_integer_value(json_object_get(entry, "repetition_index")) == 0;
    return json_integer_value(json_object_get(entry, "repetitions")) == 1;
}

/* The library writes NaN and Infinity, which JSON does not have: they become empty strings. */
static void remove_nan(char *text) {
    static const char *const words[] = {"NaN", "-NaN", "Infinity", "-Infinity"};
    for (char *at = strstr(text, "\": "); at != NULL; at = strstr(at + 3, "\": "))
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            const size_t length = strlen(words[i]);
            if (at > text && at[-1] != '\\' && strncmp(at + 3, words[i], length) == 0) {
                memset(at + 3, ' ', length);
                memset(at + 3, '"', 2);
            }
        }
}

bool mx_bench_print_json(struct mx_bench_run *run) {
    remove_nan(run->json);
    json_t *library = json_loads(run->json, 0, NULL);
    const json_t *context = json_object_get(library, "context"), *entry;
    json_t *rows = json_array();
    size_t index;
    json_array_foreach(json_object_get(library, "benchmarks"), index, entry) {
        struct name name;
        if (is_wanted(entry) && parse_name(text_of(entry, "run_name"), &name))
            json_array_append_new(rows, row_of(context, entry, &name));
    }
    const bool good = json_is_object(context);
    if (good)
        mx_json_print(json_pack("{s:I, s:s, s:O, s:O}", "seed", (json_int_t)run->suite.seed,
                                "suite", run->suite.full ? "full" : "quick", "context", context,
                                "rows", rows));
    json_decref(rows);
    json_decref(library);
    return good;
}
