/* The inputs for judging contestants' programs, and mistakes known from published and failed
 * programs. */
#include <stdlib.h>
#include <string.h>

#include "bacteria/bacteria_problem.h"
#include "support/grid.h"
#include "support/interval.h"

#define JUDGE_SIDE 15u

static bool allows(const void *instance) {
    const struct bacteria *board = instance;
    return board->rows <= JUDGE_SIDE && board->cols <= JUDGE_SIDE;
}

/* ---- The game, played wrongly ------------------------------------------------------------ */

#define INTERVALS ((JUDGE_SIDE + 1) * (JUDGE_SIDE + 2) / 2)

struct play {
    const struct bacteria *board;
    bool anywhere; /* a # bars its row and column of the whole board, not only of the rectangle */
    bool won_or_lost; /* positions are only won (1) or lost (0) */
    /* [rows of a rectangle][its columns], by mx_interval; below 32, since sides are at most 15 */
    uint8_t nimber[INTERVALS][INTERVALS];
};

static bool row_open(const struct play *play, uint32_t row, struct bacteria_rectangle r) {
    const uint8_t *cell = play->board->barred + (size_t)row * play->board->cols;
    const uint32_t left = play->anywhere ? 0 : r.left;
    const uint32_t right = play->anywhere ? play->board->cols : r.right;
    return memchr(cell + left, 1, right - left) == NULL;
}

static bool col_open(const struct play *play, uint32_t col, struct bacteria_rectangle r) {
    const uint32_t bottom = play->anywhere ? play->board->rows : r.bottom;
    for (uint32_t row = play->anywhere ? 0 : r.top; row < bottom; row++)
        if (play->board->barred[(size_t)row * play->board->cols + col])
            return false;
    return true;
}

static uint8_t *entry(struct play *play, uint32_t top, uint32_t bottom, uint32_t left,
                      uint32_t right) {
    return &play->nimber[mx_interval(top, bottom)][mx_interval(left, right)];
}

static uint32_t after_row(struct play *play, uint32_t row, struct bacteria_rectangle r) {
    return *entry(play, r.top, row, r.left, r.right) ^
           *entry(play, row + 1, r.bottom, r.left, r.right);
}

static uint32_t after_col(struct play *play, uint32_t col, struct bacteria_rectangle r) {
    return *entry(play, r.top, r.bottom, r.left, col) ^
           *entry(play, r.top, r.bottom, col + 1, r.right);
}

static uint8_t mex(struct play *play, struct bacteria_rectangle r) {
    uint32_t seen = 0;
    for (uint32_t row = r.top; row < r.bottom; row++)
        if (row_open(play, row, r))
            seen |= UINT32_C(1) << after_row(play, row, r);
    for (uint32_t col = r.left; col < r.right; col++)
        if (col_open(play, col, r))
            seen |= UINT32_C(1) << after_col(play, col, r);
    if (play->won_or_lost)
        return seen & 1;
    return (uint8_t)__builtin_ctzll(~(uint64_t)seen);
}

static void fill(struct play *play) {
    const uint32_t rows = play->board->rows, cols = play->board->cols;
    for (uint32_t height = 1; height <= rows; height++)
        for (uint32_t width = 1; width <= cols; width++)
            for (uint32_t top = 0; top + height <= rows; top++)
                for (uint32_t left = 0; left + width <= cols; left++)
                    *entry(play, top, top + height, left, left + width) = mex(
                        play, (struct bacteria_rectangle){top, left, top + height, left + width});
}

/* Counts a winning row row_counts times and a winning column col_counts times. */
static bool count(const struct bacteria *board, bool anywhere, bool won_or_lost,
                  uint64_t row_counts, uint64_t col_counts, uint64_t *answer) {
    const struct bacteria_rectangle all = {0, 0, board->rows, board->cols};
    struct play *play = allows(board) ? calloc(1, sizeof *play) : NULL;
    if (play == NULL)
        return false;
    play->board = board;
    play->anywhere = anywhere;
    play->won_or_lost = won_or_lost;
    fill(play);
    *answer = 0;
    for (uint32_t row = 0; row < board->rows; row++)
        *answer += row_open(play, row, all) && after_row(play, row, all) == 0 ? row_counts : 0;
    for (uint32_t col = 0; col < board->cols; col++)
        *answer += col_open(play, col, all) && after_col(play, col, all) == 0 ? col_counts : 0;
    free(play);
    return true;
}

static bool barred_anywhere(const void *instance, uint64_t right, uint64_t *answer) {
    const struct bacteria *board = instance;
    (void)right;
    return count(board, true, false, board->cols, board->rows, answer);
}

static bool sides_exchanged(const void *instance, uint64_t right, uint64_t *answer) {
    const struct bacteria *board = instance;
    (void)right;
    return count(board, false, false, board->rows, board->cols, answer);
}

static bool won_or_lost(const void *instance, uint64_t right, uint64_t *answer) {
    const struct bacteria *board = instance;
    (void)right;
    return count(board, false, true, board->cols, board->rows, answer);
}

static bool lines_counted(const void *instance, uint64_t right, uint64_t *answer) {
    (void)right;
    return count(instance, false, false, 1, 1, answer);
}

/* ---- The board, read wrongly ------------------------------------------------------------- */

/* Cells as bits of an int: 1 << i is 1 << i % 32 on the machines that judges use. */
static const void *in_32_bits(const void *instance, struct mx_arena *arena) {
    enum { BITS = 32 };
    const struct bacteria *board = instance;
    const size_t cells = (size_t)board->rows * board->cols;
    struct bacteria *other = mx_grid_new((struct mx_shape){board->rows, board->cols}, arena);
    for (size_t cell = 0; other != NULL && cell < cells; cell++)
        for (size_t i = cell % BITS; i < cells; i += BITS)
            other->barred[cell] |= board->barred[i];
    return other;
}

static const void *without_last_row(const void *instance, struct mx_arena *arena) {
    const struct bacteria *board = instance;
    return mx_grid_without(board, (struct mx_cut){board->rows - 1u, 1, 0, 0}, arena);
}

static const void *without_last_col(const void *instance, struct mx_arena *arena) {
    const struct bacteria *board = instance;
    return mx_grid_without(board, (struct mx_cut){0, 0, board->cols - 1u, 1}, arena);
}

/* ---- The lists --------------------------------------------------------------------------- */

static const struct mx_mistake mistakes[] = {
    {"a # bars its row and column of the whole board, not only within the rectangle that is left",
     NULL, barred_anywhere},
    {"rows and columns exchanged: a winning row counts once for each row, not for each column",
     NULL, sides_exchanged},
    {"winning rows and columns are counted, not the openings in them", NULL, lines_counted},
    {"the parts that a move leaves are added as won or lost: their nimbers must be", NULL,
     won_or_lost},
    {"cells are bits of an int, which has 32 of them: 1 << i needs a wider type", in_32_bits, NULL},
    {"the last row is ignored", without_last_row, NULL},
    {"the last column is ignored", without_last_col, NULL},
    {NULL, NULL, NULL},
};

static const struct mx_judge_load loads[] = {
    {"every:cells=6", false},
    {"mix:cells=16,side=15,cases=1000", false},
    {"mix:cells=225,side=15,cases=1000", false},
    {"mix:cells=15,side=15,group=1,cases=1000", false},
    {"mix:cells=225,side=15,group=1,cases=1000", false},
    {"random:n=3,m=15,density=0.1,cases=400", false},
    {"random:n=15,m=4,density=0.1,cases=400", false},
    {"clustered:n=15,m=9,density=0.1,cases=400", false},
    {"empty:n=15,m=14", false},
    {"random:n=15,m=15,density=0.3,cases=10", false},
    {"empty:n=15,m=15,cases=100", true},
    {"random:n=15,m=15,density=0.02,cases=100", true},
    {"worst:n=15,m=15,cases=100", true},
    {NULL, false},
};

static const char samples[] = "5\n"
                              "2 2\n..\n.#\n"
                              "4 4\n.#..\n..#.\n#...\n...#\n"
                              "3 4\n#.##\n....\n#.##\n"
                              "1 1\n.\n"
                              "1 2\n##\n";

/* Google Code Jam's sizes; its time and memory as the write-ups state them. */
const struct mx_judging bacteria_judging = {
    .samples = samples,
    .cases = 100,
    .seconds = 30,
    .memory_bytes = UINT64_C(1) << 30,
    .allows = allows,
    .loads = loads,
    .mistakes = mistakes,
};
