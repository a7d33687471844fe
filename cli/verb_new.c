/* mexbench new: writes the folder of a plug-in that builds, passes check and runs in compare. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/flags.h"
#include "cli/templates.h"
#include "cli/verbs.h"
#include "harness/input/plugin_checks.h"
#include "harness/input/select.h"
#include "harness/process/process.h"

/* Indexes of the words of --language. */
enum language { LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_RUST };
static const char language_words[] = "c|c++|rust";
static const char *const suffixes[] = {"c", "cpp", "rs"};
static const char *const cmake_names[] = {"C", "CXX", ""};

struct options {
    int language;
};

enum { KEY_LANGUAGE = 0x300 };

static bool set_option(int key, const char *value, void *context) {
    struct options *options = context;
    (void)key;
    return mx_parse_word(value, language_words, &options->language);
}

/* The folder to write, with the source of the plug-in and the file that builds it. */
struct job {
    const char *folder, *plugin;
    const char *kind; /* "variant" or "problem" */
    int language;
    const struct mx_filled *filled;
};

/* ---- Writing ----------------------------------------------------------------------------- */

static const char *build_file(const struct job *job) {
    return job->language == LANGUAGE_RUST ? "Makefile" : "CMakeLists.txt";
}

/* Writes all files or none. */
static bool write_folder(const struct job *job, char source[128]) {
    char template[32], path[4096];
    snprintf(source, 128, "%s.%s", job->plugin, suffixes[job->language]);
    snprintf(template, sizeof template, "%s.%s", job->kind, suffixes[job->language]);
    if (mkdir(job->folder, 0777) != 0) {
        mx_complain("%s: %s", job->folder, strerror(errno));
        return false;
    }
    if (mx_template_write(job->folder, source, template, job->filled) &&
        mx_template_write(job->folder, build_file(job), build_file(job), job->filled))
        return true;
    mx_complain("cannot write %s: %s", job->folder, strerror(errno));
    snprintf(path, sizeof path, "%s/%s", job->folder, source);
    unlink(path);
    snprintf(path, sizeof path, "%s/%s", job->folder, build_file(job));
    unlink(path);
    rmdir(job->folder);
    return false;
}

/* ---- What to do next --------------------------------------------------------------------- */

/* The prefix that mexbench is installed in; "PREFIX" when it runs from elsewhere. */
static const char *prefix(void) {
    static char path[4096 + sizeof "/include/mexbench"];
    const char *own = mx_own_path();
    for (int up = 0; own != NULL && up < 2; up++) {
        if (up == 0)
            snprintf(path, 4096, "%s", own);
        char *slash = strrchr(path, '/');
        if (slash == NULL || slash == path)
            return "PREFIX";
        *slash = '\0';
    }
    const size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "/include/mexbench");
    const bool installed = own != NULL && access(path, F_OK) == 0;
    path[length] = '\0';
    return installed ? path : "PREFIX";
}

static void print_plugins(const struct mx_flags *flags, const char *object) {
    for (size_t i = 0; i < flags->plugins.count; i++)
        mx_print(" --plugin %s", flags->plugins.path[i]);
    mx_print(" --plugin %s\n", object);
}

static void print_next(const struct job *job, const struct mx_flags *flags, const char *source,
                       const char *problem, const char *one, const char *other) {
    char object[256];
    const bool made = job->language == LANGUAGE_RUST;
    snprintf(object, sizeof object, "%s/%s%s.so", job->folder, made ? "" : "build/", job->plugin);
    mx_print("wrote %s/%s and %s/%s; next:\n", job->folder, source, job->folder, build_file(job));
    if (made)
        mx_print("  make -C %s\n", job->folder);
    else
        mx_print("  cmake -S %s -B %s/build -DCMAKE_PREFIX_PATH=%s && cmake --build %s/build\n",
                 job->folder, job->folder, prefix(), job->folder);
    mx_print("  mexbench check %s", problem);
    if (strcmp(job->kind, "variant") == 0)
        mx_print(" --variant %s", other);
    print_plugins(flags, object);
    mx_print("  mexbench compare %s %s %s", problem, one, other);
    print_plugins(flags, object);
}

/* ---- A problem --------------------------------------------------------------------------- */

static bool is_name(const char *name) {
    const size_t length = strlen(name);
    return length > 0 && length <= MX_MOST_NAME / 2 && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

static int refuse_name(const char *name) {
    mx_complain("'%s' is not a name: expected up to %d letters a-z, digits and _, a letter first",
                name, MX_MOST_NAME / 2);
    return MX_EXIT_USAGE;
}

static int new_problem(const char *name, const struct options *options,
                       const struct mx_flags *flags) {
    char source[128], contract[16];
    snprintf(contract, sizeof contract, "%u", MX_CONTRACT_VERSION);
    const struct mx_filled filled[] = {{"NAME", name},
                                       {"CONTRACT", contract},
                                       {"PLUGIN", name},
                                       {"SUFFIX", suffixes[options->language]},
                                       {"LANGUAGE", cmake_names[options->language]},
                                       {NULL, NULL}};
    const struct job job = {name, name, "problem", options->language, filled};
    if (!is_name(name))
        return refuse_name(name);
    if (mx_find_problem(name) != NULL) {
        mx_complain("there already is a problem '%s'", name);
        return MX_EXIT_USAGE;
    }
    if (!write_folder(&job, source))
        return MX_EXIT_ERROR;
    print_next(&job, flags, source, name, "reference", "halvings");
    return MX_EXIT_OK;
}

/* ---- A variant --------------------------------------------------------------------------- */

static int new_variant(const struct mx_problem *problem, const char *name,
                       const struct options *options, const struct mx_flags *flags) {
    static const char *const keeps[] = {"MX_KEEPS_ANSWER", "MX_KEEPS_VISITED", "MX_KEEPS_ALL"};
    const struct mx_variant *reference = problem->variants[0];
    char plugin[2 * MX_MOST_NAME + 2], batch[16], contract[16], source[128];
    snprintf(plugin, sizeof plugin, "%s_%s", problem->name, name);
    snprintf(batch, sizeof batch, "%u", reference->max_batch);
    snprintf(contract, sizeof contract, "%u", MX_CONTRACT_VERSION);
    const struct mx_filled filled[] = {{"PROBLEM", problem->name},
                                       {"PLUGIN", plugin},
                                       {"SUFFIX", suffixes[options->language]},
                                       {"LANGUAGE", cmake_names[options->language]},
                                       {"MAX_BATCH", batch},
                                       {"KEEPS", keeps[reference->keeps]},
                                       {"RUST_KEEPS", keeps[reference->keeps] + strlen("MX_")},
                                       {"EVERY_OPTION", reference->every_option ? "true" : "false"},
                                       {"CONTRACT", contract},
                                       {NULL, NULL}};
    const struct job job = {plugin, plugin, "variant", options->language, filled};
    if (!is_name(name) || strlen(plugin) > MX_MOST_NAME)
        return refuse_name(name);
    if (mx_find_variant(problem, plugin) != NULL) {
        mx_complain("there already is a variant %s", plugin);
        return MX_EXIT_USAGE;
    }
    if (!write_folder(&job, source))
        return MX_EXIT_ERROR;
    print_next(&job, flags, source, problem->name, mx_short_name(problem, reference), name);
    return MX_EXIT_OK;
}

/* ---- The verb ---------------------------------------------------------------------------- */

static const struct argp_option own_options[] = {
    {"language", KEY_LANGUAGE, language_words, 0, "Language of the source (default c)", 0}, {0}};

static const struct mx_verb_usage usage = {
    .name = "new",
    .arguments = "variant PROBLEM NAME | problem NAME",
    .about = "Writes the folder of a plug-in, with a source and a build file, that builds, passes "
             "check and runs in compare at once: a variant of a problem, or a problem with two "
             "variants.\vA variant hands its work to the reference until you replace its solve. "
             "The folder, PROBLEM_NAME or NAME, must not exist yet. With --plugin, PROBLEM may be "
             "that of a plug-in.",
    .flags = MX_FLAG_PLUGIN,
    .least = 2,
    .most = 3,
    .options = own_options,
    .option = set_option,
};

int mx_verb_new(int argc, char **argv) {
    struct mx_flags flags;
    struct options options = {LANGUAGE_C};
    const char *arguments[3];
    mx_parse(&usage, argc, argv, &flags, &options, arguments);
    int code = MX_EXIT_USAGE;
    if (strcmp(arguments[0], "problem") == 0 && arguments[2] == NULL)
        code = new_problem(arguments[1], &options, &flags);
    else if (strcmp(arguments[0], "variant") == 0 && arguments[2] != NULL)
        code = new_variant(mx_require_problem(arguments[1]), arguments[2], &options, &flags);
    else
        mx_complain("expected 'new variant PROBLEM NAME' or 'new problem NAME'");
    return mx_finish_output(code);
}
