#include "boardgame/boardgame.h"

#include <inttypes.h>

#include "boardgame/build_boardgame.h"
#include "boardgame/draw_boardgame.h"
#include "boardgame/generate_boardgame.h"
#include "choose.h"
#include "support/reader.h"

#define MX_VARIANTS_DEF "boardgame/variants.def"
#include "variant_table.h"

#define MOST_PATTERNS UINT64_C(1000000000)
#define MOST_BOX_SIDE UINT64_C(1000000000)

static bool read_header(struct mx_reader *reader, uint64_t *cases) {
    (void)reader;
    *cases = MX_UNTIL_END;
    return true;
}

static bool read_mask(struct mx_reader *reader, struct boardgame_pattern *pattern) {
    for (uint32_t row = 0; row < pattern->rows; row++) {
        const char *word = mx_reader_word(reader, "pattern row", pattern->cols);
        if (word == NULL)
            return false;
        for (uint32_t col = 0; col < pattern->cols; col++) {
            if (word[col] != '0' && word[col] != '1') {
                mx_reader_reject(reader, col, "expected '0' or '1'");
                return false;
            }
            pattern->mask |= (uint64_t)(word[col] == '1') << (row * pattern->cols + col);
        }
    }
    return true;
}

static bool skip_rows(struct mx_reader *reader, uint64_t rows, uint64_t cols) {
    while (rows > 0 && mx_reader_skip_word(reader, "pattern row", cols, "01"))
        rows--;
    return rows == 0;
}

static bool read_pattern(struct mx_reader *reader, struct boardgame_draft *draft) {
    uint64_t rows, cols;
    if (!mx_reader_number(reader, "height of a pattern", 1, MOST_BOX_SIDE, &rows) ||
        !mx_reader_number(reader, "width of a pattern", 1, MOST_BOX_SIDE, &cols))
        return false;
    if (!boardgame_fits(draft, rows, cols))
        return skip_rows(reader, rows, cols);
    struct boardgame_pattern pattern = {(uint32_t)rows, (uint32_t)cols, 0};
    return read_mask(reader, &pattern) && boardgame_add(draft, pattern);
}

static bool read_size(struct mx_reader *reader, uint64_t *rows, uint64_t *cols) {
    if (!mx_reader_number(reader, "number of rows", 1, BOARDGAME_MOST_CELLS, rows) ||
        !mx_reader_number(reader, "number of columns", 1, BOARDGAME_MOST_CELLS, cols))
        return false;
    if (*rows * *cols <= BOARDGAME_MOST_CELLS)
        return true;
    mx_reader_reject(reader, 0,
                     "a board of %" PRIu64 "x%" PRIu64 " has %" PRIu64 " cells, the limit is %u",
                     *rows, *cols, *rows * *cols, BOARDGAME_MOST_CELLS);
    return false;
}

static const void *read_board(struct mx_reader *reader, struct mx_arena *arena, int dialect) {
    (void)dialect;
    uint64_t rows, cols, patterns;
    if (!read_size(reader, &rows, &cols) ||
        !mx_reader_number(reader, "number of patterns", 0, MOST_PATTERNS, &patterns))
        return NULL;
    struct boardgame_draft draft = boardgame_start((uint32_t)rows, (uint32_t)cols, arena);
    while (draft.board != NULL && patterns > 0 && read_pattern(reader, &draft))
        patterns--;
    const void *board = patterns == 0 ? boardgame_finish(&draft) : NULL;
    if (board == NULL && draft.board == NULL)
        mx_reader_reject_here(reader, "out of memory");
    return board;
}

static void write_header(FILE *file, uint64_t cases) {
    (void)file, (void)cases;
}

/* A mask of rows x cols cells as text: each a '1' or `zero`, rows apart by `between`. */
static void mask_text(uint64_t mask, uint32_t rows, uint32_t cols, char zero, char between,
                      char text[2 * BOARDGAME_MOST_CELLS + 1]) {
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t col = 0; col < cols; col++, mask >>= 1)
            *text++ = mask & 1 ? '1' : zero;
        *text++ = between;
    }
    text[-1] = '\0';
}

static void write_board(FILE *file, const void *instance, int dialect) {
    (void)dialect;
    const struct boardgame *board = instance;
    fprintf(file, "%u %u %" PRIu64 "\n", board->rows, board->cols, board->pattern_count);
    for (uint64_t i = 0; i < board->pattern_count; i++) {
        struct boardgame_pattern pattern = boardgame_pattern_at(board, i);
        char text[2 * BOARDGAME_MOST_CELLS + 1];
        mask_text(pattern.mask, pattern.rows, pattern.cols, '0', '\n', text);
        fprintf(file, "%u %u\n%s\n", pattern.rows, pattern.cols, text);
    }
}

static void write_answer(FILE *file, uint64_t number, uint64_t answer) {
    (void)number;
    fputs(answer ? "Alice\n" : "Bob\n", file);
}

static size_t bytes(const void *instance) {
    const struct boardgame *board = instance;
    return boardgame_bytes(board->pattern_count + board->placement_count);
}

static bool same_shape(const void *a, const void *b) {
    const struct boardgame *one = a, *other = b;
    return one->rows == other->rows && one->cols == other->cols && bytes(a) == bytes(b);
}

static void describe(const void *instance, char *text, size_t room) {
    const struct boardgame *board = instance;
    snprintf(text, room, "%ux%u with %" PRIu64 " pattern%s", board->rows, board->cols,
             board->pattern_count, board->pattern_count == 1 ? "" : "s");
}

static void sides(const void *instance, uint32_t *rows, uint32_t *cols) {
    const struct boardgame *board = instance;
    *rows = board->rows;
    *cols = board->cols;
}

/* The board made rows x cols, without `lost` patterns from `first` on, with *added if not NULL. */
static const void *edited(const struct boardgame *board, uint32_t rows, uint32_t cols,
                          uint64_t first, uint64_t lost, const struct boardgame_pattern *added,
                          struct mx_arena *arena) {
    struct boardgame_draft draft = boardgame_start(rows, cols, arena);
    for (uint64_t i = 0; i < board->pattern_count; i++)
        if (i < first || i - first >= lost)
            boardgame_add(&draft, boardgame_pattern_at(board, i));
    if (added != NULL)
        boardgame_add(&draft, *added);
    return boardgame_finish(&draft);
}

/* Simpler pattern number `*attempt` in place of this one: an empty border cut off or a 1 cleared.
 * False, with *attempt less by their number, when there are no so many. */
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

/* Whether the attempt is one of the next `count`; if not, leaves its number among those after. */
static bool among(uint64_t *attempt, uint64_t count) {
    if (*attempt < count)
        return true;
    *attempt -= count;
    return false;
}

/* Half the patterns or half the board first, then a row, a column or a pattern less, then simpler
 * patterns. A smaller board loses the patterns that no longer fit. */
static const void *shrink(const void *instance, uint64_t attempt, struct mx_arena *arena) {
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
    return NULL;
}

static uint64_t states(const void *instance) {
    return UINT64_C(1) << boardgame_cells(instance);
}

static uint64_t state(const void *instance, uint64_t index) {
    (void)instance;
    return index;
}

/* Each cell is empty in half of the states. */
static uint64_t options(const void *instance) {
    uint64_t cells = boardgame_cells(instance);
    return cells << (cells - 1);
}

static void describe_state(const void *instance, uint64_t filled, char *text, size_t room) {
    const struct boardgame *board = instance;
    char cells[2 * BOARDGAME_MOST_CELLS + 1];
    mask_text(filled, board->rows, board->cols, '.', '/', cells);
    snprintf(text, room, "filled %s", cells);
}

static uint32_t start(const void *instance, uint64_t parts[MX_MOST_PARTS]) {
    (void)instance;
    parts[0] = 0;
    return 1;
}

/* Any cell, unless the game is over before it starts: an empty placement is the only one. */
static bool opening(const void *instance, uint64_t index, struct mx_opening *opening) {
    const struct boardgame *board = instance;
    if (index >= boardgame_cells(board) ||
        (board->placement_count > 0 && boardgame_placements(board)[0] == 0))
        return false;
    const uint32_t row = (uint32_t)index / board->cols, col = (uint32_t)index % board->cols;
    *opening = (struct mx_opening){.row = row, .col = col, .moves = 1, .parts = 1};
    opening->part[0] = UINT64_C(1) << index;
    snprintf(opening->move, sizeof opening->move, "row %u, column %u", row + 1, col + 1);
    return true;
}

#define WIDEST(technique)                                                                          \
    "boardgame_" technique "_avx512", "boardgame_" technique "_avx2", "boardgame_" technique "_base"

/* Below 14 cells there is nothing to stream, and the kernel without blocks starts soonest. From 20
 * on the search's budget is a small part of a sweep, so it is asked first. From 29 on the layers
 * are as fast as the sweep and spare most of the memory. Both mind every placement in every block,
 * which the kernel without blocks does not: with more than 10000 that none of the others contains
 * (there are none at random) it wins. Where memory for one of these is refused, or a processor
 * lacks the wide vectors, the next one in the list is meant. */
static const char *const *preference(const struct boardgame *board) {
    static const char *const plain[] = {"boardgame_bitpacked", WIDEST("sweep"), WIDEST("layered"),
                                        NULL};
    static const char *const small[] = {WIDEST("sweep"), NULL};
    static const char *const medium[] = {"boardgame_topdown", WIDEST("sweep"), WIDEST("layered"),
                                         NULL};
    static const char *const large[] = {"boardgame_topdown", WIDEST("layered"), NULL};
    const uint32_t cells = boardgame_cells(board);
    if (board->placement_count > 10000 || cells < 14)
        return plain;
    return cells < 20 ? small : cells < 29 ? medium : large;
}
#undef WIDEST

static const struct mx_variant *choose(const struct mx_batch *batch, mx_isa isa, int threads,
                                       int attempt) {
    (void)threads;
    return mx_choose_first_able(variants, preference(batch->instances), batch, isa, attempt);
}

const struct mx_problem mx_problem_boardgame = {
    .name = "boardgame",
    .title = "Board Game",
    .summary = "who completes one of the patterns first, filling cells in turn",
    .state_noun = "set of filled cells",
    .value_noun = "win for the player to move",
    .work_noun = "options",
    .read_header = read_header,
    .read = read_board,
    .write_header = write_header,
    .write = write_board,
    .write_answer = write_answer,
    .bytes = bytes,
    .same_shape = same_shape,
    .describe = describe,
    .sides = sides,
    .shrink = shrink,
    .mutate = boardgame_mutate,
    .states = states,
    .state = state,
    .options = options,
    .describe_state = describe_state,
    .start = start,
    .opening = opening,
    .drawing = &boardgame_drawing,
    .generators = boardgame_generators,
    .bench_loads = boardgame_bench_loads,
    .judging = &boardgame_judging,
    .textbook = &boardgame_iterative,
    .textbook_cost = "n 2^n",
    .variants = variants,
    .choose = choose,
};
