/* Generator specs: name[:key=value[,key=value]...], for example
 * random:n=15,m=15,density=0.02,cases=100,seed=7. Every generator accepts `cases` and `seed`. */
#ifndef MX_SPEC_H
#define MX_SPEC_H

#include "problem.h"

#define MX_SPEC_MOST_CASES UINT32_MAX /* the most that a file can announce */

struct mx_spec {
    const struct mx_generator *generator;
    uint64_t values[MX_MOST_PARAMETERS];
    uint64_t cases; /* boards to make, 1 .. MX_SPEC_MOST_CASES */
    uint64_t seed;
    bool seed_given; /* in the text */
};

/* The value of parameter `key`, for code that varies a spec; NULL if the generator lacks it. */
uint64_t *mx_spec_value(struct mx_spec *spec, const char *key);

/* Whether the text is a spec rather than a path. */
bool mx_is_spec(const struct mx_problem *problem, const char *text);

/* Parses a spec; seed= in the text overrides `seed`. On false, why[room] says what is wrong, and at
 * which character. */
bool mx_spec_parse(struct mx_spec *spec, const struct mx_problem *problem, const char *text,
                   uint64_t seed, char *why, size_t room);

/* The spec with every parameter at its default. The generator must exist. */
struct mx_spec mx_spec_default(const struct mx_problem *problem, const char *generator);

#endif
