/* Problems, variants and dialects, found by the names that a user types. */
#ifndef MX_SELECT_H
#define MX_SELECT_H

#include "problem.h"

/* Every problem with all of its variants, ended by NULL. A plug-in (harness/input/plugins.h)
 * replaces the table and its problem; from then on a problem's address is its identity. */
extern const struct mx_problem *const *mx_problems;

/* NULL when no problem has that name. */
const struct mx_problem *mx_find_problem(const char *name);

/* Finds a variant by its full name (bacteria_iterative) or short form (iterative). NULL when none
 * matches. */
const struct mx_variant *mx_find_variant(const struct mx_problem *problem, const char *name);

/* The name without the problem's: "iterative". */
const char *mx_short_name(const struct mx_problem *problem, const struct mx_variant *variant);

/* Whether the variant can run on `isa` and solve the instance. */
bool mx_variant_able(const struct mx_variant *variant, mx_isa isa, const void *instance);

/* The index of the name among the problem's dialects; 0 for NULL, -1 for an unknown name. */
int mx_find_dialect(const struct mx_problem *problem, const char *name);

/* Variants of one problem, in registry order. */
#define MX_MOST_VARIANTS 128
struct mx_selection {
    const struct mx_variant *variant[MX_MOST_VARIANTS];
    uint32_t count;
};

enum mx_selected { MX_SELECTED, MX_BAD_PATTERN, MX_NO_MEMORY };

/* Selects the variants that the pattern names. A full name or a short form names that variant only;
 * any other pattern is an extended regular expression that matches somewhere in the full name. NULL
 * selects all. If nothing matches, the count is 0 and the call succeeds. On false, why[room] says
 * what is wrong. Patterns of more than MX_LONGEST_PATTERN characters, and counted repetitions, are
 * refused: the C library compiles them by recursion, without a bound on time or memory. */
#define MX_LONGEST_PATTERN 256
enum mx_selected mx_select_variants(const struct mx_problem *problem, const char *pattern,
                                    struct mx_selection *selection, char *why, size_t room);

/* The one of `names` (ended by NULL) nearest to `word` by edit distance, for "did you mean";
 * NULL when none is near. */
const char *mx_nearest(const char *word, const char *const *names);

#endif
