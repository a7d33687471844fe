#include "darkraft/darkraft.h"

#include <string.h>

#include "darkraft/draw_darkraft.h"
#include "darkraft/generate_darkraft.h"
#include "support/arena.h"
#include "support/interval.h"
#include "support/reader.h"

#define MX_VARIANTS_DEF "darkraft/variants.def"
#include "variant_table.h"

#define MX_COSTS_DEF "darkraft/costs.def"
#include "cost_table.h"

static const char *const dialects[] = {"codeforces", "jzoj", NULL};

static bool read_header(struct mx_reader *reader, uint64_t *cases) {
    (void)reader;
    *cases = MX_UNTIL_END;
    return true;
}

static bool read_row(struct mx_reader *reader, uint8_t *cell, size_t cols, int dialect) {
    const char *row = mx_reader_word(reader, "row", cols);
    if (row == NULL)
        return false;
    for (size_t col = 0; col < cols; col++) {
        const char *letter = memchr(darkraft_letters[dialect] + DARKRAFT_L, row[col], DARKRAFT_X);
        if (letter == NULL) {
            mx_reader_reject(reader, col, "expected 'L', 'R' or 'X'");
            return false;
        }
        cell[col] = (uint8_t)(letter - darkraft_letters[dialect]);
    }
    return true;
}

static const void *read_board(struct mx_reader *reader, struct mx_arena *arena, int dialect) {
    uint64_t rows, cols;
    if (!mx_reader_number(reader, "number of rows", 1, DARKRAFT_MOST_SIDE, &rows) ||
        !mx_reader_number(reader, "number of columns", 1, DARKRAFT_MOST_SIDE, &cols))
        return NULL;
    struct darkraft *board = darkraft_new((uint32_t)rows, (uint32_t)cols, arena);
    if (board == NULL) {
        mx_reader_reject_here(reader, "out of memory");
        return NULL;
    }
    for (size_t row = 0; row < rows; row++)
        if (!read_row(reader, board->cell + row * cols, cols, dialect))
            return NULL;
    return board;
}

static void write_header(FILE *file, uint64_t cases) {
    (void)file, (void)cases;
}

static void write_board(FILE *file, const void *instance, int dialect) {
    const struct darkraft *board = instance;
    fprintf(file, "%u %u\n", board->rows, board->cols);
    char text[DARKRAFT_MOST_SIDE + 1];
    for (size_t row = 0; row < board->rows; row++) {
        for (size_t col = 0; col < board->cols; col++)
            text[col] = darkraft_letters[dialect][board->cell[row * board->cols + col]];
        text[board->cols] = '\n';
        fwrite(text, 1, board->cols + 1u, file);
    }
}

static void write_answer(FILE *file, uint64_t number, uint64_t answer) {
    (void)number;
    fputs(answer ? "WIN\n" : "LOSE\n", file);
}

static size_t bytes(const void *instance) {
    const struct darkraft *board = instance;
    return darkraft_bytes(board->rows, board->cols);
}

static bool same_shape(const void *a, const void *b) {
    const struct darkraft *one = a, *other = b;
    return one->rows == other->rows && one->cols == other->cols;
}

static void describe(const void *instance, char *text, size_t room) {
    const struct darkraft *board = instance;
    snprintf(text, room, "%ux%u", board->rows, board->cols);
}

static void sides(const void *instance, uint32_t *rows, uint32_t *cols) {
    const struct darkraft *board = instance;
    *rows = board->rows;
    *cols = board->cols;
}

/* The part of a board with rows skip_row .. skip_row+lost_rows-1 taken out, columns likewise. */
static const void *without(const struct darkraft *board, uint32_t skip_row, uint32_t lost_rows,
                           uint32_t skip_col, uint32_t lost_cols, struct mx_arena *arena) {
    struct darkraft *part = darkraft_new(board->rows - lost_rows, board->cols - lost_cols, arena);
    uint8_t *to = part == NULL ? NULL : part->cell;
    for (uint32_t row = 0; to != NULL && row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++)
            if ((row < skip_row || row >= skip_row + lost_rows) &&
                (col < skip_col || col >= skip_col + lost_cols))
                *to++ = board->cell[(size_t)row * board->cols + col];
    return part;
}

/* A copy with one letter lowered: X to L, X to R or R to L, number `nth` of such copies. */
static const void *lowered(const struct darkraft *board, uint64_t nth, struct mx_arena *arena) {
    size_t cells = (size_t)board->rows * board->cols, cell = 0;
    while (cell < cells && nth >= board->cell[cell] - 1u)
        nth -= board->cell[cell++] - 1u;
    if (cell == cells)
        return NULL;
    struct darkraft *copy = darkraft_new(board->rows, board->cols, arena);
    if (copy != NULL) {
        memcpy(copy->cell, board->cell, cells);
        copy->cell[cell] = (uint8_t)(DARKRAFT_L + nth);
    }
    return copy;
}

/* Halves first, then single rows, single columns, and single letters lowered. */
static const void *shrink(const void *instance, uint64_t attempt, struct mx_arena *arena) {
    const struct darkraft *board = instance;
    uint32_t rows = board->rows, cols = board->cols;
    uint64_t halves = rows > 3 ? 2 : 0;
    if (attempt < halves)
        return without(board, attempt ? rows / 2 : 0, rows / 2, 0, 0, arena);
    attempt -= halves;
    halves = cols > 3 ? 2 : 0;
    if (attempt < halves)
        return without(board, 0, 0, attempt ? cols / 2 : 0, cols / 2, arena);
    attempt -= halves;
    if (rows > 1 && attempt < rows)
        return without(board, (uint32_t)attempt, 1, 0, 0, arena);
    attempt -= rows > 1 ? rows : 0;
    if (cols > 1 && attempt < cols)
        return without(board, 0, 0, (uint32_t)attempt, 1, arena);
    return lowered(board, attempt - (cols > 1 ? cols : 0), arena);
}

static uint64_t class_states(const struct darkraft *board, uint32_t parity) {
    return mx_nonempty_intervals(darkraft_grid_rows(board, parity)) *
           mx_nonempty_intervals(darkraft_grid_cols(board, parity));
}

static uint64_t states(const void *instance) {
    return class_states(instance, 0) + class_states(instance, 1);
}

/* The even class first. */
static uint64_t state(const void *instance, uint64_t index) {
    uint64_t even = class_states(instance, 0);
    struct darkraft_rectangle r = {.parity = index >= even};
    index -= r.parity ? even : 0;
    uint64_t column_intervals = mx_nonempty_intervals(darkraft_grid_cols(instance, r.parity));
    mx_nonempty_interval(index / column_intervals, &r.top, &r.bottom);
    mx_nonempty_interval(index % column_intervals, &r.left, &r.right);
    return darkraft_state(r);
}

/* Each cell is an option of the rectangles around it: (u + 1) * (grid rows - u) intervals of rows
 * contain it, columns likewise. No overflow: 2^20 cells, in less than 2^19 intervals each way. */
static uint64_t options(const void *instance) {
    const struct darkraft *board = instance;
    uint64_t count = 0;
    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++) {
            struct darkraft_place at = darkraft_place_of(board, row, col);
            uint64_t below = darkraft_grid_rows(board, at.parity) - at.u;
            uint64_t right = darkraft_grid_cols(board, at.parity) - at.v;
            count += (at.u + 1) * below * (at.v + 1) * right;
        }
    return count;
}

static void describe_state(const void *instance, uint64_t encoded, char *text, size_t room) {
    (void)instance;
    struct darkraft_rectangle r = darkraft_rectangle_of(encoded);
    snprintf(text, room, "%s class, diagonals / %u-%u, \\ %u-%u", r.parity ? "odd" : "even",
             r.top + 1, r.bottom, r.left + 1, r.right);
}

/* The whole grid of a class; empty only for the odd class of a 1x1 board. */
static struct darkraft_rectangle whole(const struct darkraft *board, uint32_t parity) {
    return (struct darkraft_rectangle){parity, 0, 0, darkraft_grid_rows(board, parity),
                                       darkraft_grid_cols(board, parity)};
}

static uint32_t add_part(uint64_t *parts, uint32_t count, struct darkraft_rectangle r) {
    if (r.top < r.bottom && r.left < r.right)
        parts[count++] = darkraft_state(r);
    return count;
}

static uint32_t start(const void *instance, uint64_t parts[MX_MOST_PARTS]) {
    return add_part(parts, add_part(parts, 0, whole(instance, 0)), whole(instance, 1));
}

/* What the letter leaves of the whole grid of its class: one or two bands of rows, each of one or
 * two sides. */
static uint32_t add_rest(uint64_t *parts, uint32_t count, const struct darkraft *board,
                         struct darkraft_place at, uint8_t letter) {
    const struct darkraft_rectangle all = whole(board, at.parity);
    const bool rows = letter & DARKRAFT_L, cols = letter & DARKRAFT_R;
    for (uint32_t band = 0; band <= rows; band++)
        for (uint32_t side = 0; side <= cols; side++) {
            struct darkraft_rectangle r = all;
            if (rows)
                *(band ? &r.top : &r.bottom) = at.u + band;
            if (cols)
                *(side ? &r.left : &r.right) = at.v + side;
            count = add_part(parts, count, r);
        }
    return count;
}

static bool opening(const void *instance, uint64_t index, struct mx_opening *opening) {
    const struct darkraft *board = instance;
    if (index >= (uint64_t)board->rows * board->cols)
        return false;
    const uint32_t row = (uint32_t)index / board->cols, col = (uint32_t)index % board->cols;
    const struct darkraft_place at = darkraft_place_of(board, row, col);
    *opening = (struct mx_opening){.row = row, .col = col, .moves = 1};
    snprintf(opening->move, sizeof opening->move, "row %u, column %u", row + 1, col + 1);
    opening->parts = add_rest(opening->part, 0, board, at, board->cell[index]);
    opening->parts = add_part(opening->part, opening->parts, whole(board, !at.parity));
    return true;
}

/* The key is that of scripts/tuning/grids.py: boards, sides, and in thousandths of all cells those
 * with an X and those with the rarer of L and R. */
static const struct mx_variant *choose(const struct mx_batch *batch, mx_isa isa, int threads,
                                       int attempt) {
    const struct darkraft *board = batch->instances;
    const uint64_t rows = board->rows, cols = board->cols, all = rows * cols * batch->count;
    uint64_t count[DARKRAFT_X + 1] = {0};
    for (uint32_t i = 0; i < batch->count; i++) {
        const uint8_t *cell = ((const struct darkraft *)mx_instance(batch, i))->cell;
        for (size_t c = 0; c < rows * cols; c++)
            count[cell[c]]++;
    }
    const uint64_t rarer =
        count[DARKRAFT_L] < count[DARKRAFT_R] ? count[DARKRAFT_L] : count[DARKRAFT_R];
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a batch has a board */
    const uint64_t crosses = count[DARKRAFT_X] * 1000 / all;
    const uint64_t key[MX_COST_KEY] = {batch->count, rows < cols ? rows : cols,
                                       rows < cols ? cols : rows, crosses, rarer * 1000 / all};
    return mx_choose_cheapest(&costs, variants, key, batch, isa, threads, attempt);
}

const struct mx_problem mx_problem_darkraft = {
    .name = "darkraft",
    .title = "World of Darkraft",
    .summary = "who wins a game of waves along the diagonals",
    .state_noun = "rectangle",
    .value_noun = "nimber",
    .work_noun = "options",
    .dialects = dialects,
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
    .mutate = darkraft_mutate,
    .states = states,
    .state = state,
    .options = options,
    .describe_state = describe_state,
    .start = start,
    .opening = opening,
    .drawing = &darkraft_drawing,
    .generators = darkraft_generators,
    .bench_loads = darkraft_bench_loads,
    .judging = &darkraft_judging,
    .textbook = &darkraft_iterative,
    .textbook_cost = "n^6",
    .variants = variants,
    .choose = choose,
};
