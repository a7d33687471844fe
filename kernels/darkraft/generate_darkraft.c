#include "darkraft/generate_darkraft.h"

#include <string.h>

#include "support/arena.h"
#include "support/rng.h"
#include "support/shapes.h"

struct darkraft *darkraft_new(uint32_t rows, uint32_t cols, struct mx_arena *arena) {
    struct darkraft *board = mx_arena_take(arena, darkraft_bytes(rows, cols));
    if (board != NULL) {
        board->rows = (uint16_t)rows;
        board->cols = (uint16_t)cols;
    }
    return board;
}

static size_t cell_count(const struct darkraft *board) {
    return (size_t)board->rows * board->cols;
}

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

static uint32_t beside(uint32_t at, uint32_t side, struct mx_rng *rng) {
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
            row = beside(row, board->rows, rng);
        } else {
            col = beside(col, board->cols, rng);
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
    return darkraft_new((uint32_t)values[0], (uint32_t)values[1], arena);
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
    struct darkraft *board = darkraft_new(shape.rows, shape.cols, arena);
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
    struct darkraft *board = darkraft_new(shape.rows, shape.cols, arena);
    if (board == NULL)
        return NULL;
    uint64_t x = percent[mx_rng_below(&rng, sizeof percent / sizeof *percent)];
    uint64_t l = (100 - x) * percent[mx_rng_below(&rng, sizeof percent / sizeof *percent)] / 100;
    struct letters part = {x * (MX_BILLION / 100), l * (MX_BILLION / 100)};
    (mx_rng_chance(&rng, MX_BILLION / 4) ? cluster : scatter)(board, part, &rng);
    return board;
}

#define SIDES                                                                                      \
    {"n", "rows", false, 1, DARKRAFT_MOST_SIDE, 20}, {                                             \
        "m", "columns", false, 1, DARKRAFT_MOST_SIDE, 20                                           \
    }
#define LETTERS                                                                                    \
    {"x", "fraction of X", true, 0, MX_BILLION, MX_BILLION / 3}, {                                 \
        "l", "fraction of L; R is the rest", true, 0, MX_BILLION, MX_BILLION / 3                   \
    }

const struct mx_generator darkraft_generators[] = {
    {"random", "each cell one of the letters", {SIDES, LETTERS}, NULL, make_random, NULL},
    {"allx", "X alone: the most lookups", {SIDES}, NULL, make_allx, NULL},
    {"clustered",
     "trails of X and L on a ground of R",
     {SIDES, LETTERS},
     NULL,
     make_clustered,
     NULL},
    {"worst", "four X in five: high nimbers and the most work", {SIDES}, NULL, make_worst, NULL},
    {"every",
     "all boards of all shapes up to a size",
     {{"cells", "rows times columns at most", false, 1, 24, 4}},
     count_every,
     make_every,
     NULL},
    {"mix",
     "all shapes and shares of letters, several boards a shape",
     {{"cells", "rows times columns at most", false, 1, 1u << 20, 64},
      {"group", "boards in a row that share a shape", false, 1, 1u << 20, 8},
      {"side", "longest side", false, 1, DARKRAFT_MOST_SIDE, DARKRAFT_MOST_SIDE}},
     NULL,
     make_mix,
     NULL},
    {NULL, NULL, {{NULL, NULL, false, 0, 0, 0}}, NULL, NULL, NULL},
};
