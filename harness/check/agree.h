/* Compares what two solves found about one instance. */
#ifndef MX_AGREE_H
#define MX_AGREE_H

#include "harness/check/survey.h"
#include "problem.h"

struct mx_findings {
    uint64_t answer, work;   /* answer: of a long one its hash */
    const void *long_answer; /* NULL when answers are numbers */
    struct mx_survey survey;
};

/* How deep a comparison went. The values are bits, so that those of many boards can be combined. */
enum mx_depth {
    MX_DEPTH_ANSWERS = 1,            /* only the answer */
    MX_DEPTH_VISITED = 2,            /* states that both happened to compute */
    MX_DEPTH_DIGEST = 4,             /* a digest of all states, no single state */
    MX_DEPTH_DIGEST_AND_SAMPLES = 8, /* a digest of all states and sampled ones */
    MX_DEPTH_EVERY = 16              /* every state */
};

/* Returns true when both agree; *depth then says what was compared. On false, text[room] names the
 * first difference and calls `theirs` by the name `rival`: "rectangle rows 2-4, columns 1-3: nimber
 * 2, bacteria_naive says 3" or "answer 7, bacteria_naive says 5". Work is not compared. */
bool mx_agree(const struct mx_problem *problem, const void *instance,
              const struct mx_findings *ours, const struct mx_findings *theirs, const char *rival,
              enum mx_depth *depth, char *text, size_t room);

/* Writes a set of depths in words: "every state", "every state or digest and samples". Returns
 * text. */
const char *mx_depths_in_words(unsigned depths, char *text, size_t room);

#endif
