#include "harness/check/survey.h"

#include <stdio.h>

#include "harness/input/optional.h"
#include "support/arena.h"
#include "support/digest.h"
#include "support/rng.h"

struct surveyor {
    const struct mx_problem *problem;
    const struct mx_variant *variant;
    const struct mx_run *run;
    uint32_t which;
    char *text;
    size_t room;
};

bool mx_survey_is_of_every_state(const struct mx_survey *survey) {
    return survey->count > 0 && survey->states <= MX_SURVEY_EVERY;
}

uint64_t mx_survey_index(const struct mx_survey *survey, uint32_t i) {
    if (mx_survey_is_of_every_state(survey))
        return i;
    struct mx_rng rng = mx_rng_start(survey->seed, i);
    return mx_rng_below(&rng, survey->states);
}

static void complain(const struct surveyor *s, uint64_t state) {
    char name[128];
    s->problem->describe_state(mx_instance(&s->run->batch, s->which), state, name, sizeof name);
    snprintf(s->text, s->room, "should keep every %s, but %s was not computed",
             s->problem->state_noun, name);
}

/* Returns false when a value is missing although the variant promises it. */
static bool value_at(const struct surveyor *s, uint64_t index, uint64_t *state, uint32_t *value) {
    *state = s->problem->state(mx_instance(&s->run->batch, s->which), index);
    *value = s->variant->probe(s->run, s->which, *state);
    if (*value != MX_NOT_COMPUTED || s->variant->keeps != MX_KEEPS_ALL)
        return true;
    complain(s, *state);
    return false;
}

static bool take_values(const struct surveyor *s, struct mx_survey *survey) {
    uint64_t state;
    for (uint32_t i = 0; i < survey->count; i++)
        if (!value_at(s, mx_survey_index(survey, i), &state, &survey->values[i]))
            return false;
    return true;
}

/* The nimbers of all states of the survey, or of some if each takes a search. A nimber must be 0
 * exactly when the state is lost. */
static bool take_nimbers(const struct surveyor *s, struct mx_survey *survey) {
    const uint32_t step =
        s->variant->keeps == MX_KEEPS_ALL ? 1 : survey->count / MX_SURVEY_SEARCHES + 1;
    for (uint32_t i = 0; i < survey->count; i++) {
        survey->nimbers[i] = MX_NOT_COMPUTED;
        if (i % step != 0)
            continue;
        const uint64_t state =
            s->problem->state(mx_instance(&s->run->batch, s->which), mx_survey_index(survey, i));
        const uint32_t nimber = s->variant->positions->nimber(s->run, s->which, state);
        survey->nimbers[i] = nimber;
        if (nimber == MX_NOT_COMPUTED || survey->values[i] == MX_NOT_COMPUTED ||
            (nimber == 0) == (survey->values[i] == 0))
            continue;
        char name[128];
        s->problem->describe_state(mx_instance(&s->run->batch, s->which), state, name, sizeof name);
        snprintf(s->text, s->room, "%s: its nimber says %s, its value says %s", name,
                 nimber == 0 ? "lost" : "won", survey->values[i] == 0 ? "lost" : "won");
        return false;
    }
    return true;
}

static bool take_digest(const struct surveyor *s, struct mx_survey *survey) {
    for (uint64_t index = 0; index < survey->states; index++) {
        uint64_t state;
        uint32_t value;
        if (!value_at(s, index, &state, &value))
            return false;
        survey->digest += mx_digest_pair(state, value);
    }
    survey->digested = true;
    return true;
}

/* Digests the values, if they are those of every state and all were computed. */
static void digest_values(const struct surveyor *s, struct mx_survey *survey) {
    const void *instance = mx_instance(&s->run->batch, s->which);
    uint64_t digest = 0;
    for (uint32_t i = 0; i < survey->count; i++) {
        if (survey->values[i] == MX_NOT_COMPUTED)
            return;
        digest += mx_digest_pair(s->problem->state(instance, i), survey->values[i]);
    }
    survey->digest = digest;
    survey->digested = true;
}

static uint32_t values_wanted(uint64_t states) {
    if (states == UINT64_MAX) /* too many states to number */
        return 0;
    return states <= MX_SURVEY_EVERY ? (uint32_t)states : MX_SURVEY_SAMPLES;
}

bool mx_survey_take(struct mx_survey *survey, const struct mx_problem *problem,
                    const struct mx_variant *variant, const struct mx_run *run, uint32_t which,
                    uint64_t seed, struct mx_arena *arena, char *text, size_t room) {
    const struct surveyor surveyor = {problem, variant, run, which, text, room};
    *survey = (struct mx_survey){.seed = seed};
    survey->states = problem->states(mx_instance(&run->batch, which));
    if (run->digests != NULL) {
        survey->digest = run->digests[which];
        survey->digested = true;
    }
    if (variant->keeps == MX_KEEPS_ANSWER || variant->probe == NULL)
        return true;
    survey->count = values_wanted(survey->states);
    survey->values = mx_arena_take(arena, survey->count * sizeof survey->values[0]);
    const bool nimbers = mx_finds_nimbers(variant);
    if (nimbers)
        survey->nimbers = mx_arena_take(arena, survey->count * sizeof survey->nimbers[0]);
    if (survey->values == NULL || (nimbers && survey->nimbers == NULL)) {
        snprintf(text, room, "out of memory for the values of states");
        return false;
    }
    if (!take_values(&surveyor, survey) || (nimbers && !take_nimbers(&surveyor, survey)))
        return false;
    if (survey->digested)
        return true;
    if (mx_survey_is_of_every_state(survey))
        digest_values(&surveyor, survey);
    bool large = variant->keeps == MX_KEEPS_ALL && survey->states > MX_SURVEY_EVERY &&
                 survey->states <= MX_SURVEY_DIGEST;
    return !large || take_digest(&surveyor, survey);
}
