#include "boardgame/draw_boardgame.h"

#include "boardgame/boardgame.h"

static char letter(const void *instance, uint32_t row, uint32_t col, int dialect) {
    (void)instance, (void)row, (void)col, (void)dialect;
    return '.';
}

static bool is_free(const void *instance, uint64_t filled, uint32_t row, uint32_t col) {
    const struct boardgame *board = instance;
    return !(filled >> (row * board->cols + col) & 1);
}

static void write_pattern(FILE *file, struct boardgame_pattern pattern) {
    fputs("pattern ", file);
    for (uint32_t row = 0; row < pattern.rows; row++) {
        for (uint32_t col = 0; col < pattern.cols; col++, pattern.mask >>= 1)
            putc(pattern.mask & 1 ? '1' : '0', file);
        putc(row + 1 < pattern.rows ? '/' : '\n', file);
    }
}

static void write_rest(FILE *file, const void *instance) {
    const struct boardgame *board = instance;
    for (uint64_t i = 0; i < board->pattern_count; i++)
        write_pattern(file, boardgame_pattern_at(board, i));
}

const struct mx_drawing boardgame_drawing = {
    .letter = letter, .is_free = is_free, .write_rest = write_rest};
