/* Edit distance (Levenshtein's): the least number of letters to insert, delete or replace that
 * turns one text into another.
 *
 * An instance is a pair of texts. A state is a pair of prefixes, the first i letters of `a` and the
 * first j of `b`; its value is their distance, D(i, j):
 *     D(i, 0) = i, D(0, j) = j,
 *     D(i, j) = the least of D(i-1, j) + 1, D(i, j-1) + 1 and D(i-1, j-1) + (a[i-1] != b[j-1]).
 * The answer is D(a, b). Work is counted in cells, each a D(i, j) with i, j > 0 that is computed.
 */
#ifndef EDIT_H
#define EDIT_H

#include "problem.h"

#define EDIT_MOST_LETTERS 1000000u /* of a text */

struct edit {
    uint32_t a, b; /* lengths */
    char text[];   /* the letters of a, then those of b, then zeroes up to a multiple of 8 bytes */
};

static inline const char *edit_a(const struct edit *pair) {
    return pair->text;
}

static inline const char *edit_b(const struct edit *pair) {
    return pair->text + pair->a;
}

static inline uint64_t edit_state(uint64_t i, uint64_t j) {
    return i << 32 | j;
}

/* A pair without letters yet; NULL when memory is short. */
struct edit *edit_new(uint32_t a, uint32_t b, struct mx_arena *arena);

size_t edit_bytes(const void *instance);

extern const struct mx_generator edit_generators[];
const void *edit_shrink(const void *instance, uint64_t attempt, struct mx_arena *arena);
const void *edit_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena);

bool edit_read_header(struct mx_reader *reader, uint64_t *cases);
const void *edit_read(struct mx_reader *reader, struct mx_arena *arena, int dialect);
void edit_write_header(FILE *file, uint64_t cases);
void edit_write(FILE *file, const void *instance, int dialect);
void edit_write_answer(FILE *file, uint64_t number, uint64_t answer);

extern const struct mx_variant edit_naive, edit_memoised, edit_two_rows, edit_bitparallel;
extern const struct mx_variant edit_batched_base, edit_batched_avx2, edit_batched_avx512;
extern const struct mx_variant edit_parallel, edit_edlib;

#endif
