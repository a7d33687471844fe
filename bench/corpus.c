#include "bench/corpus.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* "worst-memoised" for ".../bacteria_memoised.in". */
static char *label_of(const char *path, const struct mx_problem *problem) {
    const char *name = strrchr(path, '/') + 1 + strlen(problem->name) + 1;
    char *label = NULL;
    int length = (int)strlen(name) - (int)strlen(".in");
    return asprintf(&label, "worst-%.*s", length, name) < 0 ? NULL : label;
}

struct mx_bench_load *mx_corpus_loads(const char *folder, const struct mx_problem *problem) {
    char pattern[4096];
    glob_t found = {.gl_pathc = 0};
    snprintf(pattern, sizeof pattern, "%s/%s_*.in", folder, problem->name);
    if (glob(pattern, 0, NULL, &found) == GLOB_NOSPACE)
        return NULL;
    struct mx_bench_load *loads = calloc(found.gl_pathc + 1, sizeof *loads);
    for (size_t i = 0; loads != NULL && i < found.gl_pathc; i++)
        loads[i] = (struct mx_bench_load){label_of(found.gl_pathv[i], problem),
                                          strdup(found.gl_pathv[i]), true, 0};
    globfree(&found);
    return loads;
}
