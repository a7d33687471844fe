/* What contestants' programs are judged on, likely mistakes, and what the benchmark suite times. */
#include "boardgame/boardgame_problem.h"
#include "boardgame/build_boardgame.h"

enum { JUDGE_LEAST_CELLS = 6, JUDGE_MOST_CELLS = 27 };

static bool allows(const void *instance) {
    const struct boardgame *board = instance;
    return boardgame_cells(board) >= JUDGE_LEAST_CELLS &&
           boardgame_cells(board) <= JUDGE_MOST_CELLS && board->pattern_count > 0;
}

/* ---- The patterns, read wrongly ---------------------------------------------------------- */

typedef struct boardgame_pattern change(struct boardgame_pattern pattern);

/* The board with every pattern changed, without those that no longer fit. */
static const void *changed(const void *instance, change *to, struct mx_arena *arena) {
    const struct boardgame *board = instance;
    struct boardgame_draft draft = boardgame_start(board->rows, board->cols, arena);
    for (uint64_t i = 0; draft.board != NULL && i < board->pattern_count; i++)
        boardgame_add(&draft, to(boardgame_pattern_at(board, i)));
    return boardgame_finish(&draft);
}

static bool has(struct boardgame_pattern pattern, uint32_t row, uint32_t col) {
    return pattern.mask >> (row * pattern.cols + col) & 1;
}

static struct boardgame_pattern transpose(struct boardgame_pattern pattern) {
    struct boardgame_pattern other = {pattern.cols, pattern.rows, 0};
    for (uint32_t row = 0; row < other.rows; row++)
        for (uint32_t col = 0; col < other.cols; col++)
            other.mask |= (uint64_t)has(pattern, col, row) << (row * other.cols + col);
    return other;
}

static struct boardgame_pattern mirror(struct boardgame_pattern pattern) {
    struct boardgame_pattern other = {pattern.rows, pattern.cols, 0};
    for (uint32_t row = 0; row < other.rows; row++)
        for (uint32_t col = 0; col < other.cols; col++)
            other.mask |= (uint64_t)has(pattern, row, other.cols - 1 - col)
                          << (row * other.cols + col);
    return other;
}

static struct boardgame_pattern trim(struct boardgame_pattern pattern) {
    for (int side = 0; side < 4; side++)
        while (boardgame_padded(pattern, side))
            pattern = boardgame_cut(pattern, side);
    return pattern;
}

static const void *transposed(const void *instance, struct mx_arena *arena) {
    return changed(instance, transpose, arena);
}

static const void *mirrored(const void *instance, struct mx_arena *arena) {
    return changed(instance, mirror, arena);
}

static const void *trimmed(const void *instance, struct mx_arena *arena) {
    return changed(instance, trim, arena);
}

static bool exchanged(const void *instance, uint64_t right, uint64_t *answer) {
    (void)instance;
    *answer = !right;
    return true;
}

/* ---- The lists --------------------------------------------------------------------------- */

static const struct mx_mistake mistakes[] = {
    {"rows and columns of the patterns are exchanged", transposed, NULL},
    {"the patterns are mirrored left to right", mirrored, NULL},
    {"zeros around a pattern are cut off: its whole box must fit the board", trimmed, NULL},
    {"the two answers are exchanged", NULL, exchanged},
    {NULL, NULL, NULL},
};

static const struct mx_judge_load loads[] = {
    {"every:cells=6", false},
    {"mix:cells=8,group=1,cases=1000", false},
    {"mix:cells=12,group=1,cases=1000", false},
    {"mix:cells=18,group=1,cases=1000", false},
    {"random:n=1,m=9,cases=100", false},
    {"random:n=2,m=5,patterns=2,size=5,cases=100", false},
    {"clustered:n=4,m=4,cases=100", false},
    {"row:n=3,m=4", false},
    {"row:n=4,m=4,k=3", false},
    {"row:n=1,m=12", false},
    {"row:n=3,m=9,k=3", true},
    {"worst:n=1,m=27", true},
    {"worst:n=9,m=3", true},
    {NULL, false},
};

/* The judge's sizes. Its time and memory are not published; these let the simple solution pass,
 * which takes a byte per state and a few seconds. */
const struct mx_judging boardgame_judging = {
    .samples = "2 3 1\n1 3\n111\n3 3 4\n1 3\n111\n3 1\n1\n1\n1\n3 3\n100\n010\n001\n3 "
               "3\n001\n010\n100\n1 6 1\n1 3\n010\n",
    .cases = 1,
    .seconds = 10,
    .memory_bytes = UINT64_C(512) << 20,
    .allows = allows,
    .loads = loads,
    .mistakes = mistakes,
};

/* ---- The benchmark suite ----------------------------------------------------------------- */

/* Boards of the judge's size and larger, the kinds that cost most, and families along which the
 * cost grows. */
const struct mx_bench_load boardgame_bench_loads[] = {
    {"tiny", "row:n=3,m=3", true, 0},
    {"row20", "row:n=4,m=5", true, 0},
    {"worst20", "worst:n=4,m=5,cases=4,seed=1", true, 0},
    {"judge27", "worst:n=3,m=9,cases=1,seed=1", false, 0},
    {"judge27row", "row:n=3,m=9", false, 0},
    {"random25", "random:n=5,m=5,cases=4,seed=1", false, 0},
    {"cells", "worst:n=2,m=5,cases=1,seed=1", true, 10},
    {"cells", "worst:n=3,m=4,cases=1,seed=1", true, 12},
    {"cells", "worst:n=2,m=7,cases=1,seed=1", true, 14},
    {"cells", "worst:n=4,m=4,cases=1,seed=1", true, 16},
    {"cells", "worst:n=3,m=6,cases=1,seed=1", true, 18},
    {"cells", "worst:n=4,m=5,cases=1,seed=1", true, 20},
    {"cells", "worst:n=2,m=11,cases=1,seed=1", false, 22},
    {"cells", "worst:n=4,m=6,cases=1,seed=1", false, 24},
    {"cells", "worst:n=2,m=13,cases=1,seed=1", false, 26},
    {"cells", "worst:n=4,m=7,cases=1,seed=1", false, 28},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.10,cases=8,seed=1", false, 10},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.20,cases=8,seed=1", false, 20},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.30,cases=8,seed=1", false, 30},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.40,cases=8,seed=1", false, 40},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.50,cases=8,seed=1", false, 50},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.60,cases=8,seed=1", false, 60},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.70,cases=8,seed=1", false, 70},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.80,cases=8,seed=1", false, 80},
    {"density20", "random:n=4,m=5,patterns=8,size=4,density=0.90,cases=8,seed=1", false, 90},
    {"shape", "worst:n=2,m=3,cases=1,seed=1", false, 2003},
    {"shape", "worst:n=2,m=5,cases=1,seed=1", false, 2005},
    {"shape", "worst:n=2,m=6,cases=1,seed=1", false, 2006},
    {"shape", "worst:n=3,m=3,cases=1,seed=1", false, 3003},
    {"shape", "worst:n=3,m=5,cases=1,seed=1", false, 3005},
    {"shape", "worst:n=3,m=6,cases=1,seed=1", false, 3006},
    {"shape", "worst:n=4,m=3,cases=1,seed=1", false, 4003},
    {"shape", "worst:n=4,m=5,cases=1,seed=1", false, 4005},
    {"shape", "worst:n=4,m=6,cases=1,seed=1", false, 4006},
    {NULL, NULL, false, 0},
};
