/* mexbench: looks the verb up and runs it. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_version.h"
#include "cli/flags.h"
#include "cli/verbs.h"
#include "harness/input/select.h"

const struct mx_verb mx_verbs[] = {
    {"list", "problems and variants, and which of them this machine can run", mx_verb_list},
    {"solve", "answers for boards in the judge's format", mx_verb_solve},
    {"gen", "boards in the judge's format, the same on every machine", mx_verb_gen},
    {"check", "whether the variants agree, on every state of many boards", mx_verb_check},
    {"bench", "times variants on inputs made to be worst, by Google Benchmark", mx_verb_bench},
    {"compare", "which of several variants is faster, against a measured noise floor",
     mx_verb_compare},
    {"try", "right or wrong, faster or slower, and where the time goes: in half a minute",
     mx_verb_try},
    {"worst", "searches for the board that costs a variant most", mx_verb_worst},
    {"judge", "runs any program on many boards and shrinks what it gets wrong", mx_verb_judge},
    {"explain", "why a board has its answer: the board drawn, its openings, a winning move",
     mx_verb_explain},
    {"info", "this machine, this build", mx_verb_info},
    {"sampler", NULL, mx_verb_sampler}, /* for compare; not shown */
    {NULL, NULL, NULL},
};

static void print_help(FILE *file) {
    fputs("Usage: mexbench VERB [ARGUMENT...]\n"
          "A workbench for making exact kernels fast, and knowing it.\n\n",
          file);
    for (const struct mx_verb *verb = mx_verbs; verb->name != NULL; verb++)
        if (verb->summary != NULL)
            fprintf(file, "  %-8s %s\n", verb->name, verb->summary);
    fputs("\n'mexbench VERB --help' shows what a verb takes.\n"
          "A WORKLOAD is a file, - for standard input, or a generator spec such as\n"
          "random:n=15,m=15,density=0.02,cases=100,seed=7 ('mexbench list PROBLEM' shows them).\n",
          file);
}

static int unknown_verb(const char *word) {
    const char *names[sizeof mx_verbs / sizeof *mx_verbs] = {NULL};
    for (size_t i = 0; mx_verbs[i].name != NULL; i++)
        names[i] = mx_verbs[i].name;
    const char *near = mx_nearest(word, names);
    if (near != NULL)
        mx_complain("no verb '%s'; did you mean %s?", word, near);
    else
        mx_complain("no verb '%s'; 'mexbench --help' shows them", word);
    return MX_EXIT_USAGE;
}

/* The library leaves out, without a word, what it has no memory for: half a result. */
static void *json_memory(size_t bytes) {
    void *block = malloc(bytes);
    if (block == NULL)
        mx_out_of_memory();
    return block;
}

int main(int argc, char **argv) {
    json_set_alloc_funcs(json_memory, free);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe shows as EPIPE, which mx_finish_output knows */
    signal(SIGXFSZ, SIG_IGN); /* and a file that may not grow as EFBIG */
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
    for (const struct mx_verb *verb = mx_verbs; verb->name != NULL; verb++)
        if (strcmp(verb->name, word) == 0)
            return verb->run(argc - 1, argv + 1);
    return unknown_verb(word);
}
