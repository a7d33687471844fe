/* Answers that are not a single integer: their size, and the comparison of two of them. */
#ifndef MX_ANSWERS_H
#define MX_ANSWERS_H

#include "problem.h"

/* Bytes from one answer of a batch to the next, for the shape of this instance; 0 = answers are
 * numbers. */
size_t mx_answer_stride(const struct mx_problem *problem, const void *instance);

/* Whether answers have a tolerance, so that equal answers may have different bytes. */
bool mx_answers_are_rounded(const struct mx_problem *problem);

/* A hash of one long answer, for counting and naming; never for a comparison of rounded ones. */
uint64_t mx_answer_hash(const struct mx_problem *problem, const void *instance, const void *answer);

/* Whether two long answers agree, value by value. */
bool mx_answers_agree(const struct mx_problem *problem, const void *instance, const void *answer,
                      const void *other);

/* The first difference of two long answers that do not agree, in words. Returns text. */
const char *mx_answers_difference(const struct mx_problem *problem, const void *instance,
                                  const void *answer, const void *other, char *text, size_t room);

/* The number of values of rounded answers, and value number i as a double. */
size_t mx_answer_values(const struct mx_problem *problem, const void *instance);
double mx_answer_value(const struct mx_problem *problem, const void *answer, size_t i);

/* Prints the line of an answer: the number, or the long answer. */
void mx_write_answer(const struct mx_problem *problem, FILE *file, uint64_t number,
                     const void *instance, uint64_t answer, const void *long_answer);

#endif
