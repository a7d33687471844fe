/* A kernel for mexbench that lives outside its tree: the place to start from.
 *
 * Idea: bottom-up over strips of columns. Right edges go from left to right, left edges from the
 * right edge outwards, and within a strip rectangles go from low to high. Complexity:
 * O(rows^2 * cols^2 * (rows + cols)) time, two bytes per (top, bottom, left, right). Invariant:
 * both parts that a move leaves are final before the rectangle itself is computed. The time goes
 * into the two table look-ups per option.
 *
 * variant.h is the contract; bacteria/bacteria.h has the rules, the instance and the states; this
 * file needs nothing else. To make it yours, change its name here, in MX_PLUGIN and in the build
 * file, and then replace the idea.
 */
#include <string.h>

#include "bacteria/bacteria.h"
#include "variant.h"

/* Everything lies in the workspace, in this order. */
struct strips {
    uint32_t rows, cols;
    uint64_t *stamp; /* [rows + cols + 1], by nimber: the last rectangle that had such an option */
    uint64_t last;   /* number of the rectangle that is computed, from 1 */
    uint16_t *west;  /* [rows][cols + 1]: empty cells in the row directly before this column */
    uint16_t *north; /* [rows + 1][cols]: empty cells in the column directly above this row */
    uint16_t *value; /* [rows + 1][rows + 1][cols + 1][cols + 1], by top, bottom, left, right */
};

static size_t stamps(const struct bacteria *board) {
    return (size_t)board->rows + board->cols + 1;
}

static size_t values(const struct bacteria *board) {
    const size_t rows = board->rows + 1u, cols = board->cols + 1u;
    return rows * rows * cols * cols;
}

static size_t runs(const struct bacteria *board) {
    return (size_t)board->rows * (board->cols + 1u) + (board->rows + 1u) * (size_t)board->cols;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    const struct bacteria *board = mx_instance(batch, 0);
    (void)threads;
    return stamps(board) * sizeof(uint64_t) + (runs(board) + values(board)) * sizeof(uint16_t);
}

static struct strips strips_at(const struct bacteria *board, void *workspace) {
    struct strips s = {.rows = board->rows, .cols = board->cols, .stamp = workspace};
    s.west = (uint16_t *)(s.stamp + stamps(board));
    s.north = s.west + (size_t)board->rows * (board->cols + 1u);
    s.value = s.west + runs(board);
    return s;
}

static uint16_t *value(const struct strips *s, struct bacteria_rectangle r) {
    const size_t rows = s->rows + 1u, cols = s->cols + 1u;
    return s->value + ((r.top * rows + r.bottom) * cols + r.left) * cols + r.right;
}

/* Workspaces come filled with junk. Rectangles without a cell have value 0. */
static void start(struct strips *s, const struct bacteria *board) {
    memset(s->stamp, 0, stamps(board) * sizeof *s->stamp);
    memset(s->west, 0, runs(board) * sizeof *s->west);
    memset(s->value, 0, values(board) * sizeof *s->value);
    for (size_t row = 0; row < s->rows; row++)
        for (size_t col = 0; col < s->cols; col++) {
            const size_t west = row * (s->cols + 1u) + col, north = row * s->cols + col;
            if (!board->barred[row * s->cols + col]) {
                s->west[west + 1] = (uint16_t)(s->west[west] + 1);
                s->north[north + s->cols] = (uint16_t)(s->north[north] + 1);
            }
        }
}

static bool row_open(const struct strips *s, struct bacteria_rectangle r, uint32_t row) {
    return s->west[(size_t)row * (s->cols + 1u) + r.right] >= r.right - r.left;
}

static bool col_open(const struct strips *s, struct bacteria_rectangle r, uint32_t col) {
    return s->north[(size_t)r.bottom * s->cols + col] >= r.bottom - r.top;
}

static uint32_t after_row(const struct strips *s, struct bacteria_rectangle r, uint32_t row) {
    struct bacteria_rectangle above = r, below = r;
    above.bottom = row;
    below.top = row + 1;
    return *value(s, above) ^ *value(s, below);
}

static uint32_t after_col(const struct strips *s, struct bacteria_rectangle r, uint32_t col) {
    struct bacteria_rectangle left = r, right = r;
    left.right = col;
    right.left = col + 1;
    return *value(s, left) ^ *value(s, right);
}

/* Marks an option's nimber. A rectangle's nimber is at most rows + cols; a larger one among its
 * options cannot be the mex. */
static void mark(const struct strips *s, uint32_t nimber) {
    if (nimber <= s->rows + s->cols)
        s->stamp[nimber] = s->last;
}

/* Computes one rectangle; returns its options. */
static uint64_t fill(struct strips *s, struct bacteria_rectangle r) {
    uint64_t options = 0;
    s->last++;
    for (uint32_t row = r.top; row < r.bottom; row++)
        if (row_open(s, r, row))
            mark(s, after_row(s, r, row)), options++;
    for (uint32_t col = r.left; col < r.right; col++)
        if (col_open(s, r, col))
            mark(s, after_col(s, r, col)), options++;
    uint16_t mex = 0;
    while (s->stamp[mex] == s->last)
        mex++;
    *value(s, r) = mex;
    return options;
}

static uint64_t fill_strip(struct strips *s, uint32_t left, uint32_t right) {
    uint64_t options = 0;
    for (uint32_t bottom = 1; bottom <= s->rows; bottom++)
        for (uint32_t top = bottom; top-- > 0;)
            options += fill(s, (struct bacteria_rectangle){top, left, bottom, right});
    return options;
}

/* The openings that win: those that leave nimber 0, one for each cell of the row or column. */
static uint64_t answer(const struct strips *s) {
    const struct bacteria_rectangle all = {0, 0, s->rows, s->cols};
    uint64_t count = 0;
    for (uint32_t row = 0; row < s->rows; row++)
        count += row_open(s, all, row) && after_row(s, all, row) == 0 ? s->cols : 0;
    for (uint32_t col = 0; col < s->cols; col++)
        count += col_open(s, all, col) && after_col(s, all, col) == 0 ? s->rows : 0;
    return count;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct strips s = strips_at(board, run->workspace);
    start(&s, board);
    uint64_t options = 0, done = 0;
    for (uint32_t right = 1; right <= s.cols; right++)
        for (uint32_t left = right; left-- > 0;) {
            if (!mx_stage(run, done++, (uint64_t)s.cols * (s.cols + 1u) / 2))
                return MX_STOPPED;
            options += fill_strip(&s, left, right);
        }
    run->answers[0] = answer(&s);
    if (run->work != NULL)
        run->work[0] = options;
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    const struct strips s = strips_at(mx_instance(&run->batch, which), run->workspace);
    return *value(&s, bacteria_rectangle_of(state));
}

static const struct mx_variant bacteria_mine = {
    .name = "bacteria_mine",
    .idea = "bottom-up over strips of columns",
    .max_batch = 1,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .keeps = MX_KEEPS_ALL,
    .every_option = true,
};

MX_PLUGIN(bacteria, bacteria_mine);
