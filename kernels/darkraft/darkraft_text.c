/* The text, in the dialects of Codeforces and JZOJ, and the drawing. */
#include "darkraft/darkraft_problem.h"
#include "support/grid.h"

const char *const darkraft_dialects[] = {"codeforces", "jzoj", NULL};

/* [dialect][enum darkraft_letter]: jzoj draws its L as \ and its R as /. */
static const char letters[][5] = {".LRX", ".RLX"};

bool darkraft_read_header(struct mx_reader *reader, uint64_t *cases) {
    (void)reader;
    *cases = MX_UNTIL_END;
    return true;
}

const void *darkraft_read(struct mx_reader *reader, struct mx_arena *arena, int dialect) {
    const struct mx_grid_text text = {DARKRAFT_MOST_SIDE, letters[dialect], DARKRAFT_L, DARKRAFT_X,
                                      "expected 'L', 'R' or 'X'"};
    return mx_grid_read(reader, &text, arena);
}

void darkraft_write_header(FILE *file, uint64_t cases) {
    (void)file, (void)cases;
}

void darkraft_write(FILE *file, const void *instance, int dialect) {
    mx_grid_write(file, instance, letters[dialect]);
}

void darkraft_write_answer(FILE *file, uint64_t number, uint64_t answer) {
    (void)number;
    fputs(answer ? "WIN\n" : "LOSE\n", file);
}

void darkraft_describe_state(const void *instance, uint64_t encoded, char *text, size_t room) {
    (void)instance;
    struct darkraft_rectangle r = darkraft_rectangle_of(encoded);
    snprintf(text, room, "%s class, diagonals / %u-%u, \\ %u-%u", r.parity ? "odd" : "even",
             r.top + 1, r.bottom, r.left + 1, r.right);
}

static char letter(const void *instance, uint32_t row, uint32_t col, int dialect) {
    const struct darkraft *board = instance;
    return letters[dialect][board->cell[(size_t)row * board->cols + col]];
}

static bool is_free(const void *instance, uint64_t state, uint32_t row, uint32_t col) {
    return darkraft_inside(darkraft_rectangle_of(state), darkraft_place_of(instance, row, col));
}

const struct mx_drawing darkraft_drawing = {.letter = letter, .is_free = is_free};
