/* The sentences of an explanation, for the terminal and for pictures, and its JSON. No sentence
 * ends in a line feed. */
#ifndef MX_EXPLAIN_WORDS_H
#define MX_EXPLAIN_WORDS_H

#include <jansson.h>
#include <stdio.h>

#include "harness/solve/explanation.h"

/* "1 XOR 1 = 0", "0", or "0, nothing is left". */
void mx_write_sum(FILE *file, const uint32_t *values, uint32_t count, uint32_t together);

/* "rectangle rows 1-1, columns 1-4: nimber 1". */
void mx_write_part(FILE *file, const struct mx_explanation *e, uint64_t state, uint32_t value);

/* The judge's answer. */
void mx_write_judged(FILE *file, const struct mx_explanation *e, uint64_t number);

/* Who wins from the start, and by how many openings. */
void mx_write_verdict(FILE *file, const struct mx_explanation *e);

/* Why the best opening wins, or why none does. */
void mx_write_reason(FILE *file, const struct mx_explanation *e);

/* The first `most` lines of the board's data that its letters do not show, each with its line
 * feed. */
void mx_write_rest_lines(FILE *file, const struct mx_explanation *e, int most);

/* The explanation as an object, with every opening when `all`. */
json_t *mx_explain_json(const struct mx_explanation *e, uint64_t number, bool all);

#endif
