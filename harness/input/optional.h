/* Functions for members that a problem may leave out (kernels/problem.h): call these instead of the
 * members. completion.h fills in all others. */
#ifndef MX_OPTIONAL_H
#define MX_OPTIONAL_H

#include "problem.h"

/* The instance's shape, or its bytes. Returns text. */
const char *mx_describe(const struct mx_problem *problem, const void *instance, char *text,
                        size_t room);

void mx_sides(const struct mx_problem *problem, const void *instance, uint32_t *rows,
              uint32_t *cols);

/* "board"; the plural ends in -s. */
const char *mx_instance_noun(const struct mx_problem *problem);

/* A value, or "loony" (struct mx_positions). Returns text. */
#define MX_VALUE_ROOM 16
const char *mx_value_in_words(uint32_t value, char text[MX_VALUE_ROOM]);

/* Whether it finds the nimbers of states. */
bool mx_finds_nimbers(const struct mx_variant *variant);

/* Whether its variants count their work. */
bool mx_counts_work(const struct mx_problem *problem);

/* Whether its states have values to compare. */
bool mx_has_states(const struct mx_problem *problem);

/* The number of the generator's parameter that stands for the size of its instances: the first
 * that is not a fraction. -1 = it has none. */
int mx_size_parameter(const struct mx_generator *generator);

#endif
