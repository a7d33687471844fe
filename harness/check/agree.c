#include "harness/check/agree.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/input/answers.h"
#include "support/say.h"

/* The number of values that both computed or, when two of them differ, the first such place. */
struct matched {
    uint32_t computed;
    bool differ;
    uint32_t at;
};

static struct matched match(const struct mx_survey *ours, const struct mx_survey *theirs) {
    struct matched matched = {0, false, 0};
    uint32_t count = ours->count < theirs->count ? ours->count : theirs->count;
    for (uint32_t i = 0; i < count; i++) {
        if (ours->values[i] == MX_NOT_COMPUTED || theirs->values[i] == MX_NOT_COMPUTED)
            continue;
        if (ours->values[i] != theirs->values[i])
            return (struct matched){matched.computed, true, i};
        matched.computed++;
    }
    return matched;
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
    struct matched matched = match(mine, other);
    if (matched.differ) {
        name_difference(problem, instance, mine, other, matched.at, rival, text, room);
        return false;
    }
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
