/* Generators of boardgame boards. */
#include "boardgame/boardgame_problem.h"
#include "boardgame/build_boardgame.h"
#include "support/rng.h"
#include "support/shapes.h"

/* The first two parameters of every generator that takes a shape are its sides. */
static struct boardgame_draft sized(const uint64_t *values, bool misere, struct mx_arena *arena) {
    struct boardgame_draft draft = boardgame_start((uint32_t)values[0], (uint32_t)values[1], arena);
    boardgame_set_play(&draft, misere, 0);
    return draft;
}

static uint64_t random_mask(uint32_t cells, uint64_t density, struct mx_rng *rng) {
    uint64_t mask = 0;
    for (uint32_t cell = 0; cell < cells; cell++)
        mask |= (uint64_t)mx_rng_chance(rng, density) << cell;
    return mask;
}

/* Fills each cell of the start with this chance; 0 takes nothing from the generator. */
static void fill_start(struct boardgame_draft *draft, uint64_t chance, struct mx_rng *rng) {
    if (draft->board != NULL && chance > 0)
        boardgame_set_play(draft, draft->board->misere,
                           random_mask(draft->board->rows * draft->board->cols, chance, rng));
}

static uint32_t between(struct mx_rng *rng, uint32_t least, uint32_t most) {
    return (uint32_t)mx_rng_between(rng, least, most);
}

/* A box of at most `rows` x `cols` with at least two 1s where there is room for them: single 1s
 * and empty boxes decide the game before it starts. */
static struct boardgame_pattern random_box(uint32_t rows, uint32_t cols, uint64_t density,
                                           struct mx_rng *rng) {
    struct boardgame_pattern box;
    do {
        box.rows = between(rng, 1, rows);
        box.cols = between(rng, 1, cols);
    } while (box.rows * box.cols == 1 && rows * cols > 1);
    const uint32_t cells = box.rows * box.cols;
    box.mask = random_mask(cells, density, rng);
    while (__builtin_popcountll(box.mask) < (cells > 1 ? 2 : 1))
        box.mask |= UINT64_C(1) << mx_rng_below(rng, cells);
    return box;
}

static uint32_t least_of(uint64_t a, uint64_t b) {
    return (uint32_t)(a < b ? a : b);
}

static const void *make_random(const uint64_t *values, uint64_t seed, uint64_t index,
                               struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct boardgame_draft draft = sized(values, values[5], arena);
    fill_start(&draft, values[6], &rng);
    for (uint64_t i = 0; draft.board != NULL && i < values[2]; i++)
        boardgame_add(&draft, random_box(least_of(values[3], draft.board->rows),
                                         least_of(values[3], draft.board->cols), values[4], &rng));
    return boardgame_finish(&draft);
}

static const void *make_empty(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    (void)seed, (void)index;
    struct boardgame_draft draft = sized(values, values[2], arena);
    return boardgame_finish(&draft);
}

/* Whether a cell of a box has a 1 next to it. */
static bool touches(struct boardgame_pattern box, uint32_t cell) {
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a box has a column */
    const uint32_t col = cell % box.cols, cells = box.rows * box.cols;
    return (col > 0 && box.mask >> (cell - 1) & 1) ||
           (col + 1 < box.cols && box.mask >> (cell + 1) & 1) ||
           (cell >= box.cols && box.mask >> (cell - box.cols) & 1) ||
           (cell + box.cols < cells && box.mask >> (cell + box.cols) & 1);
}

/* `size` connected cells, or all there are, in a box without padding. */
static struct boardgame_pattern polyomino(uint32_t rows, uint32_t cols, uint64_t size,
                                          struct mx_rng *rng) {
    const uint32_t cells = rows * cols;
    struct boardgame_pattern box = {rows, cols, UINT64_C(1) << mx_rng_below(rng, cells)};
    for (uint32_t grown = 1; grown < size && grown < cells; grown++) {
        uint32_t cell;
        do
            cell = (uint32_t)mx_rng_below(rng, cells);
        while (box.mask >> cell & 1 || !touches(box, cell));
        box.mask |= UINT64_C(1) << cell;
    }
    for (int side = 0; side < 4; side++)
        while (boardgame_padded(box, side))
            box = boardgame_cut(box, side);
    return box;
}

static const void *make_clustered(const uint64_t *values, uint64_t seed, uint64_t index,
                                  struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct boardgame_draft draft = sized(values, values[4], arena);
    for (uint64_t i = 0; draft.board != NULL && i < values[2]; i++)
        boardgame_add(&draft, polyomino(draft.board->rows, draft.board->cols, values[3], &rng));
    return boardgame_finish(&draft);
}

/* Few placements of many cells end few states, yet who wins is not a matter of parity: boxes
 * almost as large as the board, about half full. */
static const void *make_worst(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct boardgame_draft draft = sized(values, values[2], arena);
    for (int i = 0; draft.board != NULL && i < 4; i++) {
        struct boardgame_pattern box = {draft.board->rows, draft.board->cols, 0};
        if (box.rows > 2)
            box.rows -= (uint32_t)mx_rng_below(&rng, 2);
        if (box.cols > 2)
            box.cols -= (uint32_t)mx_rng_below(&rng, 2);
        box.mask = random_mask(box.rows * box.cols, MX_BILLION / 2, &rng);
        boardgame_add(&draft, box);
    }
    return boardgame_finish(&draft);
}

/* A line of k cells, each `down` and `right` (-1, 0, 1) of the one before. */
static void add_line(struct boardgame_draft *draft, uint32_t k, int down, int right) {
    struct boardgame_pattern box = {down ? k : 1, right ? k : 1, 0};
    if (!boardgame_fits(draft, box.rows, box.cols))
        return;
    uint32_t cell = right < 0 ? k - 1 : 0;
    for (uint32_t i = 0; i < k; i++, cell += (uint32_t)(down * (int)box.cols + right))
        box.mask |= UINT64_C(1) << cell;
    boardgame_add(draft, box);
}

static const void *make_row(const uint64_t *values, uint64_t seed, uint64_t index,
                            struct mx_arena *arena) {
    (void)seed, (void)index;
    struct boardgame_draft draft = sized(values, values[4], arena);
    const uint32_t k = (uint32_t)values[2];
    add_line(&draft, k, 0, 1);
    add_line(&draft, k, 1, 0);
    if (values[3]) {
        add_line(&draft, k, 1, 1);
        add_line(&draft, k, 1, -1);
    }
    return boardgame_finish(&draft);
}

/* Boards of a shape with one pattern at most: none, then all masks of all boxes up to h x w. */
static uint64_t count_patterns(uint32_t h, uint32_t w) {
    uint64_t count = 1;
    for (uint32_t rows = 1; rows <= h; rows++)
        for (uint32_t cols = 1; cols <= w; cols++)
            count += UINT64_C(1) << rows * cols;
    return count;
}

static const void *make_one_pattern(struct boardgame_draft draft, uint32_t most_cols,
                                    uint64_t index) {
    if (index-- == 0)
        return boardgame_finish(&draft);
    struct boardgame_pattern box = {1, 1, 0};
    while (index >> box.rows * box.cols != 0) {
        index -= UINT64_C(1) << box.rows * box.cols;
        box.rows += box.cols == most_cols;
        box.cols = box.cols == most_cols ? 1 : box.cols + 1;
    }
    box.mask = index;
    boardgame_add(&draft, box);
    return boardgame_finish(&draft);
}

static uint64_t count_boxes(const uint64_t *values) {
    return count_patterns(least_of(values[2], values[0]), least_of(values[2], values[1]));
}

static const void *make_boxes(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    (void)seed;
    return make_one_pattern(sized(values, values[3], arena), least_of(values[2], values[1]), index);
}

static uint64_t count_every(const uint64_t *values) {
    uint64_t count = 0;
    for (uint32_t cells = 1; cells <= values[0]; cells++)
        for (uint32_t rows = 1; rows <= cells; rows++)
            if (cells % rows == 0)
                count += count_patterns(rows, cells / rows);
    return count;
}

static const void *make_every(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    (void)seed;
    for (uint32_t cells = 1;; cells++)
        for (uint32_t rows = 1; rows <= cells; rows++) {
            const uint64_t sides[] = {rows, cells / rows};
            uint64_t count = cells % rows == 0 ? count_patterns(rows, cells / rows) : 0;
            if (index < count)
                return make_one_pattern(sized(sides, values[1], arena), cells / rows, index);
            index -= count;
        }
}

/* Anything: connected or not, empty, padded, one row or column too large, given twice. */
static void add_any(struct boardgame_draft *draft, struct mx_rng *rng) {
    const uint32_t rows = draft->board->rows, cols = draft->board->cols;
    struct boardgame_pattern box = {between(rng, 1, rows + 1), between(rng, 1, cols + 1), 0};
    if (mx_rng_chance(rng, MX_BILLION / 3))
        box = polyomino(rows, cols, mx_rng_between(rng, 2, 5), rng);
    else if (boardgame_fits(draft, box.rows, box.cols))
        box.mask =
            random_mask(box.rows * box.cols, mx_rng_between(rng, 1, 9) * (MX_BILLION / 10), rng);
    boardgame_add(draft, box);
    if (mx_rng_chance(rng, MX_BILLION / 8))
        boardgame_add(draft, box);
}

static const void *make_mix(const uint64_t *values, uint64_t seed, uint64_t index,
                            struct mx_arena *arena) {
    static const int counts[] = {0, 1, 1, 2, 2, 3, 4, 8};
    struct mx_rng shapes = mx_rng_start(seed, ~(index / values[1]));
    struct mx_rng rng = mx_rng_start(seed, index);
    const uint32_t cells = (uint32_t)values[0];
    struct mx_shape shape = mx_random_shape(&shapes, cells, cells);
    const uint64_t sides[] = {shape.rows, shape.cols};
    struct boardgame_draft draft = sized(sides, values[2], arena);
    fill_start(&draft, values[3], &rng);
    int count = counts[mx_rng_below(&rng, sizeof counts / sizeof *counts)];
    for (int i = 0; draft.board != NULL && i < count; i++)
        add_any(&draft, &rng);
    return boardgame_finish(&draft);
}

#define SIDES                                                                                      \
    {"n", "rows", false, 1, BOARDGAME_MOST_CELLS, 5, NULL}, {                                      \
        "m", "columns", false, 1, BOARDGAME_MOST_CELLS, 5, NULL                                    \
    }
#define PATTERNS                                                                                   \
    { "patterns", "number of patterns", false, 0, 1u << 20, 4, NULL }
#define RULE                                                                                       \
    { "rule", "kind of play", false, 0, 1, 0, boardgame_rules }
#define FILLED                                                                                     \
    { "filled", "fraction of cells filled at the start", true, 0, MX_BILLION, 0, NULL }

const char *const boardgame_rules[] = {"normal", "misere", NULL};

static const char *refuse_large(const uint64_t *values) {
    return values[0] * values[1] > BOARDGAME_MOST_CELLS ? "a board has at most 64 cells" : NULL;
}

const struct mx_generator boardgame_generators[] = {
    {"random",
     "boxes of random sides, each cell 1 or not",
     {SIDES,
      PATTERNS,
      {"size", "longest side of a box", false, 1, BOARDGAME_MOST_CELLS, 3, NULL},
      {"density", "fraction of 1s in a box", true, 0, MX_BILLION, MX_BILLION / 2, NULL},
      RULE,
      FILLED},
     NULL,
     make_random,
     refuse_large},
    {"empty", "no pattern: the last cell wins", {SIDES, RULE}, NULL, make_empty, refuse_large},
    {"clustered",
     "patterns of connected cells",
     {SIDES, PATTERNS, {"cells", "in a pattern", false, 1, BOARDGAME_MOST_CELLS, 5, NULL}, RULE},
     NULL,
     make_clustered,
     refuse_large},
    {"worst",
     "large patterns that end few states: the most work",
     {SIDES, RULE},
     NULL,
     make_worst,
     refuse_large},
    {"row",
     "k in a row, across, down and on both diagonals",
     {SIDES,
      {"k", "cells in a row", false, 1, BOARDGAME_MOST_CELLS, 3, NULL},
      {"diagonals", "0 = across and down only", false, 0, 1, 1, NULL},
      RULE},
     NULL,
     make_row,
     refuse_large},
    {"every",
     "all boards of all shapes up to a size with one pattern or none",
     {{"cells", "rows times columns at most", false, 1, 24, 6, NULL}, RULE},
     count_every,
     make_every,
     NULL},
    {"boxes",
     "all boards of one shape with one pattern, up to a size, or none",
     {SIDES, {"size", "longest side of the pattern", false, 1, 4, 3, NULL}, RULE},
     count_boxes,
     make_boxes,
     refuse_large},
    {"mix",
     "all shapes, all kinds of patterns, several boards a shape",
     {{"cells", "rows times columns at most", false, 1, BOARDGAME_MOST_CELLS, 12, NULL},
      {"group", "boards in a row that share a shape", false, 1, 1u << 20, 8, NULL},
      RULE,
      FILLED},
     NULL,
     make_mix,
     NULL},
    {NULL, NULL, {{NULL, NULL, false, 0, 0, 0, NULL}}, NULL, NULL, NULL},
};

/* Boards on which rates are measured: from tiny to large, of every kind, alone and in batches. A
 * solve takes milliseconds at most. */
const char *const boardgame_tune_loads[] = {
    "worst:n=3,m=3,seed=5",
    "worst:n=2,m=6,seed=5",
    "row:n=3,m=5,k=3",
    "worst:n=4,m=4,seed=5",
    "random:n=4,m=5,patterns=4,size=3,seed=5",
    "clustered:n=3,m=7,patterns=4,cells=4,seed=5",
    "worst:n=2,m=11,seed=5",
    "random:n=4,m=6,patterns=40,size=3,seed=5",
    "row:n=4,m=6,k=3",
    "worst:n=5,m=5,seed=5",
    "row:n=5,m=5,k=4",
    "clustered:n=5,m=5,patterns=8,cells=4,seed=5",
    "row:n=2,m=13,k=3",
    "worst:n=3,m=9,seed=5",
    NULL,
};
