/* argp parses the command line. A shared flag that a verb does not take is unknown to it. */
#include "cli/flags.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "build_version.h"
#include "cli/run_guarded.h"
#include "harness/process/clock.h"
#include "support/say.h"

#define MOST_THREADS 1024
#define MOST_FRESH_SEED 1000000u
#define ISAS "base|avx2|avx512|neon"
#define FIRST_ARGP_EVENT 0x1000000 /* argp's own keys begin here */

enum { KEY_THREADS = 0x200, KEY_ISA, KEY_SEED, KEY_DIALECT, KEY_JSON, KEY_PLUGIN };

static const struct argp_option shared_options[] = {
    {"variant", 'v', "PATTERN", 0, "Select variants by short form, full name or regular expression",
     1},
    {"threads", KEY_THREADS, "N", 0, "Threads for variants that use them", 1},
    {"isa", KEY_ISA, ISAS, 0, "Use no instruction set wider than this (default: the processor's)",
     1},
    {"seed", KEY_SEED, "N", 0, "Seed for random inputs", 1},
    {"dialect", KEY_DIALECT, "NAME", 0,
     "Text format, for problems that have several (default: the first)", 1},
    {"json", KEY_JSON, NULL, 0, "Print one JSON document instead of text", 1},
    {"plugin", KEY_PLUGIN, "FILE.so", 0,
     "Add the variant or problem in a shared object; may be repeated", 1},
    {0},
};
static const unsigned shared_bits[] = {MX_FLAG_VARIANT, MX_FLAG_THREADS, MX_FLAG_ISA,
                                       MX_FLAG_SEED,    MX_FLAG_DIALECT, MX_FLAG_JSON,
                                       MX_FLAG_PLUGIN};

struct parse {
    const struct mx_verb_usage *usage;
    struct mx_flags *flags;
    void *context;
    const char **arguments;
    int given;
    const struct argp_option *options; /* all of them */
};

static bool parse_threads(const char *text, struct mx_flags *flags) {
    uint64_t threads;
    if (!mx_parse_count(text, 1, MOST_THREADS, &threads))
        return false;
    flags->threads = (int)threads;
    flags->threads_given = true;
    return true;
}

/* A set wider than the processor's would end in an illegal instruction. */
static bool parse_isa(const char *text, struct argp_state *state, struct mx_flags *flags) {
    int index;
    if (!mx_parse_word(text, ISAS, &index) || !mx_isa_parse(text, &flags->isa))
        return false;
    if (!mx_cpu_has(flags->isa))
        argp_error(state, "--isa: this processor has no %s, only %s", text,
                   mx_isa_name(mx_cpu_isa()));
    return true;
}

static bool parse_seed(const char *text, struct mx_flags *flags) {
    flags->seed_given = mx_parse_count(text, 0, UINT64_MAX, &flags->seed);
    return flags->seed_given;
}

static bool add_plugin(const char *path, struct argp_state *state, struct mx_flags *flags) {
    if (flags->plugins.count == MX_MOST_PLUGINS)
        argp_error(state, "--plugin: more than %d plug-ins", MX_MOST_PLUGINS);
    flags->plugins.path[flags->plugins.count++] = path;
    return path[0] != '\0';
}

static bool set_shared(int key, const char *value, struct argp_state *state,
                       struct mx_flags *flags) {
    switch (key) {
    case 'v':
        flags->variant = value;
        return value[0] != '\0';
    case KEY_THREADS:
        return parse_threads(value, flags);
    case KEY_ISA:
        return parse_isa(value, state, flags);
    case KEY_SEED:
        return parse_seed(value, flags);
    case KEY_DIALECT:
        flags->dialect = value;
        return value[0] != '\0';
    case KEY_PLUGIN:
        return add_plugin(value, state, flags);
    default:
        return flags->json = true;
    }
}

static void add_setting(const char *name, const char *value, struct argp_state *state,
                        struct mx_flags *flags) {
    if (flags->setting_count == MX_MOST_SETTINGS)
        argp_error(state, "--%s: more than %d settings", name, MX_MOST_SETTINGS);
    flags->settings[flags->setting_count++] = (struct mx_given_setting){name, value};
}

static const struct argp_option *option_of(const struct argp_option *options, int key,
                                           size_t *index) {
    for (*index = 0; options != NULL && options[*index].name != NULL; ++*index)
        if (options[*index].key == key)
            return &options[*index];
    return NULL;
}

static void refuse_value(const struct argp_state *state, const struct argp_option *option,
                         const char *value) {
    char shown[200];
    argp_error(state, "--%s: expected %s, not '%s'", option->name, option->arg,
               mx_printable(value, shown, sizeof shown));
}

static error_t parse_option(int key, char *value, struct argp_state *state) {
    struct parse *parse = state->input;
    char shown[4 * 200];
    size_t index;
    const struct argp_option *option = option_of(shared_options, key, &index);
    bool ok;
    if (key >= MX_KEY_SETTING) {
        option = option_of(parse->options, key, &index);
        add_setting(option->name, value, state, parse->flags);
        ok = true;
    } else if (option != NULL) {
        if (!(parse->usage->flags & shared_bits[index]))
            argp_error(state, "%s does not take --%s", parse->usage->name, option->name);
        ok = set_shared(key, value, state, parse->flags);
    } else {
        option = option_of(parse->usage->options, key, &index);
        if (option == NULL)
            return ARGP_ERR_UNKNOWN;
        ok = parse->usage->option(key, value, parse->context);
    }
    if (!ok && mx_value_refused()[0] != '\0')
        argp_error(state, "--%s: %s", option->name,
                   mx_printable(mx_value_refused(), shown, sizeof shown));
    else if (!ok)
        refuse_value(state, option, value);
    return 0;
}

static error_t parse_argument(char *value, struct argp_state *state) {
    struct parse *parse = state->input;
    char shown[200];
    if (parse->given == parse->usage->most)
        argp_error(state, "too many arguments: '%s'", mx_printable(value, shown, sizeof shown));
    parse->arguments[parse->given++] = value;
    return 0;
}

static error_t parse_event(int key, char *value, struct argp_state *state) {
    struct parse *parse = state->input;
    if (key == ARGP_KEY_INIT)
        state->out_stream = mx_out;
    if (key == ARGP_KEY_ARG)
        return parse_argument(value, state);
    if (key == ARGP_KEY_END && parse->given < parse->usage->least)
        argp_error(state, "expected %s", parse->usage->arguments);
    return key > 0 && key < FIRST_ARGP_EVENT ? parse_option(key, value, state) : ARGP_ERR_UNKNOWN;
}

static void print_version(FILE *stream, struct argp_state *state) {
    (void)state;
    fprintf(stream, "mexbench %s (%s%s, %s)\n", MX_VERSION, MX_COMMIT, MX_DIRTY ? ", modified" : "",
            MX_COMPILER);
}

/* Help for --threads and --seed, with the default of the verb. */
static const char *help_with_default(const struct argp_option *option,
                                     const struct mx_verb_usage *usage) {
    static char threads[120], seed[120];
    char *text = option->key == KEY_THREADS ? threads : seed;
    const char *given = option->key == KEY_THREADS ? usage->threads : usage->seed;
    if (option->key != KEY_THREADS && option->key != KEY_SEED)
        return option->doc;
    snprintf(text, sizeof threads, "%s (default %s)", option->doc,
             given != NULL                ? given
             : option->key == KEY_THREADS ? "1"
                                          : "0");
    return text;
}

/* The verb's own options, then the shared ones that it takes, then the problems' settings, in one
 * array for argp. */
static struct argp_option *all_options(const struct mx_verb_usage *usage) {
    size_t own = 0, count = 0;
    while (usage->options != NULL && usage->options[own].name != NULL)
        own++;
    const size_t settings = usage->flags & MX_FLAG_SETTINGS ? mx_setting_options(NULL, 0) : 0;
    struct argp_option *all =
        calloc(own + sizeof shared_options / sizeof *shared_options + settings, sizeof *all);
    if (all == NULL)
        mx_out_of_memory();
    if (own > 0)
        memcpy(all, usage->options, own * sizeof *all);
    for (size_t i = 0; shared_options[i].name != NULL; i++)
        if (usage->flags & shared_bits[i]) {
            all[own + count] = shared_options[i];
            all[own + count++].doc = help_with_default(&shared_options[i], usage);
        }
    if (settings > 0)
        mx_setting_options(all, own + count);
    return all;
}

/* Loads the plug-ins that are not loaded yet. */
static void load_rest(const struct mx_plugin_paths *plugins, const struct mx_plugin_paths *early) {
    struct mx_plugin_paths rest = {.count = 0};
    for (size_t i = 0; i < plugins->count; i++) {
        size_t j = 0;
        while (j < early->count && strcmp(plugins->path[i], early->path[j]) != 0)
            j++;
        if (j == early->count)
            rest.path[rest.count++] = plugins->path[i];
    }
    mx_load_plugins(&rest);
}

void mx_parse(const struct mx_verb_usage *usage, int argc, char **argv, struct mx_flags *flags,
              void *context, const char **arguments) {
    *flags = (struct mx_flags){.threads = 1, .isa = mx_cpu_isa()};
    for (int i = 0; i < usage->most; i++)
        arguments[i] = NULL;
    static char name[64]; /* program_invocation_name points to it from then on */
    snprintf(name, sizeof name, "%s %s", usage->program == NULL ? "mexbench" : usage->program,
             usage->name);
    argv[0] = name;
    program_invocation_name = name;
    argp_program_version_hook = print_version;
    argp_err_exit_status = MX_EXIT_USAGE;
    struct argp_option *options = all_options(usage);
    struct mx_plugin_paths early = {.count = 0};
    if (usage->flags & MX_FLAG_SETTINGS && usage->flags & MX_FLAG_PLUGIN)
        early = mx_load_plugins_early(argv + 1, options);
    if (early.count > 0) {
        free(options);
        options = all_options(usage);
    }
    struct parse parse = {usage, flags, context, arguments, 0, options};
    struct argp argp = {options, parse_event, usage->arguments, usage->about, NULL, NULL, NULL};
    error_t failed = argp_parse(&argp, argc, argv, 0, NULL, &parse);
    if (failed == ENOMEM)
        mx_out_of_memory();
    if (failed)
        mx_exit(MX_EXIT_USAGE);
    free(options);
    load_rest(&flags->plugins, &early);
    mx_watch_the_end();
}

uint64_t mx_seed_or_fresh(const struct mx_flags *flags) {
    uint64_t seed;
    if (flags->seed_given)
        return flags->seed;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed = (uint64_t)time(NULL) ^ (uint64_t)(mx_seconds() * 1e6);
    return seed % MOST_FRESH_SEED;
}
