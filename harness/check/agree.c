#include "harness/check/agree.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/input/answers.h"
#include "harness/input/optional.h"
#include "support/say.h"

/* The number of values that both computed or, when two of them differ, the first such place. */
struct matched {
    uint32_t computed;
    bool differ;
    uint32_t at;
};

static struct matched match(const uint32_t *ours, const uint32_t *theirs, uint32_t count) {
    struct matched matched = {0, false, 0};
    for (uint32_t i = 0; i < count; i++) {
        if (ours[i] == MX_NOT_COMPUTED || theirs[i] == MX_NOT_COMPUTED)
            continue;
        if (ours[i] != theirs[i])
            return (struct matched){matched.computed, true, i};
        matched.computed++;
    }
    return matched;
}

static uint32_t least_count(const struct mx_survey *ours, const struct mx_survey *theirs) {
    return ours->count < theirs->count ? ours->count : theirs->count;
}

static void name_difference(const struct mx_problem *problem, const void *instance,
                            const struct mx_survey *ours, const struct mx_survey *theirs,
                            uint32_t at, const char *rival, char *text, size_t room) {
    char name[128];
    uint64_t state = problem->state(instance, mx_survey_index(ours, at));
    problem->describe_state(instance, state, name, sizeof name);
    snprintf(text, room, "%s: %s %" PRIu32 ", %s says %" PRIu32, name, problem->value_noun,
             ours->values[at], rival, theirs->values[at]);
}

/* Whether the nimbers agree that both found. */
static bool nimbers_agree(const struct mx_problem *problem, const void *instance,
                          const struct mx_survey *ours, const struct mx_survey *theirs,
                          const char *rival, char *text, size_t room) {
    char name[128], mine[MX_VALUE_ROOM], other[MX_VALUE_ROOM];
    if (ours->nimbers == NULL || theirs->nimbers == NULL)
        return true;
    const struct matched matched = match(ours->nimbers, theirs->nimbers, least_count(ours, theirs));
    if (!matched.differ)
        return true;
    problem->describe_state(instance, problem->state(instance, mx_survey_index(ours, matched.at)),
                            name, sizeof name);
    return mx_say(text, room, "%s: nimber %s, %s says %s", name,
                  mx_value_in_words(ours->nimbers[matched.at], mine), rival,
                  mx_value_in_words(theirs->nimbers[matched.at], other));
}

static bool answers_agree(const struct mx_problem *problem, const void *instance,
                          const struct mx_findings *ours, const struct mx_findings *theirs,
                          const char *rival, char *text, size_t room) {
    char words[200];
    if (problem->answer_bytes == NULL) {
        if (ours->answer == theirs->answer)
            return true;
        return mx_say(text, room, "answer %" PRIu64 ", %s says %" PRIu64, ours->answer, rival,
                      theirs->answer);
    }
    if (mx_answers_agree(problem, instance, ours->long_answer, theirs->long_answer))
        return true;
    mx_answers_difference(problem, instance, ours->long_answer, theirs->long_answer, words,
                          sizeof words);
    return mx_say(text, room, "answer differs from %s: %s", rival, words);
}

static enum mx_depth depth_of(const struct mx_survey *ours, const struct mx_survey *theirs,
                              uint32_t computed) {
    if (mx_survey_is_of_every_state(ours) && computed == ours->states)
        return MX_DEPTH_EVERY;
    if (ours->digested && theirs->digested)
        return computed > 0 ? MX_DEPTH_DIGEST_AND_SAMPLES : MX_DEPTH_DIGEST;
    return computed > 0 ? MX_DEPTH_VISITED : MX_DEPTH_ANSWERS;
}

bool mx_agree(const struct mx_problem *problem, const void *instance,
              const struct mx_findings *ours, const struct mx_findings *theirs, const char *rival,
              enum mx_depth *depth, char *text, size_t room) {
    const struct mx_survey *mine = &ours->survey, *other = &theirs->survey;
    struct matched matched = match(mine->values, other->values, least_count(mine, other));
    if (matched.differ) {
        name_difference(problem, instance, mine, other, matched.at, rival, text, room);
        return false;
    }
    if (!nimbers_agree(problem, instance, mine, other, rival, text, room))
        return false;
    if (mine->digested && other->digested && mine->digest != other->digest) {
        snprintf(text, room, "the digest of all %" PRIu64 " states is not that of %s", mine->states,
                 rival);
        return false;
    }
    if (!answers_agree(problem, instance, ours, theirs, rival, text, room))
        return false;
    *depth = depth_of(mine, other, matched.computed);
    return true;
}

const char *mx_depths_in_words(unsigned depths, char *text, size_t room) {
    static const struct {
        enum mx_depth depth;
        const char *words;
    } all[] = {{MX_DEPTH_EVERY, "every state"},
               {MX_DEPTH_DIGEST_AND_SAMPLES, "digest and samples"},
               {MX_DEPTH_DIGEST, "digest"},
               {MX_DEPTH_VISITED, "visited states"},
               {MX_DEPTH_ANSWERS, "answers"}};
    text[0] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (depths & (unsigned)all[i].depth) {
            size_t used = strlen(text);
            snprintf(text + used, room - used, "%s%s", used > 0 ? " or " : "", all[i].words);
        }
    return text;
}
