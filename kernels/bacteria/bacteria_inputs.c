/* Bacteria boards: generators, neighbours for searches, and the loads of the benchmark suite. */
#include <stddef.h>
#include <string.h>

#include "bacteria/bacteria_problem.h"
#include "support/grid.h"
#include "support/rng.h"

_Static_assert(offsetof(struct bacteria, cols) == 2 && offsetof(struct bacteria, barred) == 4,
               "struct bacteria has the layout of support/grid.h");

/* ---- Generators -------------------------------------------------------------------------- */

static void scatter(struct bacteria *board, uint64_t density, struct mx_rng *rng) {
    for (size_t cell = 0; cell < (size_t)board->rows * board->cols; cell++)
        board->barred[cell] = mx_rng_chance(rng, density);
}

/* Random walks of a few steps each, until about density * cells cells are barred. */
static void cluster(struct bacteria *board, uint64_t density, struct mx_rng *rng) {
    uint64_t cells = (uint64_t)board->rows * board->cols;
    uint64_t steps = cells * density / MX_BILLION;
    uint32_t row = 0, col = 0;
    for (uint64_t step = 0; step < steps; step++) {
        if (step % 8 == 0) {
            row = (uint32_t)mx_rng_below(rng, board->rows);
            col = (uint32_t)mx_rng_below(rng, board->cols);
        } else if (mx_rng_chance(rng, MX_BILLION / 2)) {
            row = (row + (uint32_t)mx_rng_below(rng, 3) + board->rows - 1) % board->rows;
        } else {
            col = (col + (uint32_t)mx_rng_below(rng, 3) + board->cols - 1) % board->cols;
        }
        board->barred[(size_t)row * board->cols + col] = 1;
    }
}

/* The first two parameters of every generator that takes a shape. */
static struct bacteria *sized(const uint64_t *values, struct mx_arena *arena) {
    return mx_grid_new((struct mx_shape){(uint32_t)values[0], (uint32_t)values[1]}, arena);
}

static const void *make_random(const uint64_t *values, uint64_t seed, uint64_t index,
                               struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct bacteria *board = sized(values, arena);
    if (board != NULL)
        scatter(board, values[2], &rng);
    return board;
}

static const void *make_empty(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    (void)seed, (void)index;
    return sized(values, arena);
}

static const void *make_clustered(const uint64_t *values, uint64_t seed, uint64_t index,
                                  struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct bacteria *board = sized(values, arena);
    if (board != NULL)
        cluster(board, values[2], &rng);
    return board;
}

/* Nearly every move is allowed, yet values are not those of the empty board: one cell in about a
 * hundred is barred, at least one, and none of them on the border of a board that has an inside. */
static const void *make_worst(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct bacteria *board = sized(values, arena);
    if (board == NULL)
        return NULL;
    uint32_t rim = board->rows > 2 && board->cols > 2;
    for (uint64_t left = (uint64_t)board->rows * board->cols / 100 + 1; left > 0; left--) {
        uint64_t row = rim + mx_rng_below(&rng, board->rows - 2 * rim);
        uint64_t col = rim + mx_rng_below(&rng, board->cols - 2 * rim);
        board->barred[row * board->cols + col] = 1;
    }
    return board;
}

static uint64_t count_every(const uint64_t *values) {
    return mx_small_boards((uint32_t)values[0], 2);
}

static const void *make_every(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    (void)values, (void)seed;
    struct mx_shape shape = mx_small_board(2, &index);
    struct bacteria *board = mx_grid_new(shape, arena);
    for (size_t cell = 0; board != NULL && cell < (size_t)shape.rows * shape.cols; cell++)
        board->barred[cell] = index >> cell & 1;
    return board;
}

static const void *make_mix(const uint64_t *values, uint64_t seed, uint64_t index,
                            struct mx_arena *arena) {
    static const uint32_t percent[] = {0, 1, 2, 5, 10, 20, 30, 50, 90, 100};
    struct mx_rng shapes = mx_rng_start(seed, ~(index / values[1]));
    struct mx_rng rng = mx_rng_start(seed, index);
    struct mx_shape shape = mx_random_shape(&shapes, (uint32_t)values[0], (uint32_t)values[2]);
    struct bacteria *board = mx_grid_new(shape, arena);
    if (board == NULL)
        return NULL;
    uint64_t density = percent[mx_rng_below(&rng, sizeof percent / sizeof *percent)];
    (mx_rng_chance(&rng, MX_BILLION / 4) ? cluster : scatter)(board, density * (MX_BILLION / 100),
                                                              &rng);
    return board;
}

#define SIDES                                                                                      \
    {"n", "rows", false, 1, BACTERIA_MOST_SIDE, 15, NULL}, {                                       \
        "m", "columns", false, 1, BACTERIA_MOST_SIDE, 15, NULL                                     \
    }
#define DENSITY(default_value)                                                                     \
    { "density", "fraction of radioactive cells", true, 0, MX_BILLION, default_value, NULL }

const struct mx_generator bacteria_generators[] = {
    {"random",
     "each cell radioactive or not",
     {SIDES, DENSITY(MX_BILLION / 50)},
     NULL,
     make_random,
     NULL},
    {"empty", "no radioactive cell", {SIDES}, NULL, make_empty, NULL},
    {"clustered",
     "radioactive cells in short trails",
     {SIDES, DENSITY(MX_BILLION / 10)},
     NULL,
     make_clustered,
     NULL},
    {"worst", "few radioactive cells, inside: the most work", {SIDES}, NULL, make_worst, NULL},
    {"every",
     "all boards of all shapes up to a size",
     {{"cells", "rows times columns at most", false, 1, 24, 4, NULL}},
     count_every,
     make_every,
     NULL},
    {"mix",
     "all shapes and densities, several boards a shape",
     {{"cells", "rows times columns at most", false, 1, 1u << 24, 64, NULL},
      {"group", "boards in a row that share a shape", false, 1, 1u << 20, 8, NULL},
      {"side", "longest side", false, 1, BACTERIA_MOST_SIDE, BACTERIA_MOST_SIDE, NULL}},
     NULL,
     make_mix,
     NULL},
    {NULL, NULL, {{NULL, NULL, false, 0, 0, 0, NULL}}, NULL, NULL, NULL},
};

/* ---- Neighbours -------------------------------------------------------------------------- */

static size_t cell_count(const struct bacteria *board) {
    return (size_t)board->rows * board->cols;
}

/* A copy in which barred cell number `nth` is empty. NULL as well if there is no such cell. */
static const void *cleared(const struct bacteria *board, uint64_t nth, struct mx_arena *arena) {
    for (size_t cell = 0; cell < cell_count(board); cell++)
        if (board->barred[cell] && nth-- == 0) {
            struct bacteria *copy = mx_grid_copy(board, arena);
            if (copy != NULL)
                copy->barred[cell] = 0;
            return copy;
        }
    return NULL;
}

/* Smaller boards first, then single barred cells emptied. */
const void *bacteria_shrink(const void *instance, uint64_t attempt, struct mx_arena *arena) {
    struct mx_cut cut;
    return mx_grid_cut(instance, &attempt, &cut) ? mx_grid_without(instance, cut, arena)
                                                 : cleared(instance, attempt, arena);
}

/* A cell flipped, or a radioactive cell moved. */
const void *bacteria_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena) {
    struct bacteria *copy = mx_grid_copy(instance, arena);
    if (copy == NULL)
        return NULL;
    uint8_t *one = &copy->barred[mx_rng_below(rng, cell_count(copy))];
    uint8_t *other = &copy->barred[mx_rng_below(rng, cell_count(copy))];
    if (*one != *other && mx_rng_chance(rng, MX_BILLION / 2))
        *other ^= 1;
    *one ^= 1;
    return copy;
}

/* ---- The benchmark suite ----------------------------------------------------------------- */

/* Boards of the judge's size and larger, the kinds that cost most, and families along which the
 * cost grows. */
const struct mx_bench_load bacteria_bench_loads[] = {
    {"tiny", "random:n=4,m=4,density=0.1,cases=100,seed=1", true, 0},
    {"sparse15", "random:n=15,m=15,density=0.01,cases=100,seed=1", true, 0},
    {"dense15", "random:n=15,m=15,density=0.1,cases=100,seed=1", true, 0},
    {"thousand15", "random:n=15,m=15,density=0.02,cases=1000,seed=1", false, 0},
    {"sparse64", "random:n=64,m=64,density=0.01,cases=1,seed=1", false, 0},
    {"square", "random:n=8,m=8,density=0.02,cases=1,seed=1", true, 8},
    {"square", "random:n=11,m=11,density=0.02,cases=1,seed=1", true, 11},
    {"square", "random:n=16,m=16,density=0.02,cases=1,seed=1", true, 16},
    {"square", "random:n=23,m=23,density=0.02,cases=1,seed=1", true, 23},
    {"square", "random:n=32,m=32,density=0.02,cases=1,seed=1", true, 32},
    {"square", "random:n=45,m=45,density=0.02,cases=1,seed=1", false, 45},
    {"square", "random:n=64,m=64,density=0.02,cases=1,seed=1", false, 64},
    {"square", "random:n=91,m=91,density=0.02,cases=1,seed=1", false, 91},
    {"density24", "random:n=24,m=24,density=0.001,cases=4,seed=1", false, 1},
    {"density24", "random:n=24,m=24,density=0.003,cases=4,seed=1", false, 3},
    {"density24", "random:n=24,m=24,density=0.010,cases=4,seed=1", false, 10},
    {"density24", "random:n=24,m=24,density=0.030,cases=4,seed=1", false, 30},
    {"density24", "random:n=24,m=24,density=0.060,cases=4,seed=1", false, 60},
    {"density24", "random:n=24,m=24,density=0.100,cases=4,seed=1", false, 100},
    {"density24", "random:n=24,m=24,density=0.150,cases=4,seed=1", false, 150},
    {"density24", "random:n=24,m=24,density=0.200,cases=4,seed=1", false, 200},
    {"density24", "random:n=24,m=24,density=0.300,cases=4,seed=1", false, 300},
    {"density24", "random:n=24,m=24,density=0.500,cases=4,seed=1", false, 500},
    {"shape", "random:n=4,m=4,density=0.02,cases=1,seed=1", false, 4004},
    {"shape", "random:n=4,m=16,density=0.02,cases=1,seed=1", false, 4016},
    {"shape", "random:n=4,m=48,density=0.02,cases=1,seed=1", false, 4048},
    {"shape", "random:n=16,m=4,density=0.02,cases=1,seed=1", false, 16004},
    {"shape", "random:n=16,m=16,density=0.02,cases=1,seed=1", false, 16016},
    {"shape", "random:n=16,m=48,density=0.02,cases=1,seed=1", false, 16048},
    {"shape", "random:n=48,m=4,density=0.02,cases=1,seed=1", false, 48004},
    {"shape", "random:n=48,m=16,density=0.02,cases=1,seed=1", false, 48016},
    {"shape", "random:n=48,m=48,density=0.02,cases=1,seed=1", false, 48048},
    {NULL, NULL, false, 0},
};

/* Boards on which rates are measured: from tiny to large, of every kind, alone and in batches. A
 * solve takes milliseconds at most. */
const char *const bacteria_tune_loads[] = {
    "random:n=3,m=7,density=0.1,cases=1,seed=6",
    "random:n=8,m=4,density=0.3,cases=1,seed=5",
    "random:n=8,m=8,density=0.01,cases=3,seed=5",
    "random:n=3,m=3,density=0.1,cases=1,seed=5",
    "random:n=6,m=6,density=0.05,cases=1,seed=5",
    "random:n=11,m=9,density=0.02,cases=1,seed=5",
    "random:n=15,m=15,density=0,cases=1,seed=5",
    "random:n=24,m=24,density=0.02,cases=1,seed=5",
    "random:n=24,m=24,density=0.2,cases=1,seed=5",
    "random:n=45,m=40,density=0.03,cases=1,seed=5",
    "random:n=3,m=40,density=0.05,cases=1,seed=5",
    "random:n=120,m=5,density=0.02,cases=1,seed=5",
    "random:n=4,m=4,density=0.1,cases=60,seed=5",
    "random:n=8,m=8,density=0.05,cases=40,seed=5",
    "random:n=15,m=15,density=0.02,cases=24,seed=5",
    "random:n=15,m=15,density=0.1,cases=300,seed=5",
    "random:n=20,m=7,density=0.02,cases=512,seed=5",
    "random:n=24,m=24,density=0.01,cases=16,seed=5",
    NULL,
};
