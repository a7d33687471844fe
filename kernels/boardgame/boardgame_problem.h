/* The parts of mx_problem_boardgame, a file each. */
#ifndef MX_BOARDGAME_PROBLEM_H
#define MX_BOARDGAME_PROBLEM_H

#include "boardgame/boardgame.h"
#include "problem.h"

/* boardgame.c: the move that fills cell number `cell` of a state. */
void boardgame_fill(const struct boardgame *board, uint64_t state, uint32_t cell,
                    struct mx_opening *move);

/* boardgame_text.c */
bool boardgame_read_header(struct mx_reader *reader, uint64_t *cases);
const void *boardgame_read(struct mx_reader *reader, struct mx_arena *arena, int dialect);
void boardgame_write_header(FILE *file, uint64_t cases);
void boardgame_write(FILE *file, const void *instance, int dialect);
void boardgame_write_answer(FILE *file, uint64_t number, uint64_t answer);
void boardgame_describe_state(const void *instance, uint64_t filled, char *text, size_t room);
extern const struct mx_drawing boardgame_drawing;
extern const struct mx_setting boardgame_settings[];

/* boardgame_inputs.c */
extern const struct mx_generator boardgame_generators[];
extern const char *const boardgame_rules[]; /* [misere], ended by NULL */

/* boardgame_neighbours.c */
const void *boardgame_shrink(const void *instance, uint64_t attempt, struct mx_arena *arena);
const void *boardgame_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena);

/* boardgame_judging.c */
extern const struct mx_judging boardgame_judging;
extern const struct mx_bench_load boardgame_bench_loads[];
extern const char *const boardgame_tune_loads[];

#endif
