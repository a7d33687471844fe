/* The values that one solve gives to the states of one instance, collected through probe.
 *
 * On a small board the survey has every state and their digest. On a larger board it has a fixed
 * number of sampled states, the same for every variant, and a digest of all states up to
 * MX_SURVEY_DIGEST of them. A variant that keeps no table may have written the digest itself, to
 * run->digests.
 */
#ifndef MX_SURVEY_H
#define MX_SURVEY_H

#include "problem.h"

enum {
    MX_SURVEY_EVERY = 20000,    /* most states that are all kept */
    MX_SURVEY_DIGEST = 2000000, /* most states for a digest */
    MX_SURVEY_SAMPLES = 4096,   /* states sampled beyond MX_SURVEY_EVERY */
    MX_SURVEY_SEARCHES = 200    /* about the most nimbers of a variant that searches for each */
};

struct mx_survey {
    uint64_t states;   /* of the instance */
    uint64_t seed;     /* of the samples */
    uint32_t count;    /* number of values; 0 when the variant keeps none */
    uint32_t *values;  /* [count], of state number mx_survey_index(i); may be MX_NOT_COMPUTED */
    uint32_t *nimbers; /* likewise, if the variant finds nimbers (struct mx_positions); else NULL */
    bool digested;
    uint64_t digest; /* of all states, when digested */
};

/* Surveys instance `which` of a solved run. The values are in the arena. The digest comes from
 * run->digests if that is set. Returns false when the variant claims to keep every state but does
 * not, when a nimber contradicts its value, or when memory is short; text[room] then says which. */
bool mx_survey_take(struct mx_survey *survey, const struct mx_problem *problem,
                    const struct mx_variant *variant, const struct mx_run *run, uint32_t which,
                    uint64_t seed, struct mx_arena *arena, char *text, size_t room);

/* Whether `values` has a place for every state of the instance. */
bool mx_survey_is_of_every_state(const struct mx_survey *survey);

/* The number of the state that values[i] belongs to, for problem->state. */
uint64_t mx_survey_index(const struct mx_survey *survey, uint32_t i);

#endif
