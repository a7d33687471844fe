#include "bench/suite.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENDING ".in"

/* Whether it is "<problem>_<something>.in". */
static bool belongs(const char *name, const struct mx_problem *problem) {
    const size_t start = strlen(problem->name), length = strlen(name);
    return length > start + 1 + strlen(ENDING) && strncmp(name, problem->name, start) == 0 &&
           name[start] == '_' && strcmp(name + length - strlen(ENDING), ENDING) == 0;
}

/* "worst-memoised" for "bacteria_memoised.in". */
static bool set_load(struct mx_bench_load *load, const char *folder, const char *name,
                     const struct mx_problem *problem) {
    const char *own = name + strlen(problem->name) + 1;
    const int length = (int)(strlen(own) - strlen(ENDING));
    char *label, *path;
    if (asprintf(&label, "worst-%.*s", length, own) < 0 ||
        asprintf(&path, "%s/%s", folder, name) < 0)
        return false;
    *load = (struct mx_bench_load){label, path, true, 0};
    return true;
}

struct mx_bench_load *mx_corpus_loads(const char *folder, const struct mx_problem *problem) {
    struct dirent **names;
    const int count = scandir(folder, &names, NULL, alphasort);
    if (count < 0)
        return NULL;
    struct mx_bench_load *loads = calloc((size_t)count + 1, sizeof *loads), *next = loads;
    bool ok = loads != NULL;
    for (int i = 0; i < count; i++) {
        if (ok && belongs(names[i]->d_name, problem))
            ok = set_load(next++, folder, names[i]->d_name, problem);
        free(names[i]);
    }
    free(names);
    if (ok)
        return loads;
    free(loads);
    errno = ENOMEM;
    return NULL;
}
