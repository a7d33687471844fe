#include "bacteria/generate_bacteria.h"

#include "support/arena.h"
#include "support/rng.h"
#include "support/shapes.h"

struct bacteria *bacteria_new(uint32_t rows, uint32_t cols, struct mx_arena *arena) {
    struct bacteria *board = mx_arena_take(arena, bacteria_bytes(rows, cols));
    if (board != NULL) {
        board->rows = (uint16_t)rows;
        board->cols = (uint16_t)cols;
    }
    return board;
}

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
    return bacteria_new((uint32_t)values[0], (uint32_t)values[1], arena);
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
    struct bacteria *board = bacteria_new(shape.rows, shape.cols, arena);
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
    struct bacteria *board = bacteria_new(shape.rows, shape.cols, arena);
    if (board == NULL)
        return NULL;
    uint64_t density = percent[mx_rng_below(&rng, sizeof percent / sizeof *percent)];
    (mx_rng_chance(&rng, MX_BILLION / 4) ? cluster : scatter)(board, density * (MX_BILLION / 100),
                                                              &rng);
    return board;
}

#define SIDES                                                                                      \
    {"n", "rows", false, 1, BACTERIA_MOST_SIDE, 15}, {                                             \
        "m", "columns", false, 1, BACTERIA_MOST_SIDE, 15                                           \
    }
#define DENSITY(standard)                                                                          \
    { "density", "fraction of radioactive cells", true, 0, MX_BILLION, standard }

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
     {{"cells", "rows times columns at most", false, 1, 24, 4}},
     count_every,
     make_every,
     NULL},
    {"mix",
     "all shapes and densities, several boards a shape",
     {{"cells", "rows times columns at most", false, 1, 1u << 24, 64},
      {"group", "boards in a row that share a shape", false, 1, 1u << 20, 8},
      {"side", "longest side", false, 1, BACTERIA_MOST_SIDE, BACTERIA_MOST_SIDE}},
     NULL,
     make_mix,
     NULL},
    {NULL, NULL, {{NULL, NULL, false, 0, 0, 0}}, NULL, NULL, NULL},
};
