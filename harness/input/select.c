#include "harness/input/select.h"

#include <errno.h>
#include <regex.h>
#include <string.h>

#include "support/say.h"

const struct mx_problem *mx_find_problem(const char *name) {
    for (size_t i = 0; mx_problems[i] != NULL; i++)
        if (strcmp(mx_problems[i]->name, name) == 0)
            return mx_problems[i];
    return NULL;
}

const struct mx_variant *mx_reference(const char *problem) {
    const struct mx_problem *found = mx_find_problem(problem);
    return found == NULL ? NULL : found->variants[0];
}

const char *mx_short_name(const struct mx_problem *problem, const struct mx_variant *variant) {
    size_t length = strlen(problem->name);
    bool prefixed = strncmp(variant->name, problem->name, length) == 0;
    return prefixed && variant->name[length] == '_' ? variant->name + length + 1 : variant->name;
}

const struct mx_variant *mx_find_variant(const struct mx_problem *problem, const char *name) {
    for (size_t i = 0; problem->variants[i] != NULL; i++)
        if (strcmp(problem->variants[i]->name, name) == 0 ||
            strcmp(mx_short_name(problem, problem->variants[i]), name) == 0)
            return problem->variants[i];
    return NULL;
}

bool mx_variant_able(const struct mx_variant *variant, mx_isa isa, const void *instance) {
    char why[256];
    return variant->isa <= isa && (variant->unsupported == NULL ||
                                   variant->unsupported(instance, why, sizeof why) == NULL);
}

int mx_find_dialect(const struct mx_problem *problem, const char *name) {
    if (name == NULL)
        return 0;
    for (int i = 0; problem->dialects != NULL && problem->dialects[i] != NULL; i++)
        if (strcmp(problem->dialects[i], name) == 0)
            return i;
    return -1;
}

/* ---- Patterns ---------------------------------------------------------------------------- */

static enum mx_selected compile(regex_t *regex, const char *pattern, char *why, size_t room) {
    if (strlen(pattern) > MX_LONGEST_PATTERN) {
        mx_say(why, room, "longer than %d characters", MX_LONGEST_PATTERN);
        return MX_BAD_PATTERN;
    }
    if (strchr(pattern, '{') != NULL) {
        mx_say(why, room, "'{' is not supported");
        return MX_BAD_PATTERN;
    }
    int code = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
    if (code == 0)
        return MX_SELECTED;
    regerror(code, regex, why, room);
    return code == REG_ESPACE ? MX_NO_MEMORY : MX_BAD_PATTERN;
}

static bool add(struct mx_selection *selection, const struct mx_variant *variant) {
    if (selection->count == MX_MOST_VARIANTS)
        return false;
    selection->variant[selection->count++] = variant;
    return true;
}

/* NULL selects all. glibc reports a lack of memory as "no match", with errno. */
static enum mx_selected add_matching(const struct mx_problem *problem, const regex_t *regex,
                                     struct mx_selection *selection, char *why, size_t room) {
    for (size_t i = 0; problem->variants[i] != NULL; i++) {
        const struct mx_variant *variant = problem->variants[i];
        errno = 0;
        bool matches = regex == NULL || regexec(regex, variant->name, 0, NULL, 0) == 0;
        if (!matches && errno == ENOMEM)
            return MX_NO_MEMORY;
        if (matches && !add(selection, variant)) {
            mx_say(why, room, "names more than %d variants", MX_MOST_VARIANTS);
            return MX_BAD_PATTERN;
        }
    }
    return MX_SELECTED;
}

enum mx_selected mx_select_variants(const struct mx_problem *problem, const char *pattern,
                                    struct mx_selection *selection, char *why, size_t room) {
    regex_t regex;
    selection->count = 0;
    mx_say(why, room, "out of memory");
    if (pattern == NULL)
        return add_matching(problem, NULL, selection, why, room);
    const struct mx_variant *exact = mx_find_variant(problem, pattern);
    if (exact != NULL) {
        add(selection, exact);
        return MX_SELECTED;
    }
    enum mx_selected result = compile(&regex, pattern, why, room);
    if (result != MX_SELECTED)
        return result;
    result = add_matching(problem, &regex, selection, why, room);
    regfree(&regex);
    return result;
}

/* ---- Suggestions ------------------------------------------------------------------------- */

/* Levenshtein's distance over one row, for words shorter than MOST; longer ones are far. */
#define MOST 64

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t distance(const char *a, const char *b) {
    size_t length = strlen(b), row[MOST];
    if (length >= MOST)
        return MOST;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replaced, 1 + least(row[j], row[j - 1]));
        }
    }
    return row[length];
}

const char *mx_nearest(const char *word, const char *const *names) {
    const char *nearest = NULL;
    size_t best = strlen(word) / 2 + 1;
    for (; *names != NULL; names++)
        if (distance(word, *names) < best) {
            best = distance(word, *names);
            nearest = *names;
        }
    return nearest;
}
