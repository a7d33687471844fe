/* What contestants' programs are judged on, and mistakes known from published and failed ones. */
#include "darkraft/darkraft_problem.h"
#include "support/grid.h"

#define JUDGE_SIDE 20u

static bool allows(const void *instance) {
    const struct darkraft *board = instance;
    return board->rows <= JUDGE_SIDE && board->cols <= JUDGE_SIDE;
}

/* ---- The board, read wrongly ------------------------------------------------------------- */

static const void *mirrored(const void *instance, struct mx_arena *arena) {
    const struct darkraft *board = instance;
    struct darkraft *other = mx_grid_new((struct mx_shape){board->rows, board->cols}, arena);
    for (size_t row = 0; other != NULL && row < board->rows; row++)
        for (size_t col = 0; col < board->cols; col++)
            other->cell[row * board->cols + col] =
                board->cell[row * board->cols + board->cols - 1 - col];
    return other;
}

static const void *without_last_row(const void *instance, struct mx_arena *arena) {
    const struct darkraft *board = instance;
    return mx_grid_without(board, (struct mx_cut){board->rows - 1u, 1, 0, 0}, arena);
}

static const void *without_last_col(const void *instance, struct mx_arena *arena) {
    const struct darkraft *board = instance;
    return mx_grid_without(board, (struct mx_cut){0, 0, board->cols - 1u, 1}, arena);
}

static bool exchanged(const void *instance, uint64_t right, uint64_t *answer) {
    (void)instance;
    *answer = !right;
    return true;
}

/* ---- The lists --------------------------------------------------------------------------- */

static const struct mx_mistake mistakes[] = {
    {"its answers are those of the mirrored board: L and R, the diagonals, are exchanged", mirrored,
     NULL},
    {"the last row is ignored", without_last_row, NULL},
    {"the last column is ignored", without_last_col, NULL},
    {"the two answers are exchanged", NULL, exchanged},
    {NULL, NULL, NULL},
};

static const struct mx_judge_load loads[] = {
    {"every:cells=4", false},
    {"mix:cells=9,side=20,group=1,cases=1000", false},
    {"mix:cells=60,side=20,group=1,cases=1000", false},
    {"mix:cells=400,side=20,group=1,cases=1000", false},
    {"random:n=1,m=20,cases=100", false},
    {"random:n=20,m=1,cases=100", false},
    {"random:n=3,m=19,x=0.2,l=0.4,cases=100", false},
    {"clustered:n=18,m=5,cases=100", false},
    {"random:n=20,m=20,x=0,l=0.5,cases=100", false},
    {"allx:n=20,m=20", true},
    {"random:n=20,m=20", true},
    {"worst:n=20,m=20,cases=2", true},
    {NULL, false},
};

/* The sizes and limits of Codeforces. */
const struct mx_judging darkraft_judging = {
    .samples = "2 2\nRL\nLR\n2 2\nRR\nRR\n",
    .cases = 1,
    .seconds = 2,
    .memory_bytes = UINT64_C(256) << 20,
    .allows = allows,
    .loads = loads,
    .mistakes = mistakes,
};
