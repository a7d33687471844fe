/* The parts of mx_problem_bacteria, a file each. */
#ifndef MX_BACTERIA_PROBLEM_H
#define MX_BACTERIA_PROBLEM_H

#include "bacteria/bacteria.h"
#include "problem.h"

/* bacteria_text.c */
bool bacteria_read_header(struct mx_reader *reader, uint64_t *cases);
const void *bacteria_read(struct mx_reader *reader, struct mx_arena *arena, int dialect);
void bacteria_write_header(FILE *file, uint64_t cases);
void bacteria_write(FILE *file, const void *instance, int dialect);
void bacteria_write_answer(FILE *file, uint64_t number, uint64_t answer);
void bacteria_describe_state(const void *instance, uint64_t state, char *text, size_t room);
extern const struct mx_drawing bacteria_drawing;

/* bacteria_inputs.c */
const void *bacteria_shrink(const void *instance, uint64_t attempt, struct mx_arena *arena);
const void *bacteria_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena);
extern const struct mx_generator bacteria_generators[];
extern const struct mx_bench_load bacteria_bench_loads[];
extern const char *const bacteria_tune_loads[];

/* bacteria_judging.c */
extern const struct mx_judging bacteria_judging;

#endif
