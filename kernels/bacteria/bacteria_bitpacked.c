/* A bit for each open row and column, a byte for each nimber.
 *
 * Idea: the options of a rectangle are the set bits of two masks, walked with ctz: rows open in
 * its columns, columns open in its rows. For rows the nimbers are kept by columns, and the other
 * way round, each in both halves of a square, so that what a walk looks up is contiguous.
 * Complexity: O(rows^2 * cols^2 * (rows + cols) / 64) for the masks plus a few instructions an
 * option; 4 bytes a rectangle. Invariant: final are all rectangles that end in an earlier column,
 * or in the same column and an earlier row, and what the one in hand leaves below or right of a
 * line. The time goes into the walks: two loads an option and, on small boards, the mispredicted
 * end of each walk.
 *
 * A mex is at most the number of options, at most height + width: while rows + cols <= 255 every
 * nimber fits its byte. On larger boards bytes still combine to bytes by XOR, so the mex is at
 * most 256, and a mex of 256 is where the kernel gives up.
 */
#include <string.h>

#include "bacteria/bacteria.h"
#include "kernel.h"
#include "support/interval.h"
#include "support/nimbers.h"

/* The rows as options, each across a span (a non-empty interval) of columns; or the reverse. */
struct lines {
    uint32_t count;
    size_t words;    /* of a mask with a bit a line */
    size_t spans;    /* there are */
    uint64_t *open;  /* [spans][words]: lines without a radioactive cell in the span */
    uint8_t *nimber; /* [spans][count + 1][count + 1]: of lines i .. j-1 in the span, at [i][j]
                        and at [j][i]; 0 at [i][i] */
};

struct tables {
    struct lines rows, columns;
    size_t bytes;
};

static size_t span(uint32_t first, uint32_t end) {
    return mx_interval(first, end - 1);
}

static size_t square(const struct lines *lines) {
    return (lines->count + (size_t)1) * (lines->count + (size_t)1);
}

/* The row of the square of a span in which lines end, or start, at `at`. */
static uint8_t *nimbers_at(const struct lines *lines, size_t of_span, uint32_t at) {
    return lines->nimber + of_span * square(lines) + at * (lines->count + (size_t)1);
}

static struct lines lines_of(uint32_t count, uint32_t across) {
    return (struct lines){
        .count = count, .words = (count + 63) / 64, .spans = (size_t)mx_nonempty_intervals(across)};
}

static struct tables lay_out(const struct bacteria *board, char *memory) {
    struct tables t = {lines_of(board->rows, board->cols), lines_of(board->cols, board->rows), 0};
    size_t row_masks = t.rows.spans * t.rows.words * sizeof(uint64_t);
    size_t column_masks = t.columns.spans * t.columns.words * sizeof(uint64_t);
    size_t row_nimbers = t.rows.spans * square(&t.rows);
    t.bytes = row_masks + column_masks + row_nimbers + t.columns.spans * square(&t.columns);
    if (memory != NULL) {
        t.rows.open = (uint64_t *)(void *)memory;
        t.columns.open = (uint64_t *)(void *)(memory + row_masks);
        t.rows.nimber = (uint8_t *)memory + row_masks + column_masks;
        t.columns.nimber = t.rows.nimber + row_nimbers;
    }
    return t;
}

/* The lines open in a span are those open in its first cell and in the rest. Cell `at` of line
 * `i` is barred[i * step + at * step_across]. */
static void find_open(const struct lines *lines, uint32_t across, const uint8_t *barred,
                      size_t step, size_t step_across) {
    for (uint32_t at = 0; at < across; at++) {
        uint64_t *cell = lines->open + span(at, at + 1) * lines->words;
        memset(cell, 0, lines->words * sizeof *cell);
        for (uint32_t i = 0; i < lines->count; i++)
            cell[i / 64] |= (uint64_t)!barred[i * step + at * step_across] << i % 64;
        for (uint32_t first = at; first-- > 0;)
            for (size_t word = 0; word < lines->words; word++)
                lines->open[span(first, at + 1) * lines->words + word] =
                    lines->open[span(first + 1, at + 1) * lines->words + word] &
                    lines->open[span(first, first + 1) * lines->words + word];
    }
}

static void clear_diagonals(const struct lines *lines) {
    for (size_t of_span = 0; of_span < lines->spans; of_span++)
        for (uint32_t i = 0; i <= lines->count; i++)
            nimbers_at(lines, of_span, i)[i] = 0;
}

/* What word number `word` of a span's mask says about lines first .. end-1; they reach into it. */
static inline uint64_t open_between(const struct lines *lines, size_t of_span, uint32_t word,
                                    uint32_t first, uint32_t end) {
    uint64_t open = lines->open[of_span * lines->words + word];
    if (first > word * 64)
        open &= UINT64_MAX << (first - word * 64);
    if (end < word * 64 + 64)
        open &= ~(UINT64_MAX << (end - word * 64));
    return open;
}

/* Nimbers of options, as far as they are below 64, which in practice they are. */
struct seen {
    uint64_t bits;  /* bit v % 64 for every nimber v */
    unsigned every; /* the OR of all of them */
};

/* Adds what the open lines among first .. end-1 leave before and behind them. */
static inline void look(const struct lines *lines, size_t of_span, uint32_t first, uint32_t end,
                        struct seen *seen) {
    const uint8_t *before = nimbers_at(lines, of_span, first);
    const uint8_t *behind = nimbers_at(lines, of_span, end) + 1;
    for (uint32_t word = first / 64; word * 64 < end; word++)
        for (uint64_t open = open_between(lines, of_span, word, first, end); open != 0;
             open &= open - 1) {
            size_t line = word * 64 + (size_t)__builtin_ctzll(open);
            unsigned nimber = before[line] ^ behind[line];
            seen->bits |= UINT64_C(1) << nimber % 64;
            seen->every |= nimber;
        }
}

static bool is_open(const struct lines *lines, size_t of_span, uint32_t line) {
    return lines->open[of_span * lines->words + line / 64] >> line % 64 & 1;
}

/* The same for any nimber, slowly. */
static void look_beyond(const struct lines *lines, size_t of_span, uint32_t first, uint32_t end,
                        struct mx_nimbers *seen) {
    const uint8_t *before = nimbers_at(lines, of_span, first);
    const uint8_t *behind = nimbers_at(lines, of_span, end) + 1;
    for (uint32_t line = first; line < end; line++)
        if (is_open(lines, of_span, line))
            mx_nimbers_add(seen, before[line] ^ behind[line]);
}

static uint32_t mex_beyond(const struct tables *t, struct bacteria_rectangle r) {
    struct mx_nimbers seen;
    mx_nimbers_start(&seen, r.bottom - r.top + r.right - r.left);
    look_beyond(&t->rows, span(r.left, r.right), r.top, r.bottom, &seen);
    look_beyond(&t->columns, span(r.top, r.bottom), r.left, r.right, &seen);
    return mx_nimbers_mex(&seen);
}

static inline uint32_t mex(const struct tables *t, struct bacteria_rectangle r) {
    struct seen seen = {0, 0};
    look(&t->rows, span(r.left, r.right), r.top, r.bottom, &seen);
    look(&t->columns, span(r.top, r.bottom), r.left, r.right, &seen);
    if (seen.every >= 64 || seen.bits == UINT64_MAX)
        return mex_beyond(t, r);
    return (uint32_t)__builtin_ctzll(~seen.bits);
}

static inline void keep(const struct lines *lines, size_t of_span, uint32_t first, uint32_t end,
                        uint32_t nimber) {
    nimbers_at(lines, of_span, first)[end] = (uint8_t)nimber;
    nimbers_at(lines, of_span, end)[first] = (uint8_t)nimber;
}

/* All rectangles that end at row bottom-1 and column right-1. False when one needs more than a
 * byte. */
static bool fill_ending_at(const struct tables *t, uint32_t bottom, uint32_t right) {
    for (uint32_t top = bottom; top-- > 0;)
        for (uint32_t left = right; left-- > 0;) {
            uint32_t nimber = mex(t, (struct bacteria_rectangle){top, left, bottom, right});
            if (nimber > UINT8_MAX)
                return false;
            keep(&t->rows, span(left, right), top, bottom, nimber);
            keep(&t->columns, span(top, bottom), left, right, nimber);
        }
    return true;
}

static uint64_t count_options(const struct lines *lines) {
    uint64_t options = 0;
    for (size_t of_span = 0; of_span < lines->spans; of_span++)
        for (uint32_t end = 1; end <= lines->count; end++)
            for (uint32_t first = 0; first < end; first++)
                for (uint32_t word = first / 64; word * 64 < end; word++)
                    options += (uint64_t)__builtin_popcountll(
                        open_between(lines, of_span, word, first, end));
    return options;
}

/* A line of the whole board wins, once for each of its `length` cells, when it leaves 0. */
static uint64_t winning_openings(const struct lines *lines, uint32_t length) {
    size_t all = span(0, length);
    uint64_t count = 0;
    for (uint32_t line = 0; line < lines->count; line++)
        if (is_open(lines, all, line) &&
            nimbers_at(lines, all, 0)[line] == nimbers_at(lines, all, lines->count)[line + 1])
            count += length;
    return count;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    const uint32_t rows = board->rows, cols = board->cols;
    struct tables t = lay_out(board, run->workspace);
    find_open(&t.rows, cols, board->barred, cols, 1);
    find_open(&t.columns, rows, board->barred, 1, cols);
    clear_diagonals(&t.rows);
    clear_diagonals(&t.columns);

    for (uint32_t right = 1; right <= cols; right++)
        for (uint32_t bottom = 1; bottom <= rows; bottom++) {
            if (!mx_stage(run, (right - 1) * rows + bottom - 1, rows * cols))
                return MX_STOPPED;
            if (!fill_ending_at(&t, bottom, right))
                return MX_GAVE_UP;
        }
    run->answers[0] = winning_openings(&t.rows, cols) + winning_openings(&t.columns, rows);
    if (run->work != NULL)
        run->work[0] = count_options(&t.rows) + count_options(&t.columns);
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct tables t = lay_out(mx_instance(&run->batch, which), run->workspace);
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    return nimbers_at(&t.rows, span(r.left, r.right), r.top)[r.bottom];
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    return lay_out(batch->instances, NULL).bytes;
}

const struct mx_variant bacteria_bitpacked = {
    .name = "bacteria_bitpacked",
    .idea = "bottom-up, options from bit masks of open lines, nimbers in bytes",
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
