/* The parts of mx_problem_darkraft, a file each. */
#ifndef MX_DARKRAFT_PROBLEM_H
#define MX_DARKRAFT_PROBLEM_H

#include "darkraft/darkraft.h"
#include "problem.h"

/* darkraft_text.c */
extern const char *const darkraft_dialects[];
bool darkraft_read_header(struct mx_reader *reader, uint64_t *cases);
const void *darkraft_read(struct mx_reader *reader, struct mx_arena *arena, int dialect);
void darkraft_write_header(FILE *file, uint64_t cases);
void darkraft_write(FILE *file, const void *instance, int dialect);
void darkraft_write_answer(FILE *file, uint64_t number, uint64_t answer);
void darkraft_describe_state(const void *instance, uint64_t state, char *text, size_t room);
extern const struct mx_drawing darkraft_drawing;

/* darkraft_inputs.c */
const void *darkraft_shrink(const void *instance, uint64_t attempt, struct mx_arena *arena);
const void *darkraft_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena);
extern const struct mx_generator darkraft_generators[];
extern const struct mx_bench_load darkraft_bench_loads[];
extern const char *const darkraft_tune_loads[];

/* darkraft_judging.c */
extern const struct mx_judging darkraft_judging;

#endif
