/* The words of a comparison on the command line: its sides, its workload, its builds and links. */
#ifndef MX_COMPARE_SIDES_H
#define MX_COMPARE_SIDES_H

#include "cli/flags.h"
#include "measure/processes.h"

/* The variants to compare, the first being A. */
struct mx_sides {
    const struct mx_variant *variants[MX_MOST_SIDES];
    unsigned count;
};

/* As given; NULL = not given. */
struct mx_builds {
    const char *against, *was, *links;
};

/* The arguments in their order, then the other variants that --variant selects. Sets *workload if
 * the last argument is one. Exits with a message when they are not variants. */
struct mx_sides mx_read_sides(const struct mx_problem *problem, const struct mx_flags *flags,
                              const char **arguments, const char **workload);

/* The costliest of the quick suite's loads that all variants can solve in reasonable time; exits
 * with a message when there is none. */
const char *mx_default_workload(const struct mx_problem *problem, const struct mx_flags *flags,
                                const struct mx_sides *sides);

/* Keeps standard input in an unnamed file, because every process reads the boards anew. They do not
 * inherit it: the path leads to the descriptor of this process. */
const char *mx_kept_input(void);

/* Exits with a message when these builds and sides cannot be compared. */
void mx_require_builds(const struct mx_builds *builds, const struct mx_sides *sides,
                       const struct mx_problem *problem);

/* Enters the subjects, and the links of each. Exits with a message when a folder of links does not
 * suit. */
void mx_name_subjects(struct mx_processes *processes, const struct mx_builds *builds,
                      const struct mx_sides *sides);

/* Frees the paths of the links. */
void mx_free_links(struct mx_processes *processes);

#endif
