/* mexbench list: lists problems, variants and generators, and which variants can run here. */
#include <inttypes.h>
#include <jansson.h>

#include "cli/flags.h"
#include "cli/json_output.h"
#include "cli/verbs.h"
#include "harness/input/select.h"
#include "support/rng.h"

static const char *keeps_in_words(enum mx_keeps keeps) {
    static const char *const words[] = {"answer", "visited", "all"};
    return words[keeps];
}

/* Why this processor cannot run the variant; NULL when it can. */
static const char *obstacle(const struct mx_variant *variant, char *text, size_t room) {
    if (variant->isa <= mx_cpu_isa())
        return NULL;
    snprintf(text, room, "this processor has no %s", mx_isa_name(variant->isa));
    return text;
}

static void print_variant(const struct mx_variant *variant, bool reference) {
    char why[64];
    const char *no = obstacle(variant, why, sizeof why);
    mx_print("  %-26s %-6s %s%s%s%s%s\n", variant->name, mx_isa_name(variant->isa), variant->idea,
             reference ? " [reference]" : "", variant->threaded ? " [threads]" : "",
             no == NULL ? "" : " -- ", no == NULL ? "" : no);
}

static void print_parameter(const struct mx_parameter *p) {
    if (p->words != NULL) {
        mx_print("      %-9s %s:", p->key, p->help);
        for (size_t i = 0; p->words[i] != NULL; i++)
            mx_print(" %s%s", p->words[i], i == p->default_value ? " (default)" : "");
        mx_print("\n");
        return;
    }
    double unit = p->fraction ? (double)MX_BILLION : 1;
    mx_print("      %-9s %s, %.9g to %.9g, default %.9g\n", p->key, p->help,
             (double)p->least / unit, (double)p->most / unit, (double)p->default_value / unit);
}

static void print_generators(const struct mx_problem *problem) {
    mx_print("  generators (each takes cases= and seed=, too):\n");
    for (const struct mx_generator *g = problem->generators; g->name != NULL; g++) {
        mx_print("    %-9s %s\n", g->name, g->summary);
        for (const struct mx_parameter *p = g->parameters; p->key != NULL; p++)
            print_parameter(p);
    }
}

static void print_problem(const struct mx_problem *problem, bool alone) {
    mx_print("%s: %s%s%s\n", problem->name, problem->title, problem->summary[0] != '\0' ? ", " : "",
             problem->summary);
    for (size_t i = 0; problem->variants[i] != NULL; i++)
        print_variant(problem->variants[i], i == 0);
    if (!alone)
        return;
    print_generators(problem);
    const struct mx_setting *setting = problem->settings;
    for (; setting != NULL && setting->name != NULL; setting++)
        mx_print("  setting --%s=%s  %s\n", setting->name, setting->argument, setting->help);
    if (problem->dialects != NULL) {
        mx_print("  dialects:");
        for (size_t i = 0; problem->dialects[i] != NULL; i++)
            mx_print(" %s%s", problem->dialects[i], i == 0 ? " (default)" : "");
        putc('\n', mx_out);
    }
}

static json_t *variant_as_json(const struct mx_variant *variant, bool reference) {
    char why[64];
    const char *no = obstacle(variant, why, sizeof why);
    return json_pack("{s:s, s:s, s:s, s:b, s:b, s:b, s:s, s:i, s:b, s:s?}", "name", variant->name,
                     "idea", variant->idea, "isa", mx_isa_name(variant->isa), "reference",
                     reference, "threaded", variant->threaded, "every_option",
                     variant->every_option, "keeps", keeps_in_words(variant->keeps), "max_batch",
                     (int)(variant->max_batch > INT32_MAX ? INT32_MAX : variant->max_batch),
                     "runs_here", no == NULL, "why_not", no);
}

static json_t *generators_as_json(const struct mx_problem *problem) {
    json_t *all = json_array();
    for (const struct mx_generator *g = problem->generators; g->name != NULL; g++) {
        json_t *keys = json_array();
        for (const struct mx_parameter *p = g->parameters; p->key != NULL; p++)
            json_array_append_new(keys, json_string(p->key));
        json_array_append_new(all, json_pack("{s:s, s:s, s:o}", "name", g->name, "summary",
                                             g->summary, "parameters", keys));
    }
    return all;
}

static json_t *problem_as_json(const struct mx_problem *problem) {
    json_t *variants = json_array();
    for (size_t i = 0; problem->variants[i] != NULL; i++)
        json_array_append_new(variants, variant_as_json(problem->variants[i], i == 0));
    json_t *dialects = json_array();
    for (size_t i = 0; problem->dialects != NULL && problem->dialects[i] != NULL; i++)
        json_array_append_new(dialects, json_string(problem->dialects[i]));
    json_t *settings = json_array();
    const struct mx_setting *setting = problem->settings;
    for (; setting != NULL && setting->name != NULL; setting++)
        json_array_append_new(settings, json_string(setting->name));
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "name", problem->name, "title",
                     problem->title, "summary", problem->summary, "variants", variants,
                     "generators", generators_as_json(problem), "dialects", dialects, "settings",
                     settings);
}

static void print_json(const struct mx_problem *only) {
    json_t *problems = json_array();
    for (size_t i = 0; mx_problems[i] != NULL; i++)
        if (only == NULL || only == mx_problems[i])
            json_array_append_new(problems, problem_as_json(mx_problems[i]));
    json_t *all = json_pack("{s:o}", "problems", problems);
    mx_json_print(all);
}

int mx_verb_list(int argc, char **argv) {
    static const struct mx_verb_usage usage = {
        .name = "list",
        .arguments = "[PROBLEM]",
        .about = "Lists problems and their variants; for one problem, its generators and dialects, "
                 "too.",
        .flags = MX_FLAG_JSON | MX_FLAG_PLUGIN,
        .most = 1,
    };
    struct mx_flags flags;
    const char *name;
    mx_parse(&usage, argc, argv, &flags, NULL, &name);
    const struct mx_problem *only = name == NULL ? NULL : mx_require_problem(name);
    if (flags.json)
        print_json(only);
    for (size_t i = 0; !flags.json && mx_problems[i] != NULL; i++)
        if (only == NULL || only == mx_problems[i]) {
            if (i > 0 && only == NULL)
                putc('\n', mx_out);
            print_problem(mx_problems[i], only != NULL);
        }
    return mx_finish_output(MX_EXIT_OK);
}
