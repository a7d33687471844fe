/* Comparing what a program printed with what it should have printed, line by line: a problem has
 * one line for each case. Blanks at the end of a line and lines without anything at the end do not
 * matter. */
#ifndef MX_JUDGE_OUTPUT_H
#define MX_JUDGE_OUTPUT_H

#include "problem.h"

enum mx_match {
    MX_MATCH_EXACT,
    MX_MATCH_MEANING, /* the answers are right, the format is not */
    MX_MATCH_NOT
};

struct mx_line {
    const char *text; /* not terminated */
    size_t length;    /* without blanks at the end */
};

/* Lines of the case and of the program, and how they compare. */
struct mx_output_case {
    struct mx_line expected, got; /* got.text NULL: there is no such line */
    enum mx_match match;
};

struct mx_output {
    enum mx_match match;         /* of all */
    uint32_t count;              /* of cases */
    struct mx_output_case *line; /* [count], in the arena; texts in `got` or the arena */
    uint32_t lines;              /* that the program printed, those between included */
    char detail[120];            /* what is wrong as a whole; "" when the lines tell */
};

/* `got` has `bytes` bytes, must outlive the result, and is ended by a 0. False when memory is
 * short. */
bool mx_output_compare(struct mx_output *output, const struct mx_problem *problem,
                       const uint64_t *answers, uint32_t count, const char *got, size_t bytes,
                       struct mx_arena *arena);

#endif
