/* The values that one solve gives to the states of one instance, gathered through probe.
 *
 * Small boards: every state and a digest of them. Larger ones: a fixed number of sampled states,
 * the same for every variant, and while they are not too many a digest of all. A variant that
 * keeps no table may have written the digest itself, into run->digests.
 */
#ifndef MX_SURVEY_H
#define MX_SURVEY_H

#include "problem.h"

enum {
    MX_SURVEY_EVERY = 20000,    /* most states for which each is kept */
    MX_SURVEY_DIGEST = 2000000, /* most states for a digest */
    MX_SURVEY_SAMPLES = 4096    /* states sampled beyond MX_SURVEY_EVERY */
};

struct mx_survey {
    uint64_t states;  /* of the instance */
    uint64_t seed;    /* of the samples */
    uint32_t count;   /* of values: 0 when the variant keeps none */
    uint32_t *values; /* [count], of state number mx_survey_index(i); MX_NOT_COMPUTED is one */
    bool digested;
    uint64_t digest; /* of all states, when digested */
};

/* Surveys instance `which` of a run that was solved; values are in the arena, and run->digests,
 * where it is there, is taken for the digest. False when the
 * variant says that it keeps all but does not, or when memory is short: text[room] says so. */
bool mx_survey_take(struct mx_survey *survey, const struct mx_problem *problem,
                    const struct mx_variant *variant, const struct mx_run *run, uint32_t which,
                    uint64_t seed, struct mx_arena *arena, char *text, size_t room);

/* Whether all states of the instance have a place in `values`. */
bool mx_survey_is_of_every_state(const struct mx_survey *survey);

/* The number, as problem->state takes it, of the state that values[i] belongs to. */
uint64_t mx_survey_index(const struct mx_survey *survey, uint32_t i);

#endif
