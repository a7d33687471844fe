/* mexbench gen: writes the boards of a generator spec in the judge's format. */
#include <errno.h>
#include <string.h>

#include "cli/flags.h"
#include "cli/verbs.h"
#include "harness/input/workload.h"
#include "support/arena.h"

static int write_boards(struct mx_workload *workload) {
    const struct mx_problem *problem = workload->problem;
    struct mx_arena arena = {0};
    const void *instance;
    enum mx_next next;
    problem->write_header(mx_out, workload->cases);
    while ((next = mx_workload_next(workload, &arena, &instance)) == MX_NEXT_BOARD &&
           !ferror(mx_out)) {
        problem->write(mx_out, instance, workload->dialect);
        mx_arena_clear(&arena);
    }
    mx_arena_free(&arena);
    if (next != MX_NEXT_ERROR)
        return MX_EXIT_OK;
    mx_complain("%s", workload->error);
    return MX_EXIT_ERROR;
}

int mx_verb_gen(int argc, char **argv) {
    static const struct mx_verb_usage usage = {
        .name = "gen",
        .arguments = "PROBLEM SPEC",
        .about =
            "Writes instances in the judge's format. The same spec gives the same bytes on every "
            "machine.\v"
            "A SPEC is a generator with its parameters, for example "
            "random:n=15,m=15,density=0.02,cases=100,seed=7; every generator takes cases= "
            "and seed=, too. 'mexbench list PROBLEM' lists the generators.",
        .flags = MX_FLAG_SEED | MX_FLAG_DIALECT | MX_FLAG_PLUGIN | MX_FLAG_SETTINGS,
        .least = 2,
        .most = 2,
    };
    struct mx_flags flags;
    const char *arguments[2];
    mx_parse(&usage, argc, argv, &flags, NULL, arguments);
    const struct mx_problem *problem = mx_require_problem(arguments[0]);
    int dialect = mx_require_dialect(problem, &flags);
    if (!mx_is_spec(problem, arguments[1])) {
        mx_complain("%s has no generator '%.*s'; 'mexbench list %s' lists them", problem->name,
                    (int)strcspn(arguments[1], ":"), arguments[1], problem->name);
        return MX_EXIT_USAGE;
    }
    if (problem->write == NULL) {
        mx_complain("%s has no text format to write; give the spec to the other verbs instead",
                    problem->name);
        return MX_EXIT_USAGE;
    }
    struct mx_workload workload;
    if (!mx_workload_open(&workload, problem, dialect, arguments[1], flags.seed)) {
        mx_complain("%s", workload.error);
        return MX_EXIT_USAGE;
    }
    mx_require_one_seed(&flags, &workload);
    mx_require_settings(problem, &flags, &workload);
    return mx_finish_output(write_boards(&workload));
}
