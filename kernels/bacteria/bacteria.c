#include "bacteria/bacteria.h"

#include <inttypes.h>
#include <string.h>

#include "bacteria/draw_bacteria.h"
#include "bacteria/generate_bacteria.h"
#include "support/arena.h"
#include "support/interval.h"
#include "support/reader.h"

#define MX_VARIANTS_DEF "bacteria/variants.def"
#include "variant_table.h"

#define MX_COSTS_DEF "bacteria/costs.def"
#include "cost_table.h"

static bool read_header(struct mx_reader *reader, uint64_t *cases) {
    return mx_reader_number(reader, "number of cases", 0, UINT32_MAX, cases);
}

static bool read_row(struct mx_reader *reader, uint8_t *barred, size_t cols) {
    const char *row = mx_reader_word(reader, "row", cols);
    if (row == NULL)
        return false;
    for (size_t col = 0; col < cols; col++) {
        if (row[col] != '.' && row[col] != '#') {
            mx_reader_reject(reader, col, "expected '.' or '#'");
            return false;
        }
        barred[col] = row[col] == '#';
    }
    return true;
}

static const void *read_board(struct mx_reader *reader, struct mx_arena *arena, int dialect) {
    (void)dialect;
    uint64_t rows, cols;
    if (!mx_reader_number(reader, "number of rows", 1, BACTERIA_MOST_SIDE, &rows) ||
        !mx_reader_number(reader, "number of columns", 1, BACTERIA_MOST_SIDE, &cols))
        return NULL;
    struct bacteria *board = bacteria_new((uint32_t)rows, (uint32_t)cols, arena);
    if (board == NULL) {
        mx_reader_reject_here(reader, "out of memory");
        return NULL;
    }
    for (size_t row = 0; row < rows; row++)
        if (!read_row(reader, board->barred + row * cols, cols))
            return NULL;
    return board;
}

static void write_header(FILE *file, uint64_t cases) {
    fprintf(file, "%" PRIu64 "\n", cases);
}

static void write_board(FILE *file, const void *instance, int dialect) {
    (void)dialect;
    const struct bacteria *board = instance;
    fprintf(file, "%u %u\n", board->rows, board->cols);
    char text[BACTERIA_MOST_SIDE + 1];
    for (size_t row = 0; row < board->rows; row++) {
        for (size_t col = 0; col < board->cols; col++)
            text[col] = board->barred[row * board->cols + col] ? '#' : '.';
        text[board->cols] = '\n';
        fwrite(text, 1, board->cols + 1u, file);
    }
}

static void write_answer(FILE *file, uint64_t number, uint64_t answer) {
    fprintf(file, "Case #%" PRIu64 ": %" PRIu64 "\n", number, answer);
}

static size_t bytes(const void *instance) {
    const struct bacteria *board = instance;
    return bacteria_bytes(board->rows, board->cols);
}

static bool same_shape(const void *a, const void *b) {
    const struct bacteria *one = a, *other = b;
    return one->rows == other->rows && one->cols == other->cols;
}

static void describe(const void *instance, char *text, size_t room) {
    const struct bacteria *board = instance;
    snprintf(text, room, "%ux%u", board->rows, board->cols);
}

static void sides(const void *instance, uint32_t *rows, uint32_t *cols) {
    const struct bacteria *board = instance;
    *rows = board->rows;
    *cols = board->cols;
}

/* The part of a board with rows skip_row .. skip_row+lost_rows-1 taken out, columns likewise. */
static const void *without(const struct bacteria *board, uint32_t skip_row, uint32_t lost_rows,
                           uint32_t skip_col, uint32_t lost_cols, struct mx_arena *arena) {
    struct bacteria *part = bacteria_new(board->rows - lost_rows, board->cols - lost_cols, arena);
    uint8_t *to = part == NULL ? NULL : part->barred;
    for (uint32_t row = 0; to != NULL && row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++)
            if ((row < skip_row || row >= skip_row + lost_rows) &&
                (col < skip_col || col >= skip_col + lost_cols))
                *to++ = board->barred[(size_t)row * board->cols + col];
    return part;
}

static const void *cleared(const struct bacteria *board, uint64_t nth, struct mx_arena *arena) {
    size_t cells = (size_t)board->rows * board->cols;
    for (size_t cell = 0; cell < cells; cell++)
        if (board->barred[cell] && nth-- == 0) {
            struct bacteria *copy = bacteria_new(board->rows, board->cols, arena);
            if (copy != NULL) {
                memcpy(copy->barred, board->barred, cells);
                copy->barred[cell] = 0;
            }
            return copy;
        }
    return NULL;
}

/* Halves first, then single rows, single columns, and single barred cells emptied. */
static const void *shrink(const void *instance, uint64_t attempt, struct mx_arena *arena) {
    const struct bacteria *board = instance;
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
    return cleared(board, attempt - (cols > 1 ? cols : 0), arena);
}

static uint64_t states(const void *instance) {
    const struct bacteria *board = instance;
    return mx_nonempty_intervals(board->rows) * mx_nonempty_intervals(board->cols);
}

static uint64_t state(const void *instance, uint64_t index) {
    const struct bacteria *board = instance;
    uint64_t column_intervals = mx_nonempty_intervals(board->cols);
    struct bacteria_rectangle r;
    mx_nonempty_interval(index / column_intervals, &r.top, &r.bottom);
    mx_nonempty_interval(index % column_intervals, &r.left, &r.right);
    return bacteria_state(r);
}

/* Over lines of `length` cells, `step` apart: a run of k empty cells has k(k+1)/2 intervals. */
static uint64_t open_intervals(const uint8_t *cell, size_t step, uint32_t length) {
    uint64_t run = 0, count = 0;
    for (uint32_t i = 0; i < length; i++) {
        run = cell[i * step] ? 0 : run + 1;
        count += run;
    }
    return count;
}

/* A line is an option of the rectangles that have it as a row: those whose columns are an open
 * interval of it, times the (row + 1) * (rows - row) intervals of rows that contain it. */
static uint64_t options(const void *instance) {
    const struct bacteria *board = instance;
    uint64_t rows = board->rows, cols = board->cols, count = 0;
    for (uint64_t row = 0; row < rows; row++)
        count +=
            open_intervals(board->barred + row * cols, 1, board->cols) * (row + 1) * (rows - row);
    for (uint64_t col = 0; col < cols; col++)
        count += open_intervals(board->barred + col, cols, board->rows) * (col + 1) * (cols - col);
    return count;
}

static void describe_state(const void *instance, uint64_t encoded, char *text, size_t room) {
    (void)instance;
    struct bacteria_rectangle r = bacteria_rectangle_of(encoded);
    snprintf(text, room, "rectangle rows %u-%u, columns %u-%u", r.top + 1, r.bottom, r.left + 1,
             r.right);
}

static uint32_t start(const void *instance, uint64_t parts[MX_MOST_PARTS]) {
    const struct bacteria *board = instance;
    parts[0] = bacteria_state((struct bacteria_rectangle){0, 0, board->rows, board->cols});
    return 1;
}

static void leave(struct mx_opening *opening, struct bacteria_rectangle r) {
    if (r.top < r.bottom && r.left < r.right)
        opening->part[opening->parts++] = bacteria_state(r);
}

static void row_opening(const struct bacteria *board, uint32_t row, struct mx_opening *opening) {
    *opening = (struct mx_opening){.row = row, .col = MX_WHOLE_LINE, .moves = board->cols};
    snprintf(opening->move, sizeof opening->move, "H in row %u", row + 1);
    leave(opening, (struct bacteria_rectangle){0, 0, row, board->cols});
    leave(opening, (struct bacteria_rectangle){row + 1, 0, board->rows, board->cols});
}

static void col_opening(const struct bacteria *board, uint32_t col, struct mx_opening *opening) {
    *opening = (struct mx_opening){.row = MX_WHOLE_LINE, .col = col, .moves = board->rows};
    snprintf(opening->move, sizeof opening->move, "V in column %u", col + 1);
    leave(opening, (struct bacteria_rectangle){0, 0, board->rows, col});
    leave(opening, (struct bacteria_rectangle){0, col + 1, board->rows, board->cols});
}

/* Open rows, then open columns. */
static bool opening(const void *instance, uint64_t index, struct mx_opening *opening) {
    const struct bacteria *board = instance;
    const size_t cols = board->cols;
    for (uint32_t row = 0; row < board->rows; row++)
        if (memchr(board->barred + row * cols, 1, cols) == NULL && index-- == 0) {
            row_opening(board, row, opening);
            return true;
        }
    for (uint32_t col = 0; col < cols; col++) {
        bool open = true;
        for (size_t row = 0; open && row < board->rows; row++)
            open = !board->barred[row * cols + col];
        if (open && index-- == 0) {
            col_opening(board, col, opening);
            return true;
        }
    }
    return false;
}

/* Cells in a thousand that are barred, in all boards together. */
static uint64_t density(const struct mx_batch *batch) {
    const struct bacteria *first = batch->instances;
    uint64_t cells = (uint64_t)first->rows * first->cols, barred = 0;
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct bacteria *board = mx_instance(batch, i);
        for (uint64_t cell = 0; cell < cells; cell++)
            barred += board->barred[cell];
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a batch has a board */
    return barred * 1000 / (cells * batch->count);
}

/* The key is that of scripts/tuning/grids.py. */
static const struct mx_variant *choose(const struct mx_batch *batch, mx_isa isa, int threads,
                                       int attempt) {
    const struct bacteria *board = batch->instances;
    bool tall = board->rows > board->cols;
    const uint64_t key[MX_COST_KEY] = {batch->count, tall ? board->cols : board->rows,
                                       tall ? board->rows : board->cols, density(batch)};
    return mx_choose_cheapest(&costs, variants, key, batch, isa, threads, attempt);
}

const struct mx_problem mx_problem_bacteria = {
    .name = "bacteria",
    .title = "Bacterial Tactics",
    .summary = "count the winning openings of a game of spreading colonies",
    .state_noun = "rectangle",
    .value_noun = "nimber",
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
    .mutate = bacteria_mutate,
    .states = states,
    .state = state,
    .options = options,
    .describe_state = describe_state,
    .start = start,
    .opening = opening,
    .drawing = &bacteria_drawing,
    .generators = bacteria_generators,
    .bench_loads = bacteria_bench_loads,
    .judging = &bacteria_judging,
    .textbook = &bacteria_iterative,
    .textbook_cost = "n^5",
    .variants = variants,
    .choose = choose,
};
