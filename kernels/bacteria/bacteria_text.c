/* The text of Google Code Jam, and the drawing. */
#include <inttypes.h>

#include "bacteria/bacteria_problem.h"
#include "support/grid.h"

#define LETTERS ".#" /* [barred] */

bool bacteria_read_header(struct mx_reader *reader, uint64_t *cases) {
    return mx_reader_number(reader, "number of cases", 0, UINT32_MAX, cases);
}

const void *bacteria_read(struct mx_reader *reader, struct mx_arena *arena, int dialect) {
    static const struct mx_grid_text text = {BACTERIA_MOST_SIDE, LETTERS, 0, 1,
                                             "expected '.' or '#'"};
    (void)dialect;
    return mx_grid_read(reader, &text, arena);
}

void bacteria_write_header(FILE *file, uint64_t cases) {
    fprintf(file, "%" PRIu64 "\n", cases);
}

void bacteria_write(FILE *file, const void *instance, int dialect) {
    (void)dialect;
    mx_grid_write(file, instance, LETTERS);
}

void bacteria_write_answer(FILE *file, uint64_t number, uint64_t answer) {
    fprintf(file, "Case #%" PRIu64 ": %" PRIu64 "\n", number, answer);
}

void bacteria_describe_state(const void *instance, uint64_t encoded, char *text, size_t room) {
    (void)instance;
    struct bacteria_rectangle r = bacteria_rectangle_of(encoded);
    snprintf(text, room, "rectangle rows %u-%u, columns %u-%u", r.top + 1, r.bottom, r.left + 1,
             r.right);
}

static bool barred(const struct bacteria *board, uint32_t row, uint32_t col) {
    return board->barred[(size_t)row * board->cols + col];
}

static char letter(const void *instance, uint32_t row, uint32_t col, int dialect) {
    (void)dialect;
    return LETTERS[barred(instance, row, col)];
}

static bool is_free(const void *instance, uint64_t state, uint32_t row, uint32_t col) {
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    return row >= r.top && row < r.bottom && col >= r.left && col < r.right &&
           !barred(instance, row, col);
}

const struct mx_drawing bacteria_drawing = {.letter = letter, .is_free = is_free};
