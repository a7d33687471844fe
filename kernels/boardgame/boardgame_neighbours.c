/* Neighbours of a boardgame board: simpler ones for shrinking, random ones for searches. */
#include "boardgame/boardgame_problem.h"
#include "boardgame/build_boardgame.h"
#include "support/rng.h"

/* The cells filled at the start, on a board that loses rows and columns at its end. */
static uint64_t cropped(const struct boardgame *board, uint32_t rows, uint32_t cols) {
    uint64_t filled = 0;
    for (uint32_t row = 0; row < rows; row++)
        filled |= (board->filled >> row * board->cols & boardgame_lowest(cols)) << row * cols;
    return filled;
}

/* The board with other sides, without the `lost` patterns from number `first` on, and with *added
 * unless that is NULL. */
static const void *edited(const struct boardgame *board, uint32_t rows, uint32_t cols,
                          uint64_t first, uint64_t lost, const struct boardgame_pattern *added,
                          struct mx_arena *arena) {
    struct boardgame_draft draft = boardgame_start(rows, cols, arena);
    boardgame_set_play(&draft, board->misere, cropped(board, rows, cols));
    for (uint64_t i = 0; i < board->pattern_count; i++)
        if (i < first || i - first >= lost)
            boardgame_add(&draft, boardgame_pattern_at(board, i));
    if (added != NULL)
        boardgame_add(&draft, *added);
    return boardgame_finish(&draft);
}

/* Replaces the pattern by simpler pattern number `*attempt`: an empty border cut off, or a 1
 * cleared. Returns false if *attempt is past the last simpler pattern, after subtracting their
 * number. */
static bool simpler(struct boardgame_pattern *pattern, uint64_t *attempt) {
    for (int side = 0; side < 4; side++)
        if (boardgame_padded(*pattern, side) && (*attempt)-- == 0) {
            *pattern = boardgame_cut(*pattern, side);
            return true;
        }
    for (uint64_t rest = pattern->mask; rest != 0; rest &= rest - 1)
        if ((*attempt)-- == 0) {
            pattern->mask &= ~(rest & -rest);
            return true;
        }
    return false;
}

/* Whether the attempt is one of the next `count`; if not, subtracts `count` from it. */
static bool among(uint64_t *attempt, uint64_t count) {
    if (*attempt < count)
        return true;
    *attempt -= count;
    return false;
}

/* Halves of the patterns first, then fewer rows, fewer columns, one pattern less, a simpler
 * pattern, normal play, and a start with one cell less. A smaller board loses the patterns that no
 * longer fit. */
const void *boardgame_shrink(const void *instance, uint64_t attempt, struct mx_arena *arena) {
    const struct boardgame *board = instance;
    const uint32_t rows = board->rows, cols = board->cols;
    const uint64_t patterns = board->pattern_count, half = patterns / 2;
    if (among(&attempt, half > 0 ? 2 : 0))
        return edited(board, rows, cols, attempt * half, attempt ? patterns : half, NULL, arena);
    if (among(&attempt, rows > 1 ? 2 : 0))
        return edited(board, attempt ? rows - 1 : rows / 2, cols, 0, 0, NULL, arena);
    if (among(&attempt, cols > 1 ? 2 : 0))
        return edited(board, rows, attempt ? cols - 1 : cols / 2, 0, 0, NULL, arena);
    if (among(&attempt, patterns))
        return edited(board, rows, cols, attempt, 1, NULL, arena);
    for (uint64_t i = 0; i < patterns; i++) {
        struct boardgame_pattern pattern = boardgame_pattern_at(board, i);
        if (simpler(&pattern, &attempt))
            return edited(board, rows, cols, i, 1, &pattern, arena);
    }
    if (among(&attempt, board->misere ? 1 : 0))
        return boardgame_with_play(board, false, board->filled, arena);
    uint64_t rest = board->filled;
    for (; rest != 0 && attempt > 0; attempt--)
        rest &= rest - 1;
    return rest == 0
               ? NULL
               : boardgame_with_play(board, board->misere, board->filled ^ (rest & -rest), arena);
}

static struct boardgame_pattern random_pattern(const struct boardgame *board, struct mx_rng *rng) {
    struct boardgame_pattern pattern = {(uint32_t)mx_rng_between(rng, 1, board->rows),
                                        (uint32_t)mx_rng_between(rng, 1, board->cols), 0};
    for (uint32_t cell = 0; cell < pattern.rows * pattern.cols; cell++)
        pattern.mask |= (uint64_t)mx_rng_chance(rng, MX_BILLION / 2) << cell;
    return pattern;
}

/* One pattern more, one pattern less, or a pattern with one changed cell. */
const void *boardgame_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena) {
    const struct boardgame *board = instance;
    struct boardgame_draft draft = boardgame_start(board->rows, board->cols, arena);
    boardgame_set_play(&draft, board->misere, board->filled);
    uint64_t kind = board->pattern_count == 0 ? 0 : mx_rng_below(rng, 4);
    uint64_t chosen = board->pattern_count == 0 ? 0 : mx_rng_below(rng, board->pattern_count);
    for (uint64_t i = 0; i < board->pattern_count; i++) {
        struct boardgame_pattern pattern = boardgame_pattern_at(board, i);
        if (i == chosen && kind == 1)
            continue;
        if (i == chosen && kind > 1)
            pattern.mask ^= UINT64_C(1) << mx_rng_below(rng, pattern.rows * pattern.cols);
        boardgame_add(&draft, pattern);
    }
    if (kind == 0)
        boardgame_add(&draft, random_pattern(board, rng));
    return boardgame_finish(&draft);
}
