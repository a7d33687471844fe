/* Compares a program's output with the expected output, line by line: a problem has one line for
 * each case.
 *
 * Blanks at the end of a line and empty lines at the end do not matter. A line with the right words
 * in another form is a presentation error: another case of letters, other blanks or punctuation, 02
 * or +2 or 2.0 for 2, the bare answer. A word with another value is a wrong answer: -2 for 2. */
#ifndef MX_JUDGE_OUTPUT_H
#define MX_JUDGE_OUTPUT_H

#include "problem.h"

enum mx_match {
    MX_MATCH_EXACT,
    MX_MATCH_MEANING, /* the answers are right, their form is not */
    MX_MATCH_NOT
};

struct mx_line {
    const char *text; /* not terminated */
    size_t length;    /* without blanks at the end */
};

/* The expected line of a case, the program's line, and the comparison. */
struct mx_output_case {
    struct mx_line expected, got; /* got.text NULL: the program printed no such line */
    enum mx_match match;
};

struct mx_output {
    enum mx_match match;         /* of all lines */
    uint32_t count;              /* of cases */
    struct mx_output_case *line; /* [count], in the arena; texts in `got` or the arena */
    uint32_t lines;              /* lines that the program printed, without empty ones */
    char detail[120];            /* a fault of the lines together; "" = none */
};

/* `got` has `bytes` bytes and then a 0, and must outlive the result. Returns false when memory is
 * short. */
bool mx_output_compare(struct mx_output *output, const struct mx_problem *problem,
                       const uint64_t *answers, uint32_t count, const char *got, size_t bytes,
                       struct mx_arena *arena);

#endif
