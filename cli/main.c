/* mexbench: finds the verb and runs it. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "build_version.h"
#include "cli/flags.h"
#include "cli/json_output.h"
#include "cli/run_guarded.h"
#include "cli/verbs.h"
#include "harness/input/select.h"
#include "harness/process/process.h"

const struct mx_verb mx_verbs[] = {
    {"list", "List problems and variants, and which of them this machine can run", mx_verb_list},
    {"solve", "Answer instances in the judge's format", mx_verb_solve},
    {"gen", "Generate instances in the judge's format, the same on every machine", mx_verb_gen},
    {"check", "Check that the variants agree on every state of many instances", mx_verb_check},
    {"bench", "Time variants on worst-case inputs with Google Benchmark", mx_verb_bench},
    {"compare", "Decide which variant is faster, against a measured noise floor", mx_verb_compare},
    {"try", "Check, time and profile one variant in half a minute", mx_verb_try},
    {"worst", "Search for the instance that costs a variant most", mx_verb_worst},
    {"judge", "Judge any program on many instances, and shrink its failures", mx_verb_judge},
    {"explain", "Explain a board of a game: its value, its openings, a winning move",
     mx_verb_explain},
    {"new", "Write a plug-in that works at once: a variant, or a problem", mx_verb_new},
    {"info", "Describe this machine and this build", mx_verb_info},
    {"tune", "Measure this machine, so that auto chooses the fastest kernels", mx_verb_tune},
    {"sampler", NULL, mx_verb_sampler}, /* for compare; --help omits it */
    {"keeper", NULL, mx_verb_keeper},   /* for judge; --help omits it */
    {NULL, NULL, NULL},
};

static void print_help(FILE *file) {
    fputs("Usage: mexbench VERB [ARGUMENT...]\n"
          "A workbench for making exact kernels fast, and knowing it.\n\n",
          file);
    for (const struct mx_verb *verb = mx_verbs; verb->name != NULL; verb++)
        if (verb->summary != NULL)
            fprintf(file, "  %-8s %s\n", verb->name, verb->summary);
    fputs("\n'mexbench VERB --help' lists the options of a verb.\n"
          "A WORKLOAD is a file, - for standard input, or a generator spec such as\n"
          "random:n=15,m=15,density=0.02,cases=100,seed=7 ('mexbench list PROBLEM' lists them).\n",
          file);
}

static int unknown_verb(const char *word) {
    const char *names[sizeof mx_verbs / sizeof *mx_verbs] = {NULL};
    for (size_t i = 0; mx_verbs[i].name != NULL; i++)
        names[i] = mx_verbs[i].name;
    const char *near = mx_nearest(word, names);
    if (near != NULL)
        mx_complain("unknown verb '%s'; did you mean %s?", word, near);
    else
        mx_complain("unknown verb '%s'; 'mexbench --help' lists them", word);
    return MX_EXIT_USAGE;
}

/* check and bench start a new program, which is guarded; compare watches its samplers. */
static bool guards_itself(const struct mx_verb *verb) {
    return verb->run == mx_verb_check || verb->run == mx_verb_bench ||
           verb->run == mx_verb_sampler || verb->run == mx_verb_keeper;
}

/* Whether the command may run a team of threads: --threads in any spelling that argp accepts, and
 * not 1. */
static bool runs_teams(char **argv) {
    bool teams = strcmp(argv[1], "tune") == 0;
    for (char **word = argv + 2; *word != NULL; word++) {
        if (strncmp(*word, "--th", 4) != 0)
            continue;
        const char *equals = strchr(*word, '='), *count = equals != NULL ? equals + 1 : word[1];
        teams |= count == NULL || strcmp(count, "1") != 0;
    }
    return teams;
}

int main(int argc, char **argv) {
    mx_hold_standard_files();
    mx_out = stdout;
    mx_json_require_memory();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe shows as EPIPE, which mx_finish_output knows */
    signal(SIGXFSZ, SIG_IGN); /* and a full file (RLIMIT_FSIZE) as EFBIG */
    if (argc < 2) {
        print_help(stderr);
        return MX_EXIT_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        print_help(stdout);
        return mx_finish_output(MX_EXIT_OK);
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        printf("mexbench %s (%s%s, %s)\n", MX_VERSION, MX_COMMIT, MX_DIRTY ? ", modified" : "",
               MX_COMPILER);
        return mx_finish_output(MX_EXIT_OK);
    }
    if (runs_teams(argv))
        mx_wait_passively(argv);
    for (const struct mx_verb *verb = mx_verbs; verb->name != NULL; verb++)
        if (strcmp(verb->name, word) == 0)
            return guards_itself(verb) ? verb->run(argc - 1, argv + 1)
                                       : mx_run_guarded(argc - 1, argv + 1, verb->run);
    return unknown_verb(word);
}
