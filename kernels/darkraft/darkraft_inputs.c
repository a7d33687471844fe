/* Darkraft boards: generators, neighbours for searches, and the loads of the benchmark suite. */
#include <stddef.h>
#include <string.h>

#include "darkraft/darkraft_problem.h"
#include "support/grid.h"
#include "support/rng.h"

_Static_assert(offsetof(struct darkraft, cols) == 2 && offsetof(struct darkraft, cell) == 4,
               "struct darkraft has the layout of support/grid.h");

static size_t cell_count(const struct darkraft *board) {
    return (size_t)board->rows * board->cols;
}

/* ---- Generators -------------------------------------------------------------------------- */

/* Fractions in billionths; R is the rest. */
struct letters {
    uint64_t x, l;
};

static void scatter(struct darkraft *board, struct letters part, struct mx_rng *rng) {
    for (size_t cell = 0; cell < cell_count(board); cell++) {
        uint64_t drawn = mx_rng_below(rng, MX_BILLION);
        board->cell[cell] = drawn < part.x            ? DARKRAFT_X
                            : drawn < part.x + part.l ? DARKRAFT_L
                                                      : DARKRAFT_R;
    }
}

/* One step to either side of `at`, around the edge. */
static uint32_t next_to(uint32_t at, uint32_t side, struct mx_rng *rng) {
    return (at + (mx_rng_chance(rng, MX_BILLION / 2) ? 1 : side - 1)) % side;
}

/* Writes the letter along random walks of a few steps each, `steps` in all. */
static void walk(struct darkraft *board, uint8_t letter, uint64_t steps, struct mx_rng *rng) {
    uint32_t row = 0, col = 0;
    for (uint64_t step = 0; step < steps; step++) {
        if (step % 8 == 0) {
            row = (uint32_t)mx_rng_below(rng, board->rows);
            col = (uint32_t)mx_rng_below(rng, board->cols);
        } else if (mx_rng_chance(rng, MX_BILLION / 2)) {
            row = next_to(row, board->rows, rng);
        } else {
            col = next_to(col, board->cols, rng);
        }
        board->cell[(size_t)row * board->cols + col] = letter;
    }
}

/* Trails of L, then of X, on a ground of R. */
static void cluster(struct darkraft *board, struct letters part, struct mx_rng *rng) {
    uint64_t cells = cell_count(board);
    memset(board->cell, DARKRAFT_R, cells);
    walk(board, DARKRAFT_L, cells * part.l / MX_BILLION, rng);
    walk(board, DARKRAFT_X, cells * part.x / MX_BILLION, rng);
}

/* The first two parameters of every generator that takes a shape. */
static struct darkraft *sized(const uint64_t *values, struct mx_arena *arena) {
    return mx_grid_new((struct mx_shape){(uint32_t)values[0], (uint32_t)values[1]}, arena);
}

static const void *make_random(const uint64_t *values, uint64_t seed, uint64_t index,
                               struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct darkraft *board = sized(values, arena);
    if (board != NULL)
        scatter(board, (struct letters){values[2], values[3]}, &rng);
    return board;
}

static const void *make_allx(const uint64_t *values, uint64_t seed, uint64_t index,
                             struct mx_arena *arena) {
    (void)seed, (void)index;
    struct darkraft *board = sized(values, arena);
    if (board != NULL)
        memset(board->cell, DARKRAFT_X, cell_count(board));
    return board;
}

static const void *make_clustered(const uint64_t *values, uint64_t seed, uint64_t index,
                                  struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct darkraft *board = sized(values, arena);
    if (board != NULL)
        cluster(board, (struct letters){values[2], values[3]}, &rng);
    return board;
}

/* X has the most parts to look up and is never the same move as another; a few L and R among them
 * make nimbers up to half as high again as those of X alone. */
static const void *make_worst(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct darkraft *board = sized(values, arena);
    if (board != NULL)
        scatter(board, (struct letters){MX_BILLION / 10 * 8, MX_BILLION / 10}, &rng);
    return board;
}

static uint64_t count_every(const uint64_t *values) {
    return mx_small_boards((uint32_t)values[0], 3);
}

static const void *make_every(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    (void)values, (void)seed;
    struct mx_shape shape = mx_small_board(3, &index);
    struct darkraft *board = mx_grid_new(shape, arena);
    for (size_t cell = 0; board != NULL && cell < cell_count(board); cell++, index /= 3)
        board->cell[cell] = (uint8_t)(DARKRAFT_L + index % 3);
    return board;
}

/* The grids of a thin board are as large as those of a square one with its longest side, so a mix
 * in which every board takes about as long must not have the thinnest. */
static uint32_t longest_side(uint64_t cells, uint64_t most) {
    uint64_t side = 8 + cells / 4;
    return (uint32_t)(side < most ? side : most);
}

static const void *make_mix(const uint64_t *values, uint64_t seed, uint64_t index,
                            struct mx_arena *arena) {
    static const uint32_t percent[] = {0, 2, 10, 33, 50, 80, 98, 100};
    struct mx_rng shapes = mx_rng_start(seed, ~(index / values[1]));
    struct mx_rng rng = mx_rng_start(seed, index);
    struct mx_shape shape =
        mx_random_shape(&shapes, (uint32_t)values[0], longest_side(values[0], values[2]));
    struct darkraft *board = mx_grid_new(shape, arena);
    if (board == NULL)
        return NULL;
    uint64_t x = percent[mx_rng_below(&rng, sizeof percent / sizeof *percent)];
    uint64_t l = (100 - x) * percent[mx_rng_below(&rng, sizeof percent / sizeof *percent)] / 100;
    struct letters part = {x * (MX_BILLION / 100), l * (MX_BILLION / 100)};
    (mx_rng_chance(&rng, MX_BILLION / 4) ? cluster : scatter)(board, part, &rng);
    return board;
}

static const char *refuse_letters(const uint64_t *values) {
    return values[2] + values[3] > MX_BILLION ? "x and l add up to more than 1" : NULL;
}

#define SIDES                                                                                      \
    {"n", "rows", false, 1, DARKRAFT_MOST_SIDE, 20, NULL}, {                                       \
        "m", "columns", false, 1, DARKRAFT_MOST_SIDE, 20, NULL                                     \
    }
#define LETTERS                                                                                    \
    {"x", "fraction of X", true, 0, MX_BILLION, MX_BILLION / 3, NULL}, {                           \
        "l", "fraction of L; R is the rest", true, 0, MX_BILLION, MX_BILLION / 3, NULL             \
    }

const struct mx_generator darkraft_generators[] = {
    {"random", "each cell one of the letters", {SIDES, LETTERS}, NULL, make_random, refuse_letters},
    {"allx", "X alone: the most lookups", {SIDES}, NULL, make_allx, NULL},
    {"clustered",
     "trails of X and L on a ground of R",
     {SIDES, LETTERS},
     NULL,
     make_clustered,
     refuse_letters},
    {"worst", "four X in five: high nimbers and the most work", {SIDES}, NULL, make_worst, NULL},
    {"every",
     "all boards of all shapes up to a size",
     {{"cells", "rows times columns at most", false, 1, 24, 4, NULL}},
     count_every,
     make_every,
     NULL},
    {"mix",
     "all shapes and shares of letters, several boards a shape",
     {{"cells", "rows times columns at most", false, 1, 1u << 20, 64, NULL},
      {"group", "boards in a row that share a shape", false, 1, 1u << 20, 8, NULL},
      {"side", "longest side", false, 1, DARKRAFT_MOST_SIDE, DARKRAFT_MOST_SIDE, NULL}},
     NULL,
     make_mix,
     NULL},
    {NULL, NULL, {{NULL, NULL, false, 0, 0, 0, NULL}}, NULL, NULL, NULL},
};

/* ---- Neighbours -------------------------------------------------------------------------- */

/* A copy with one letter lowered: X to L, X to R or R to L, number `nth` of such copies. */
static const void *lowered(const struct darkraft *board, uint64_t nth, struct mx_arena *arena) {
    size_t cells = cell_count(board), cell = 0;
    while (cell < cells && nth >= board->cell[cell] - 1u)
        nth -= board->cell[cell++] - 1u;
    if (cell == cells)
        return NULL;
    struct darkraft *copy = mx_grid_copy(board, arena);
    if (copy != NULL)
        copy->cell[cell] = (uint8_t)(DARKRAFT_L + nth);
    return copy;
}

/* Smaller boards first, then single letters lowered. */
const void *darkraft_shrink(const void *instance, uint64_t attempt, struct mx_arena *arena) {
    struct mx_cut cut;
    return mx_grid_cut(instance, &attempt, &cut) ? mx_grid_without(instance, cut, arena)
                                                 : lowered(instance, attempt, arena);
}

/* One or two cells with another letter. */
const void *darkraft_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena) {
    struct darkraft *copy = mx_grid_copy(instance, arena);
    if (copy == NULL)
        return NULL;
    for (uint64_t changes = mx_rng_between(rng, 1, 2); changes > 0; changes--)
        copy->cell[mx_rng_below(rng, cell_count(copy))] =
            (uint8_t)(DARKRAFT_L + mx_rng_below(rng, DARKRAFT_X - DARKRAFT_L + 1));
    return copy;
}

/* ---- The benchmark suite ----------------------------------------------------------------- */

/* Boards of the judge's size and larger, the kinds that cost most, and families along which the
 * cost grows. */
const struct mx_bench_load darkraft_bench_loads[] = {
    {"tiny", "random:n=3,m=5,cases=50,seed=1", true, 0},
    {"mixed20", "random:n=20,m=20,cases=10,seed=1", true, 0},
    {"lines20", "random:n=20,m=20,x=0,l=0.5,cases=10,seed=1", true, 0},
    {"allx20", "allx:n=20,m=20", true, 0},
    {"worst20", "worst:n=20,m=20,cases=4,seed=1", true, 0},
    {"hundred20", "random:n=20,m=20,cases=100,seed=1", false, 0},
    {"square", "worst:n=6,m=6,cases=1,seed=1", true, 6},
    {"square", "worst:n=8,m=8,cases=1,seed=1", true, 8},
    {"square", "worst:n=11,m=11,cases=1,seed=1", true, 11},
    {"square", "worst:n=15,m=15,cases=1,seed=1", true, 15},
    {"square", "worst:n=20,m=20,cases=1,seed=1", true, 20},
    {"square", "worst:n=28,m=28,cases=1,seed=1", false, 28},
    {"square", "worst:n=40,m=40,cases=1,seed=1", false, 40},
    {"crosses16", "random:n=16,m=16,x=0.01,l=0.495,cases=4,seed=1", false, 1},
    {"crosses16", "random:n=16,m=16,x=0.05,l=0.475,cases=4,seed=1", false, 5},
    {"crosses16", "random:n=16,m=16,x=0.10,l=0.450,cases=4,seed=1", false, 10},
    {"crosses16", "random:n=16,m=16,x=0.20,l=0.400,cases=4,seed=1", false, 20},
    {"crosses16", "random:n=16,m=16,x=0.33,l=0.335,cases=4,seed=1", false, 33},
    {"crosses16", "random:n=16,m=16,x=0.50,l=0.250,cases=4,seed=1", false, 50},
    {"crosses16", "random:n=16,m=16,x=0.70,l=0.150,cases=4,seed=1", false, 70},
    {"crosses16", "random:n=16,m=16,x=0.80,l=0.100,cases=4,seed=1", false, 80},
    {"crosses16", "random:n=16,m=16,x=0.90,l=0.050,cases=4,seed=1", false, 90},
    {"crosses16", "random:n=16,m=16,x=1.00,l=0.000,cases=4,seed=1", false, 100},
    {"shape", "random:n=3,m=3,cases=1,seed=1", false, 3003},
    {"shape", "random:n=3,m=10,cases=1,seed=1", false, 3010},
    {"shape", "random:n=3,m=24,cases=1,seed=1", false, 3024},
    {"shape", "random:n=10,m=3,cases=1,seed=1", false, 10003},
    {"shape", "random:n=10,m=10,cases=1,seed=1", false, 10010},
    {"shape", "random:n=10,m=24,cases=1,seed=1", false, 10024},
    {"shape", "random:n=24,m=3,cases=1,seed=1", false, 24003},
    {"shape", "random:n=24,m=10,cases=1,seed=1", false, 24010},
    {"shape", "random:n=24,m=24,cases=1,seed=1", false, 24024},
    {NULL, NULL, false, 0},
};

/* Boards on which rates are measured: from tiny to large, of every kind, alone and in batches. A
 * solve takes milliseconds at most. */
const char *const darkraft_tune_loads[] = {
    "random:n=2,m=7,x=0,l=0.5,cases=3,seed=5",
    "random:n=3,m=15,x=0,l=1,cases=17,seed=5",
    "random:n=4,m=37,x=0,l=1,cases=7,seed=5",
    "random:n=2,m=3,cases=1,seed=5",
    "random:n=5,m=5,x=0,l=0.5,cases=1,seed=5",
    "random:n=7,m=6,x=1,l=0,cases=1,seed=5",
    "random:n=11,m=9,cases=1,seed=5",
    "random:n=16,m=16,x=0,l=0.5,cases=1,seed=5",
    "random:n=20,m=20,x=0.8,l=0.1,cases=1,seed=5",
    "random:n=26,m=18,x=1,l=0,cases=1,seed=5",
    "random:n=3,m=30,cases=1,seed=5",
    "random:n=12,m=12,x=0,l=1,cases=1,seed=5",
    "random:n=4,m=4,cases=12,seed=5",
    "random:n=8,m=8,x=0.5,l=0.5,cases=30,seed=5",
    "random:n=13,m=13,x=0,l=0.5,cases=16,seed=5",
    "random:n=14,m=10,x=1,l=0,cases=20,seed=5",
    "random:n=16,m=16,cases=32,seed=5",
    NULL,
};
