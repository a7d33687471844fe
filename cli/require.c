/* Problems, variants and dialects that a verb needs, and the messages when they do not exist. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/flags.h"
#include "harness/solve/rates.h"

#define MOST_PROBLEMS 64

const struct mx_problem *mx_require_problem(const char *name) {
    const struct mx_problem *problem = mx_find_problem(name);
    if (problem != NULL)
        return problem;
    const char *names[MOST_PROBLEMS + 1] = {NULL};
    for (size_t i = 0; mx_problems[i] != NULL && i < MOST_PROBLEMS; i++)
        names[i] = mx_problems[i]->name;
    const char *near = mx_nearest(name, names);
    if (near != NULL)
        mx_complain("unknown problem '%s'; did you mean %s?", name, near);
    else
        mx_complain("unknown problem '%s'; 'mexbench list' lists them", name);
    mx_exit(MX_EXIT_USAGE);
}

int mx_require_dialect(const struct mx_problem *problem, const struct mx_flags *flags) {
    int dialect = mx_find_dialect(problem, flags->dialect);
    if (dialect >= 0)
        return dialect;
    if (problem->dialects == NULL)
        mx_complain("%s has only one text format and does not take --dialect", problem->name);
    else
        mx_complain("%s has no dialect '%s'; 'mexbench list %s' lists them", problem->name,
                    flags->dialect, problem->name);
    mx_exit(MX_EXIT_USAGE);
}

void mx_note_shadowed_file(const struct mx_problem *problem, const char *workload) {
    if (workload != NULL && mx_is_spec(problem, workload) && access(workload, F_OK) == 0)
        mx_complain("'%s' is taken as a generator; write ./%s for the file of that name", workload,
                    workload);
}

void mx_require_one_seed(const struct mx_flags *flags, const struct mx_workload *workload) {
    if (!flags->seed_given || !workload->generated || !workload->spec.seed_given)
        return;
    mx_complain("the seed is given twice: --seed %" PRIu64 " and seed=%" PRIu64, flags->seed,
                workload->spec.seed);
    mx_exit(MX_EXIT_USAGE);
}

/* The nearest name, for a suggestion. */
static const char *nearest_variant(const struct mx_problem *problem, const char *word) {
    const char *best = NULL;
    for (size_t i = 0; best == NULL && problem->variants[i] != NULL; i++) {
        const char *names[] = {mx_short_name(problem, problem->variants[i]),
                               problem->variants[i]->name, NULL};
        best = mx_nearest(word, names);
    }
    return best;
}

static _Noreturn void none_left(const struct mx_problem *problem, const struct mx_flags *flags,
                                bool too_wide) {
    const char *near = nearest_variant(problem, flags->variant == NULL ? "" : flags->variant);
    if (too_wide)
        mx_complain("every variant of %s that matches needs more than %s", problem->name,
                    mx_isa_name(flags->isa));
    else if (near != NULL)
        mx_complain("no variant of %s matches '%s'; did you mean %s?", problem->name,
                    flags->variant, near);
    else
        mx_complain("no variant of %s matches '%s'; 'mexbench list %s' lists them", problem->name,
                    flags->variant, problem->name);
    mx_exit(MX_EXIT_USAGE);
}

void mx_require_pattern(const struct mx_problem *problem, const struct mx_flags *flags,
                        struct mx_selection *selection) {
    char why[160];
    switch (mx_select_variants(problem, flags->variant, selection, why, sizeof why)) {
    case MX_SELECTED:
        return;
    case MX_NO_MEMORY:
        mx_out_of_memory();
    default:
        mx_complain("--variant '%.40s': %s", flags->variant, why);
        mx_exit(MX_EXIT_USAGE);
    }
}

void mx_require_variants(const struct mx_problem *problem, const struct mx_flags *flags,
                         struct mx_selection *selection) {
    mx_require_pattern(problem, flags, selection);
    const bool any = selection->count > 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < selection->count; i++)
        if (selection->variant[i]->isa <= flags->isa)
            selection->variant[kept++] = selection->variant[i];
    selection->count = kept;
    if (kept == 0)
        none_left(problem, flags, any);
}

/* Length of the name without the instruction set that it may end in. */
static size_t technique_length(const struct mx_variant *variant) {
    size_t name = strlen(variant->name), isa = strlen(mx_isa_name(variant->isa));
    bool suffixed = name > isa + 1 && variant->name[name - isa - 1] == '_' &&
                    strcmp(variant->name + name - isa, mx_isa_name(variant->isa)) == 0;
    return suffixed ? name - isa - 1 : name;
}

static bool same_technique(const struct mx_variant *one, const struct mx_variant *other) {
    size_t length = technique_length(one);
    return length == technique_length(other) && memcmp(one->name, other->name, length) == 0;
}

const struct mx_variant *mx_require_single_variant(const struct mx_problem *problem,
                                                   const struct mx_flags *flags) {
    struct mx_selection found;
    if (flags->variant == NULL)
        return NULL;
    mx_require_variants(problem, flags, &found);
    const struct mx_variant *widest = found.variant[0];
    for (uint32_t i = 1; i < found.count; i++) {
        if (!same_technique(found.variant[0], found.variant[i])) {
            mx_complain("--variant '%s' matches several variants, for example %s and %s; name one",
                        flags->variant, found.variant[0]->name, found.variant[i]->name);
            mx_exit(MX_EXIT_USAGE);
        }
        if (found.variant[i]->isa > widest->isa)
            widest = found.variant[i];
    }
    return widest;
}

void mx_require_resuming(const struct mx_problem *problem, const struct mx_variant *variant) {
    const struct mx_variant *able = NULL;
    for (size_t i = 0; able == NULL && problem->variants[i] != NULL; i++)
        if (problem->variants[i]->resumes)
            able = problem->variants[i];
    if (able == NULL)
        mx_complain("no variant of %s can resume from a checkpoint", problem->name);
    else if (variant != NULL && !variant->resumes)
        mx_complain("%s cannot resume from a checkpoint; %s can", variant->name, able->name);
    else
        return;
    mx_exit(MX_EXIT_USAGE);
}

void mx_warn_of_rates(void) {
    static bool warned;
    if (!warned && mx_rates()->warning[0] != '\0')
        mx_complain("warning: %s", mx_rates()->warning);
    warned = true;
}
