/* Where the cells of a grid are, and which part of each strip the table of lane_table.h keeps.
 *
 * The cells of a row of the grid are neighbours, and so are those of a column. A rectangle is
 * tight when each of its four border lines has a cell in it, in either class. Only tight rectangles
 * have a value of their own: a border line without a cell can be cropped. On a thin board the tight
 * rectangles of a band have few left edges and few right edges: their number is about rows^2 *
 * min(n, m)^2.
 *
 * A strip is kept for a window of columns: those with cells in the band, and a margin that no run
 * of left edges exceeds. A run of left edges beyond the window therefore moves into it as a whole
 * without a change of its values. Where the margin would be half of the columns or more, it is all
 * of them: every window is the whole grid, and nothing moves.
 */
#ifndef MX_DARKRAFT_STRIPS_H
#define MX_DARKRAFT_STRIPS_H

#include "darkraft/darkraft.h"
#include "support/interval.h"
#include "support/lanes.h"

/* Columns first .. end-1. */
struct span {
    uint32_t first, end;
};

/* The strip of a band. */
struct strip {
    struct span cells, window; /* columns with cells; columns that are kept */
    size_t at, bytes;          /* offset in the table of nimbers, and size */
    size_t left_edges;         /* left edges in the windows of all strips before */
};

static size_t padded(size_t bytes, size_t to) {
    return (bytes + to - 1) / to * to;
}

/* Rounds up to an odd number of cache lines, so that strips spread over the sets of a cache. */
static size_t odd_lines(size_t bytes) {
    return (padded(bytes, 64) / 64 | 1) * 64;
}

static size_t band_number(uint32_t top, uint32_t bottom) {
    return mx_interval(top, bottom - 1);
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t greatest(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static struct span span_of_both(struct span a, struct span b) {
    return (struct span){least(a.first, b.first), greatest(a.end, b.end)};
}

/* The columns of row u of the grids that have a cell in either class. */
static struct span cells_of_row(const struct darkraft *board, uint32_t u) {
    const uint32_t rows = board->rows, cols = board->cols;
    struct span span = {UINT32_MAX, 0};
    for (uint32_t sum = 2 * u; sum <= 2 * u + 1 && sum <= rows + cols - 2; sum++) {
        const uint32_t lowest = least(rows - 1, sum), highest = sum < cols ? 0 : sum - cols + 1;
        span = span_of_both(span, (struct span){(sum + rows - 1 - 2 * lowest) / 2,
                                                (sum + rows - 1 - 2 * highest) / 2 + 1});
    }
    return span;
}

/* The left edges of the tight rectangles of a band, from the columns with cells in the band, in its
 * first row and in its last row. */
static struct span tight_lefts(struct span band, struct span first, struct span last) {
    return (struct span){band.first, least(first.end, last.end)};
}

/* Their right edges. */
static struct span tight_ends(struct span band, struct span first, struct span last) {
    return (struct span){greatest(first.first, last.first) + 1, band.end + 1};
}

/* The left edges of one width: `lefts` whose rectangles have their right edge in `ends`. */
static struct span run_of_width(struct span lefts, struct span ends, uint32_t width) {
    return (struct span){greatest(lefts.first, ends.first < width ? 0 : ends.first - width),
                         least(lefts.end, ends.end < width ? 0 : ends.end - width)};
}

/* The least width of a rectangle between left edges and right edges, but not 0. */
static uint32_t least_width(struct span lefts, struct span ends) {
    return ends.first < lefts.end ? 1 : ends.first - lefts.end + 1;
}

/* At least the length of every run of left edges: tight rectangles of one band and width, or those
 * that begin behind a cell of one row. */
static uint32_t longest_run(const struct darkraft *board, uint32_t side) {
    uint32_t longest = 0, first = UINT32_MAX;
    for (uint32_t u = side; u-- > 0;) {
        const struct span cells = cells_of_row(board, u);
        first = least(first, cells.first);
        longest = greatest(longest, cells.end - first);
    }
    return longest;
}

/* sizes[k]: bytes of k rows of one, two .. k left edges. A strip with `cols` columns begins with
 * the cols + 1 left edges of width 0. */
static void start_sizes(uint32_t side, size_t unit, bool aligned, size_t *sizes) {
    sizes[0] = 0;
    for (uint32_t edges = 1; edges <= side + 1; edges++)
        sizes[edges] = sizes[edges - 1] + padded(edges * unit, aligned ? LANES_BYTES : 1);
}

/* Where a width begins in a strip with `cols` columns; for cols + 1, the end. */
static size_t width_at(const size_t *sizes, uint32_t cols, uint32_t width) {
    return sizes[cols + 1] - sizes[cols + 1 - width];
}

/* Lays out the strips of all bands, and writes them to strips[] unless it is NULL. Returns the sum
 * of their sizes and of their left edges. */
static struct strip lay_out_strips(const struct darkraft *board, uint32_t side, uint32_t margin,
                                   const size_t *sizes, struct strip *strips) {
    struct strip next = {.at = 0};
    for (uint32_t bottom = 1; bottom <= side; bottom++) {
        next.cells = (struct span){UINT32_MAX, 0};
        for (uint32_t top = bottom; top-- > 0;) {
            next.cells = span_of_both(next.cells, cells_of_row(board, top));
            next.window.first = next.cells.first > margin ? next.cells.first - margin : 0;
            next.window.end = least(next.cells.end + margin, side);
            const uint32_t cols = next.window.end - next.window.first;
            next.bytes = odd_lines(sizes[cols + 1] + LANES_BYTES);
            if (strips != NULL)
                strips[band_number(top, bottom)] = next;
            next.at += next.bytes;
            next.left_edges += cols;
        }
    }
    return next;
}

#endif
