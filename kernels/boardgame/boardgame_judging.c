/* The inputs for judging contestants' programs, likely mistakes, and the loads of the benchmark
 * suite. */
#include "boardgame/boardgame_problem.h"

#include <inttypes.h>
#include <stdlib.h>

#include "boardgame/build_boardgame.h"

enum { JUDGE_LEAST_CELLS = 6, JUDGE_MOST_CELLS = 27, LEAST_CELLS_WITH_MORE = 9 };

/* The judge knows normal play from the empty board only. */
static bool allows(const void *instance) {
    const struct boardgame *board = instance;
    return !board->misere && board->filled == 0 && boardgame_cells(board) >= JUDGE_LEAST_CELLS &&
           boardgame_cells(board) <= JUDGE_MOST_CELLS;
}

/* ---- Patterns that are too large --------------------------------------------------------- */

/* The judge's input has one where no other pattern fits, and on half of the boards that are not
 * small: examples stay simple. */
static bool has_too_large(const struct boardgame *board) {
    return board->pattern_count == 0 ||
           (boardgame_cells(board) >= LEAST_CELLS_WITH_MORE &&
            (boardgame_cells(board) + board->pattern_count + board->placement_count) % 2 == 0);
}

/* A row that fits the board in no direction, before the patterns that do. */
static void write_too_large(FILE *file, const struct boardgame *board) {
    const uint32_t cols = 1 + (board->rows > board->cols ? board->rows : board->cols);
    fprintf(file, "1 %u\n", cols);
    for (uint32_t col = 0; col < cols; col++)
        putc('1', file);
    putc('\n', file);
}

static void write_judged(FILE *file, const void *instance, int dialect) {
    const struct boardgame *board = instance;
    (void)dialect;
    fprintf(file, "%u %u %" PRIu64 "\n", board->rows, board->cols,
            board->pattern_count + has_too_large(board));
    if (has_too_large(board))
        write_too_large(file, board);
    for (uint64_t i = 0; i < board->pattern_count; i++) {
        const struct boardgame_pattern pattern = boardgame_pattern_at(board, i);
        fprintf(file, "%u %u\n", pattern.rows, pattern.cols);
        for (uint32_t cell = 0; cell < pattern.rows * pattern.cols; cell++) {
            putc(pattern.mask >> cell & 1 ? '1' : '0', file);
            if ((cell + 1) % pattern.cols == 0)
                putc('\n', file);
        }
    }
}

/* ---- Replies ----------------------------------------------------------------------------- */

static bool has_ended(const struct boardgame *board, uint64_t filled) {
    for (uint64_t i = 0; i < board->placement_count; i++)
        if ((boardgame_placements(board)[i] & ~filled) == 0)
            return true;
    return false;
}

static bool reply_to(const void *instance, uint64_t filled, uint64_t index,
                     struct mx_opening *reply) {
    const struct boardgame *board = instance;
    if (has_ended(board, filled))
        return false;
    for (uint32_t cell = 0; cell < boardgame_cells(board); cell++) {
        if (filled >> cell & 1 || index-- > 0)
            continue;
        boardgame_fill(board, filled, cell, reply);
        return true;
    }
    return false;
}

/* ---- The game, played wrongly ------------------------------------------------------------ */

enum { MOST_PLAYED_CELLS = 18 };

/* Whether Alice wins when these states are won for the player to move: those with a pattern, and a
 * full board without one. False when the board is too large to play through. */
static bool play(const void *instance, bool pattern_wins, bool full_wins, uint64_t *answer) {
    const struct boardgame *board = instance;
    const uint32_t cells = boardgame_cells(board);
    const size_t states = (size_t)1 << cells;
    uint8_t *wins = cells <= MOST_PLAYED_CELLS ? malloc(states) : NULL;
    if (wins == NULL)
        return false;
    for (size_t filled = states; filled-- > 0;) {
        if (has_ended(board, filled)) {
            wins[filled] = pattern_wins;
            continue;
        }
        wins[filled] = filled == states - 1 && full_wins;
        for (uint32_t cell = 0; cell < cells; cell++)
            if (!(filled >> cell & 1) && !wins[filled | (size_t)1 << cell])
                wins[filled] = 1;
    }
    *answer = wins[0];
    free(wins);
    return true;
}

static bool misere(const void *instance, uint64_t right, uint64_t *answer) {
    (void)right;
    return play(instance, true, false, answer);
}

static bool misere_all(const void *instance, uint64_t right, uint64_t *answer) {
    (void)right;
    return play(instance, true, true, answer);
}

static bool full_board_wins(const void *instance, uint64_t right, uint64_t *answer) {
    (void)right;
    return play(instance, false, true, answer);
}

/* The mistake changes only the answer of a board on which no pattern fits. */
static bool no_pattern_exchanged(const void *instance, uint64_t right, uint64_t *answer) {
    const struct boardgame *board = instance;
    *answer = board->pattern_count == 0 ? !right : right;
    return true;
}

/* ---- The patterns, read wrongly ---------------------------------------------------------- */

typedef struct boardgame_pattern change(struct boardgame_pattern pattern);

/* The board with every pattern changed, without those that no longer fit. With several `turns` the
 * pattern is changed that often, and every result counts. */
static const void *changed_often(const void *instance, change *to, int turns,
                                 struct mx_arena *arena) {
    const struct boardgame *board = instance;
    struct boardgame_draft draft = boardgame_start(board->rows, board->cols, arena);
    for (uint64_t i = 0; draft.board != NULL && i < board->pattern_count; i++) {
        struct boardgame_pattern pattern = boardgame_pattern_at(board, i);
        for (int turn = 0; turn < turns; turn++) {
            pattern = to(pattern);
            boardgame_add(&draft, pattern);
        }
    }
    return boardgame_finish(&draft);
}

static const void *changed(const void *instance, change *to, struct mx_arena *arena) {
    return changed_often(instance, to, 1, arena);
}

/* The board with zeros below and to the right of every pattern, up to a least size of its box. */
static const void *padded(const void *instance, uint32_t rows, uint32_t cols, bool to_board,
                          struct mx_arena *arena) {
    const struct boardgame *board = instance;
    struct boardgame_draft draft = boardgame_start(board->rows, board->cols, arena);
    for (uint64_t i = 0; draft.board != NULL && i < board->pattern_count; i++) {
        const struct boardgame_pattern pattern = boardgame_pattern_at(board, i);
        struct boardgame_pattern box = {to_board ? board->rows : pattern.rows + rows,
                                        to_board ? board->cols : pattern.cols + cols, 0};
        if (box.rows > board->rows || box.cols > board->cols)
            continue;
        for (uint32_t row = 0; row < pattern.rows; row++)
            for (uint32_t col = 0; col < pattern.cols; col++)
                box.mask |= (pattern.mask >> (row * pattern.cols + col) & 1)
                            << (row * box.cols + col);
        boardgame_add(&draft, box);
    }
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

/* By a quarter: the transpose of the mirror image. */
static struct boardgame_pattern turn(struct boardgame_pattern pattern) {
    return transpose(mirror(pattern));
}

static const void *turned_as_well(const void *instance, struct mx_arena *arena) {
    return changed_often(instance, turn, 4, arena);
}

/* Twice gives the pattern itself. */
static const void *mirrored_as_well(const void *instance, struct mx_arena *arena) {
    return changed_often(instance, mirror, 2, arena);
}

static const void *transposed_as_well(const void *instance, struct mx_arena *arena) {
    return changed_often(instance, transpose, 2, arena);
}

static const void *in_the_corner(const void *instance, struct mx_arena *arena) {
    return padded(instance, 0, 0, true, arena);
}

static const void *without_last_places(const void *instance, struct mx_arena *arena) {
    return padded(instance, 1, 1, false, arena);
}

static const void *without_lowest_place(const void *instance, struct mx_arena *arena) {
    return padded(instance, 1, 0, false, arena);
}

static const void *without_rightmost_place(const void *instance, struct mx_arena *arena) {
    return padded(instance, 0, 1, false, arena);
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
    {"patterns count in the top left corner only: they may lie anywhere on the board",
     in_the_corner, NULL},
    {"the last place of a pattern in both directions is left out: < for <= in a loop",
     without_last_places, NULL},
    {"the lowest place of a pattern is left out: < for <= in a loop", without_lowest_place, NULL},
    {"the rightmost place of a pattern is left out: < for <= in a loop", without_rightmost_place,
     NULL},
    {"patterns count when turned as well: they may only be moved", turned_as_well, NULL},
    {"patterns count when mirrored left to right as well: they may only be moved", mirrored_as_well,
     NULL},
    {"patterns count with rows and columns exchanged as well: they may only be moved",
     transposed_as_well, NULL},
    {"the player who completes a pattern loses: that player must win", NULL, misere},
    {"the player who completes a pattern loses, and the player who fills the board without one: "
     "both must win",
     NULL, misere_all},
    {"a full board without a pattern is won by the player to move: that player must lose", NULL,
     full_board_wins},
    {"boards on which no pattern fits are answered the wrong way round", NULL,
     no_pattern_exchanged},
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
    {"empty:n=1,m=7", false},
    {"empty:n=2,m=4", false},
    {"empty:n=3,m=3", false},
    {"empty:n=5,m=3", false},
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
    .write = write_judged,
    .reply = reply_to,
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
