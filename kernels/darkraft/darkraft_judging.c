/* The inputs for judging contestants' programs, and mistakes known from published and failed
 * programs. */
#include "darkraft/darkraft_problem.h"

#include <stdlib.h>
#include <string.h>

#include "support/grid.h"
#include "support/interval.h"

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

/* ---- Its nimbers ------------------------------------------------------------------------- */

enum {
    TURNED_SIDE = JUDGE_SIDE + 1, /* most rows and columns of a class's grid */
    INTERVALS = TURNED_SIDE * (TURNED_SIDE + 1) / 2 + TURNED_SIDE + 1,
    MOST_NIMBER = 127
};

/* One class, solved by the definition. */
struct grid_class {
    uint32_t rows, cols;
    uint8_t cell[TURNED_SIDE][TURNED_SIDE]; /* enum darkraft_letter; 0 = none */
    uint8_t nimber[INTERVALS][INTERVALS];   /* of a rectangle, at [its rows][its columns] */
    uint32_t largest;                       /* value of an option of any rectangle */
};

static uint32_t at(const struct grid_class *class, uint32_t top, uint32_t bottom, uint32_t left,
                   uint32_t right) {
    return class->nimber[mx_interval(top, bottom)][mx_interval(left, right)];
}

static uint32_t option(const struct grid_class *class, struct darkraft_rectangle r, uint32_t u,
                       uint32_t v) {
    switch (class->cell[u][v]) {
    case DARKRAFT_L:
        return at(class, r.top, u, r.left, r.right) ^ at(class, u + 1, r.bottom, r.left, r.right);
    case DARKRAFT_R:
        return at(class, r.top, r.bottom, r.left, v) ^ at(class, r.top, r.bottom, v + 1, r.right);
    default:
        return at(class, r.top, u, r.left, v) ^ at(class, u + 1, r.bottom, r.left, v) ^
               at(class, r.top, u, v + 1, r.right) ^ at(class, u + 1, r.bottom, v + 1, r.right);
    }
}

static void solve_rectangle(struct grid_class *class, struct darkraft_rectangle r) {
    bool seen[MOST_NIMBER + 2] = {false};
    for (uint32_t u = r.top; u < r.bottom; u++)
        for (uint32_t v = r.left; v < r.right; v++)
            if (class->cell[u][v] != 0) {
                const uint32_t value = option(class, r, u, v);
                seen[value] = true;
                class->largest = value > class->largest ? value : class->largest;
            }
    uint8_t nimber = 0;
    while (seen[nimber])
        nimber++;
    class->nimber[mx_interval(r.top, r.bottom)][mx_interval(r.left, r.right)] = nimber;
}

static void solve_grid(struct grid_class *class) {
    for (uint32_t height = 1; height <= class->rows; height++)
        for (uint32_t width = 1; width <= class->cols; width++)
            for (uint32_t top = 0; top + height <= class->rows; top++)
                for (uint32_t left = 0; left + width <= class->cols; left++)
                    solve_rectangle(class, (struct darkraft_rectangle){0, top, left, top + height,
                                                                       left + width});
}

/* The largest value of an option of any rectangle: an array over nimbers must have room for it.
 */
static bool largest_value(const void *instance, uint64_t *measure) {
    const struct darkraft *board = instance;
    struct grid_class *class = malloc(sizeof *class);
    *measure = 0;
    for (uint32_t parity = 0; class != NULL && parity < 2; parity++) {
        memset(class, 0, sizeof *class);
        class->rows = darkraft_grid_rows(board, parity);
        class->cols = darkraft_grid_cols(board, parity);
        for (uint32_t row = 0; row < board->rows; row++)
            for (uint32_t col = 0; col < board->cols; col++) {
                const struct darkraft_place place = darkraft_place_of(board, row, col);
                if (place.parity == parity)
                    class->cell[place.u][place.v] = board->cell[row * board->cols + col];
            }
        solve_grid(class);
        *measure = class->largest > *measure ? class->largest : *measure;
    }
    const bool solved = class != NULL;
    free(class);
    return solved;
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

static const struct mx_judge_measure measures[] = {
    {"where a move leaves a nimber of %llu or more",
     "an array over nimbers, or a set of them in one word, is too small", 24, largest_value},
    {NULL, NULL, 0, NULL},
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
    {"random:n=20,m=20,x=0.8,l=0.1,cases=100", false},
    {"random:n=12,m=12,x=0.9,l=0.05,cases=100", false},
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
    .measures = measures,
};
