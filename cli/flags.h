/* The flags that mean the same in every verb, and how a verb reads its command line. */
#ifndef MX_FLAGS_H
#define MX_FLAGS_H

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/output.h"
#include "harness/input/plugins.h"
#include "harness/input/select.h"
#include "harness/input/workload.h"
#include "problem.h"

#define MX_MOST_SETTINGS 8 /* given in a call */

struct mx_flags {
    const char *variant; /* pattern as given; NULL = not given */
    int threads;         /* 1 when not given */
    bool threads_given;
    mx_isa isa; /* the processor's when not given */
    uint64_t seed;
    bool seed_given;
    const char *dialect; /* NULL = not given */
    bool json;
    struct mx_plugin_paths plugins; /* all loaded */
    struct mx_given_setting {
        const char *name, *value;
    } settings[MX_MOST_SETTINGS]; /* [setting_count], in their order */
    size_t setting_count;
    struct mx_chosen chosen[MX_MOST_SETTINGS]; /* mx_require_settings fills it in */
};

/* The shared flags that a verb takes. */
enum mx_flag_set {
    MX_FLAG_VARIANT = 1,
    MX_FLAG_THREADS = 2,
    MX_FLAG_ISA = 4,
    MX_FLAG_SEED = 8,
    MX_FLAG_DIALECT = 16,
    MX_FLAG_JSON = 32,
    MX_FLAG_PLUGIN = 64,
    MX_FLAG_SETTINGS = 128 /* the options that problems declare (mx_setting) */
};

/* One verb: its --help, and its own options next to the shared ones. */
struct mx_verb_usage {
    const char *name;      /* "solve" */
    const char *arguments; /* "PROBLEM [WORKLOAD]" */
    const char *about;     /* shown by --help; text after a \v comes below the options */
    unsigned flags;        /* mx_flag_set */
    int least, most;       /* number of arguments */
    const struct argp_option *options;                         /* the verb's own; may be NULL */
    bool (*option)(int key, const char *value, void *context); /* false: the value is refused */
    const char *threads, *seed; /* their defaults in --help; NULL = "1", "0" */
    const char *program;        /* NULL = "mexbench" */
};

/* Parses argv (argv[0] is the verb). Fills flags, the verb's own context through usage->option,
 * and arguments[0 .. most), NULL where not given; loads the plug-ins. Ends the process on --help,
 * --version, on bad usage (exit 2) and when a plug-in cannot be loaded (exit 1). */
void mx_parse(const struct mx_verb_usage *usage, int argc, char **argv, struct mx_flags *flags,
              void *context, const char **arguments);

/* The problem of that name. If it is unknown, prints the nearest name on stderr and exits 2. */
const struct mx_problem *mx_require_problem(const char *name);

/* The index of --dialect in the problem's dialects, 0 when not given; exits 2 when unknown. */
int mx_require_dialect(const struct mx_problem *problem, const struct mx_flags *flags);

/* Has the workload apply the settings that were given; exits 2 when the problem lacks one. */
void mx_require_settings(const struct mx_problem *problem, struct mx_flags *flags,
                         struct mx_workload *workload);

/* The JSON document's members with "settings", the value of each by its name, if there are some. */
json_t *mx_with_settings(json_t *members, const struct mx_workload *workload);

/* Selects the variants that --variant names, whatever --isa says; an empty selection is accepted.
 * Exits with a message when the pattern is bad (2) or memory is short. */
void mx_require_pattern(const struct mx_problem *problem, const struct mx_flags *flags,
                        struct mx_selection *selection);

/* Selects the variants that --variant and --isa leave; exits 2 with a message when none is left.
 */
void mx_require_variants(const struct mx_problem *problem, const struct mx_flags *flags,
                         struct mx_selection *selection);

/* The one variant that --variant names, NULL (auto) when it is not given. If a technique is
 * compiled for several instruction sets, it is the widest that --isa and the processor allow. Exits
 * 2 with a message when several techniques match. */
const struct mx_variant *mx_require_single_variant(const struct mx_problem *problem,
                                                   const struct mx_flags *flags);

/* Exits 2 with a message when the variant cannot resume from a checkpoint; NULL = when no variant
 * of the problem can. */
void mx_require_resuming(const struct mx_problem *problem, const struct mx_variant *variant);

/* If the word names both a generator and a file, the generator is used, and a hint on stderr tells
 * how to name the file. `workload` may be NULL. */
void mx_note_shadowed_file(const struct mx_problem *problem, const char *workload);

/* Warns once on stderr when the file of this machine's rates is ignored. */
void mx_warn_of_rates(void);

/* For verbs where --seed is the workload's alone: exits 2 if a spec has a seed of its own too. */
void mx_require_one_seed(const struct mx_flags *flags, const struct mx_workload *workload);

/* Parse the values of options. They return false for an invalid text; the option's error message
 * then lists the valid values. mx_parse_limit is mx_parse_seconds without 0. Words are separated by
 * '|', and *choice is the index of the given word. */
bool mx_parse_count(const char *text, uint64_t least, uint64_t most, uint64_t *value);
bool mx_parse_seconds(const char *text, double *seconds);
bool mx_parse_limit(const char *text, double *seconds);
bool mx_parse_number(const char *text, double least, double most, const char *unit, double *value);
bool mx_parse_bytes(const char *text, size_t *bytes); /* "256M", "6GiB" */
bool mx_parse_word(const char *text, const char *words, int *choice);

/* The reason for the last refusal: "0 is out of range, 1 to 1024"; "" = none. */
const char *mx_value_refused(void);

/* Sets that reason and returns false, for a verb's own values. */
bool mx_refuse_value(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* argp's keys of settings begin here. mx_setting_options appends the settings of all problems to
 * options[count], whose names it passes over, and returns the new count; with `options` NULL it
 * only counts them. */
#define MX_KEY_SETTING 0x500
size_t mx_setting_options(struct argp_option *options, size_t count);

/* Loads the plug-ins of a command line that has an option which is not among options[], as it may
 * be a setting of theirs. */
struct mx_plugin_paths mx_load_plugins_early(char *const *argv, const struct argp_option *options);

/* The seed of --seed, or a fresh one below a million, short enough to be typed again. */
uint64_t mx_seed_or_fresh(const struct mx_flags *flags);

#endif
