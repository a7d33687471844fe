/* Neighbours of a boardgame board: a pattern more, a pattern less, or one with a cell changed. */
#include "boardgame/build_boardgame.h"
#include "boardgame/generate_boardgame.h"
#include "support/rng.h"

static struct boardgame_pattern random_pattern(const struct boardgame *board, struct mx_rng *rng) {
    struct boardgame_pattern pattern = {(uint32_t)mx_rng_between(rng, 1, board->rows),
                                        (uint32_t)mx_rng_between(rng, 1, board->cols), 0};
    for (uint32_t cell = 0; cell < pattern.rows * pattern.cols; cell++)
        pattern.mask |= (uint64_t)mx_rng_chance(rng, MX_BILLION / 2) << cell;
    return pattern;
}

const void *boardgame_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena) {
    const struct boardgame *board = instance;
    struct boardgame_draft draft = boardgame_start(board->rows, board->cols, arena);
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
