/* Finding problems and variants by what the user calls them. */
#ifndef MX_SELECT_H
#define MX_SELECT_H

#include "problem.h"

/* Every problem with all of its variants, ended by NULL: those of the build until a plug-in adds a
 * variant (harness/input/plugins.h). A problem's address is its identity from then on. */
extern const struct mx_problem *const *mx_problems;

/* NULL when there is none of that name. */
const struct mx_problem *mx_find_problem(const char *name);

/* By full name (bacteria_iterative) or short form (iterative); NULL when there is none. */
const struct mx_variant *mx_find_variant(const struct mx_problem *problem, const char *name);

/* The name without the problem's: "iterative". */
const char *mx_short_name(const struct mx_problem *problem, const struct mx_variant *variant);

/* Whether an extended regular expression matches somewhere in the full name; an expression that
 * is a variant's short form matches that variant only. NULL matches all. A bad expression is
 * reported by mx_pattern_error and matches nothing. */
bool mx_variant_matches(const struct mx_problem *problem, const struct mx_variant *variant,
                        const char *pattern);

/* NULL when the pattern is usable, else why not (in a static buffer). */
const char *mx_pattern_error(const char *pattern);

/* The one of `names` (ended by NULL) nearest to `word` by edit distance, for "did you mean";
 * NULL when nothing is near. */
const char *mx_nearest(const char *word, const char *const *names);

#endif
