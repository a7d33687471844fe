/* The options that problems declare for themselves. */
#include <string.h>

#include "cli/flags.h"
#include "cli/json_output.h"
#include "cli/run_guarded.h"

static bool is_among(const struct argp_option *options, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            return true;
    return false;
}

size_t mx_setting_options(struct argp_option *options, size_t count) {
    for (size_t i = 0; mx_problems[i] != NULL; i++) {
        const struct mx_setting *setting = mx_problems[i]->settings;
        for (; setting != NULL && setting->name != NULL; setting++) {
            if (options != NULL && is_among(options, count, setting->name))
                continue;
            if (options != NULL)
                options[count] = (struct argp_option){.name = setting->name,
                                                      .key = MX_KEY_SETTING + (int)count,
                                                      .arg = setting->argument,
                                                      .doc = setting->help,
                                                      .group = 2};
            count++;
        }
    }
    return count;
}

/* Whether the word is a long option that none of options[], and none of argp, begins with. */
static bool is_unknown(const char *word, const struct argp_option *options) {
    static const char *const of_argp[] = {"help", "usage", "version"};
    const char *name = word + 2;
    const size_t length = strcspn(name, "=");
    if (strncmp(word, "--", 2) != 0 || length == 0)
        return false;
    for (size_t i = 0; i < sizeof of_argp / sizeof *of_argp; i++)
        if (strncmp(of_argp[i], name, length) == 0)
            return false;
    for (; options->name != NULL; options++)
        if (strncmp(options->name, name, length) == 0)
            return false;
    return true;
}

struct mx_plugin_paths mx_load_plugins_early(char *const *argv, const struct argp_option *options) {
    static const char flag[] = "--plugin";
    struct mx_plugin_paths plugins = {.count = 0};
    bool unknown = false;
    for (; *argv != NULL && strcmp(*argv, "--") != 0; argv++) {
        const char *path = NULL;
        unknown |= is_unknown(*argv, options);
        if (strncmp(*argv, flag, strlen(flag)) == 0 && (*argv)[strlen(flag)] == '=')
            path = *argv + strlen(flag) + 1;
        else if (strcmp(*argv, flag) == 0)
            path = argv[1];
        if (path != NULL && path[0] != '\0' && plugins.count < MX_MOST_PLUGINS)
            plugins.path[plugins.count++] = path;
    }
    if (!unknown)
        plugins.count = 0;
    mx_load_plugins(&plugins);
    return plugins;
}

static const struct mx_setting *setting_named(const struct mx_problem *problem, const char *name) {
    const struct mx_setting *setting = problem->settings;
    while (setting != NULL && setting->name != NULL && strcmp(setting->name, name) != 0)
        setting++;
    return setting != NULL && setting->name != NULL ? setting : NULL;
}

void mx_require_settings(const struct mx_problem *problem, struct mx_flags *flags,
                         struct mx_workload *workload) {
    for (size_t i = 0; i < flags->setting_count; i++) {
        const struct mx_setting *setting = setting_named(problem, flags->settings[i].name);
        if (setting == NULL) {
            mx_complain("%s does not take --%s", problem->name, flags->settings[i].name);
            mx_exit(MX_EXIT_USAGE);
        }
        flags->chosen[i] = (struct mx_chosen){setting, flags->settings[i].value};
    }
    workload->chosen = flags->chosen;
    workload->chosen_count = flags->setting_count;
}

json_t *mx_with_settings(json_t *members, const struct mx_workload *workload) {
    json_t *settings = json_object();
    for (size_t i = 0; i < workload->chosen_count; i++)
        json_object_set_new(settings, workload->chosen[i].setting->name,
                            mx_json_text(workload->chosen[i].value));
    if (workload->chosen_count > 0)
        json_object_set(members, "settings", settings);
    json_decref(settings);
    return members;
}
