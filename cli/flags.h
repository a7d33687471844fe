/* The flags that mean the same in every verb, and how verbs read their command line. */
#ifndef MX_FLAGS_H
#define MX_FLAGS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/output.h"
#include "harness/input/plugins.h"
#include "harness/input/select.h"
#include "problem.h"

struct mx_flags {
    const char *variant; /* expression as given; NULL = not given */
    int threads;         /* 1 when not given */
    bool threads_given;
    mx_isa isa; /* the processor's when not given */
    uint64_t seed;
    bool seed_given;
    const char *dialect; /* NULL = not given */
    bool json;
    struct mx_plugin_paths plugins; /* all loaded */
};

/* Which of the shared flags a verb has. */
enum mx_flag_set {
    MX_FLAG_VARIANT = 1,
    MX_FLAG_THREADS = 2,
    MX_FLAG_ISA = 4,
    MX_FLAG_SEED = 8,
    MX_FLAG_DIALECT = 16,
    MX_FLAG_JSON = 32,
    MX_FLAG_PLUGIN = 64
};

/* One verb: what --help says, and its own options beside the shared ones. */
struct mx_verb_usage {
    const char *name;      /* "solve" */
    const char *arguments; /* "PROBLEM [WORKLOAD]" */
    const char *about;     /* shown by --help; text after a \v comes below the options */
    unsigned flags;        /* mx_flag_set */
    int least, most;       /* number of arguments */
    const struct argp_option *options;                         /* the verb's own; may be NULL */
    bool (*option)(int key, const char *value, void *context); /* false: value is no good */
};

/* Parses argv (argv[0] is the verb). Fills flags, the verb's own context through usage->option,
 * and arguments[0 .. most), NULL where not given; loads the plug-ins. Ends the process on --help,
 * --version, on bad usage (exit 2) and when a plug-in cannot be loaded (exit 1). */
void mx_parse(const struct mx_verb_usage *usage, int argc, char **argv, struct mx_flags *flags,
              void *context, const char **arguments);

/* The problem of that name; otherwise says so on stderr, with the nearest, and exits 2. */
const struct mx_problem *mx_require_problem(const char *name);

/* The index of --dialect in the problem's dialects, 0 when not given; exits 2 when unknown. */
int mx_require_dialect(const struct mx_problem *problem, const struct mx_flags *flags);

/* Selects what --variant names, whatever --isa says; nothing is no error. Exits with a message when
 * the pattern is bad (2) or memory is short. */
void mx_require_pattern(const struct mx_problem *problem, const struct mx_flags *flags,
                        struct mx_selection *selection);

/* Selects the variants that --variant and --isa leave; exits 2 with a message when there is none.
 */
void mx_require_variants(const struct mx_problem *problem, const struct mx_flags *flags,
                         struct mx_selection *selection);

/* The one variant that --variant names, NULL (auto) when it is not given. Of one technique compiled
 * for several instruction sets the widest that --isa and the processor leave; exits 2 with a
 * message when several techniques match. */
const struct mx_variant *mx_require_single_variant(const struct mx_problem *problem,
                                                   const struct mx_flags *flags);

/* Exits 2 with a message when the variant, or with NULL every variant of the problem, cannot go on
 * from a checkpoint. */
void mx_require_resuming(const struct mx_problem *problem, const struct mx_variant *variant);

/* Numbers for options of verbs; false when the text is no number in the range. */
bool mx_parse_count(const char *text, uint64_t least, uint64_t most, uint64_t *value);
bool mx_parse_seconds(const char *text, double *seconds);

/* The seed of --seed, or a fresh one below a million, short enough to be typed again. */
uint64_t mx_seed_or_fresh(const struct mx_flags *flags);

#endif
