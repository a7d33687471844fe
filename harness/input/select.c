#include "harness/input/select.h"

#include <errno.h>
#include <regex.h>
#include <string.h>

#include "cli/flags.h"

/* regcomp, whose code it returns unless memory is short, which ends the process. */
static int compile(regex_t *regex, const char *pattern) {
    int code = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
    if (code == REG_ESPACE)
        mx_out_of_memory();
    return code;
}

const struct mx_problem *mx_find_problem(const char *name) {
    for (size_t i = 0; mx_problems[i] != NULL; i++)
        if (strcmp(mx_problems[i]->name, name) == 0)
            return mx_problems[i];
    return NULL;
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

bool mx_variant_matches(const struct mx_problem *problem, const struct mx_variant *variant,
                        const char *pattern) {
    if (pattern == NULL)
        return true;
    const struct mx_variant *exact = mx_find_variant(problem, pattern);
    if (exact != NULL)
        return exact == variant;
    regex_t regex;
    if (compile(&regex, pattern) != 0)
        return false;
    errno = 0;
    bool matches = regexec(&regex, variant->name, 0, NULL, 0) == 0;
    if (!matches && errno == ENOMEM) /* glibc calls that "no match" */
        mx_out_of_memory();
    regfree(&regex);
    return matches;
}

const char *mx_pattern_error(const char *pattern) {
    static char text[128];
    regex_t regex;
    int code = compile(&regex, pattern);
    if (code != 0) {
        regerror(code, &regex, text, sizeof text);
        return text;
    }
    regfree(&regex);
    return NULL;
}

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
