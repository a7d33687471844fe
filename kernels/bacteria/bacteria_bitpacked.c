/* One board whose shorter side has at most 64 cells, one bit for each rectangle.
 *
 * Idea: a word holds the left edges of the rectangles of one size and one top row; a vector holds
 * the words of consecutive top rows. An option along a row is the XOR of two vectors `row + 1`
 * words apart. An option along a column is the XOR of one vector with another that is shifted right
 * by `column + 1` bits within its words. A word has 16, 32 or 64 bits, enough for the shorter side,
 * which becomes the columns. Nimbers are stored as bit planes (seen_planes.h).
 *
 *     size of height h and width w, one plane:
 *     | top 0: left 0, 1, 2 ... a bit each | top 1: ... | ... | top rows - h |
 *        \__ word: cols - w + 1 bits used
 *
 * Complexity: about 30 operations for each vector of options. About half of the lanes are idle,
 * because wide rectangles have few left edges. bits(rows + cols) planes are reserved, of which 3 to
 * 5 are touched. Invariant: when the rectangles of a size are computed, all sizes that are smaller
 * in one direction and not larger in the other are final, and plane_counts[] bounds their nimbers.
 * A mex over nimbers of k planes is at most 2^k. Time: the kernel is bound by these operations
 * (AVX2: four a cycle). A vector with nimbers above 7 makes another pass over its options.
 */
#include <stdio.h>

#include "bacteria/bacteria_likely.h"
#include "bacteria/seen_planes.h"
#include "bacteria/word_table.h"
#include "variant.h"

#define MOST_COLS 64u
#define HEIGHTS_A_SLAB 4 /* heights computed in one pass over the widths */

/* ---- The sweep --------------------------------------------------------------------------- */

/* A vector of rectangles, `at` bytes into those of its size. */
struct word_vector {
    uint32_t height, width;
    size_t at;
};

LANES_INLINE lanes shifted(lanes x, uint32_t bits, uint32_t word) {
    if (word == 2)
        return (lanes)((lanes_of_16)x >> (uint16_t)bits);
    if (word == 4)
        return (lanes)((lanes_of_32)x >> bits);
    return x >> bits;
}

LANES_INLINE void add_row_options(lanes seen[8], const struct word_table *t,
                                  const struct word_vector *g, uint32_t word, unsigned planes,
                                  unsigned octet) {
    const uint8_t *size = size_start(t, 1, g->width) + g->at, *none = t->value;
    const uint8_t *open = t->row_mask + (g->width - 1) * t->line + g->at;
    for (uint32_t row = 0; row < g->height; row++) {
        const uint8_t *above = row == 0 ? none : size + t->place[row];
        uint32_t rest = g->height - 1 - row;
        const uint8_t *below = rest == 0 ? none : size + t->place[rest] + (row + 1) * word;
        lanes value[SEEN_MOST_PLANES];
        value[0] = lanes_load(above) ^ lanes_load(below);
        value[1] = lanes_load(above + t->plane) ^ lanes_load(below + t->plane);
        for (unsigned p = 2; p < planes; p++)
            value[p] = lanes_load(above + p * t->plane) ^ lanes_load(below + p * t->plane);
        seen_add(seen, value, lanes_load(open + row * word), planes, octet);
    }
}

LANES_INLINE void add_column_options(lanes seen[8], const struct word_table *t,
                                     const struct word_vector *g, uint32_t word, unsigned planes,
                                     unsigned octet) {
    const uint8_t *size = size_start(t, g->height, 1) + g->at, *none = t->value;
    lanes open = lanes_load(t->column_mask + (g->height - 1) * t->line + g->at);
    const uint8_t *left = none, *right = size + (g->width - 1) * t->width_bytes;
    for (uint32_t col = 0; col < g->width; col++) {
        right = col + 1 == g->width ? none : right - t->width_bytes;
        lanes value[SEEN_MOST_PLANES];
        value[0] = lanes_load(left) ^ shifted(lanes_load(right), col + 1, word);
        value[1] =
            lanes_load(left + t->plane) ^ shifted(lanes_load(right + t->plane), col + 1, word);
        for (unsigned p = 2; p < planes; p++)
            value[p] = lanes_load(left + p * t->plane) ^
                       shifted(lanes_load(right + p * t->plane), col + 1, word);
        seen_add(seen, value, shifted(open, col, word), planes, octet);
        left = col == 0 ? size : left + t->width_bytes;
    }
}

LANES_INLINE void collect_options(lanes seen[8], const struct word_table *t,
                                  const struct word_vector *g, uint32_t word, unsigned planes,
                                  unsigned octet) {
    for (unsigned v = 0; v < 8; v++)
        seen[v] = (lanes){0};
    add_row_options(seen, t, g, word, planes, octet);
    add_column_options(seen, t, g, word, planes, octet);
}

/* Adds a plane of zeros to the whole table. */
static void add_plane(struct word_table *t) {
    memset(t->value + t->planes * t->plane, 0, t->plane);
    t->planes++;
}

static void store_or(uint8_t *to, lanes more) {
    lanes_store(to, lanes_load(to) | more);
}

/* Completes the nimbers of the lanes in `high`. They are above 7 and stored at `to` as 0 so far.
 * Returns the number of planes that they need. */
LANES_INLINE unsigned fill_high_nimbers(struct word_table *t, const struct word_vector *g,
                                        uint32_t word, unsigned planes, lanes high, uint8_t *to) {
    for (unsigned octet = 1; octet < 1u << (planes - 3) && lanes_any(high); octet++) {
        lanes seen[8], mex[3];
        collect_options(seen, t, g, word, planes, octet);
        lanes higher = seen_mex(seen, high, mex, planes);
        for (unsigned p = 0; p < 3; p++)
            store_or(to + p * t->plane, mex[p]);
        for (unsigned p = 3; p < planes; p++)
            if (octet >> (p - 3) & 1)
                store_or(to + p * t->plane, high & ~higher);
        high = higher;
    }
    if (!lanes_any(high))
        return planes;
    if (planes == t->planes)
        add_plane(t);
    lanes_store(to + planes * t->plane, high);
    return planes + 1;
}

LANES_INLINE unsigned fill_high_nimbers_of_word(struct word_table *t, const struct word_vector *g,
                                                uint32_t word, unsigned planes, lanes high,
                                                uint8_t *to) {
    switch (planes) {
    case 4:
        return fill_high_nimbers(t, g, word, 4, high, to);
    case 5:
        return fill_high_nimbers(t, g, word, 5, high, to);
    default:
        return fill_high_nimbers(t, g, word, planes, high, to);
    }
}

__attribute__((noinline)) static unsigned fill_high_nimbers_any(struct word_table *t,
                                                                const struct word_vector *g,
                                                                unsigned planes, lanes high,
                                                                uint8_t *to) {
    switch (t->word) {
    case 2:
        return fill_high_nimbers_of_word(t, g, 2, planes, high, to);
    case 4:
        return fill_high_nimbers_of_word(t, g, 4, planes, high, to);
    default:
        return fill_high_nimbers_of_word(t, g, 8, planes, high, to);
    }
}

/* A bit for each left edge of this width, in every word. */
LANES_INLINE lanes left_edges(const struct word_table *t, uint32_t width, uint32_t word) {
    uint64_t bits = UINT64_MAX >> (64 - (t->cols - width + 1));
    if (word == 2)
        bits *= UINT64_C(0x0001000100010001);
    if (word == 4)
        bits *= UINT64_C(0x0000000100000001);
    return (lanes){0} + bits;
}

/* Computes all rectangles of a size. The nimbers of their parts have `planes` planes. Returns the
 * number of planes that their own nimbers need. */
LANES_INLINE unsigned fill_vectors(struct word_table *t, struct word_vector g, uint32_t word,
                                   unsigned planes) {
    const size_t bytes = (t->rows - g.height + (size_t)1) * word;
    const lanes edges = left_edges(t, g.width, word);
    uint8_t *to = size_start(t, g.height, g.width);
    unsigned most = planes;
    for (; g.at < bytes; g.at += LANES_BYTES, to += LANES_BYTES) {
        lanes seen[8], mex[3];
        collect_options(seen, t, &g, word, planes, 0);
        size_t left = bytes - g.at < LANES_BYTES ? bytes - g.at : LANES_BYTES;
        lanes high = seen_mex(seen, lanes_first(left) & edges, mex, planes);
        for (unsigned p = 0; p < 3; p++)
            lanes_store(to + p * t->plane, mex[p]);
        for (unsigned p = 3; p < t->planes; p++)
            lanes_store(to + p * t->plane, (lanes){0});
        if (__builtin_expect(lanes_any(planes == 2 ? mex[2] : high), 0)) {
            unsigned need = planes == 2 ? 3 : fill_high_nimbers_any(t, &g, planes, high, to);
            most = need > most ? need : most;
        }
    }
    return most;
}

LANES_INLINE unsigned fill_size_of_word(struct word_table *t, struct word_vector g, uint32_t word,
                                        unsigned planes) {
    switch (planes) {
    case 2:
        return fill_vectors(t, g, word, 2);
    case 3:
        return fill_vectors(t, g, word, 3);
    case 4:
        return fill_vectors(t, g, word, 4);
    case 5:
        return fill_vectors(t, g, word, 5);
    default:
        return fill_vectors(t, g, word, planes);
    }
}

static void fill_size(struct word_table *t, uint32_t height, uint32_t width) {
    unsigned lower = height > 1 ? *plane_count(t, height - 1, width) : 2;
    unsigned narrower = width > 1 ? *plane_count(t, height, width - 1) : 2;
    unsigned planes = lower > narrower ? lower : narrower;
    struct word_vector g = {height, width, 0};
    *plane_count(t, height, width) = (uint8_t)(t->word == 2   ? fill_size_of_word(t, g, 2, planes)
                                               : t->word == 4 ? fill_size_of_word(t, g, 4, planes)
                                                              : fill_size_of_word(t, g, 8, planes));
}

/* ---- The variant ------------------------------------------------------------------------- */

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct word_table t = lay_out(board, run->workspace);
    place_heights(t.rows, t.word, t.place);
    fill_masks(&t, board);
    for (; t.planes < 3; t.planes++)
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a run has a workspace */
        memset(t.value + t.planes * t.plane, 0, LANES_BYTES);
    for (uint32_t first = 1; first <= t.rows; first += HEIGHTS_A_SLAB)
        for (uint32_t width = 1; width <= t.cols; width++) {
            if (!mx_stage(run, (uint64_t)(first - 1) * t.cols + (width - 1) * HEIGHTS_A_SLAB,
                          (uint64_t)(t.rows + HEIGHTS_A_SLAB) * t.cols))
                return MX_STOPPED;
            for (uint32_t height = first; height < first + HEIGHTS_A_SLAB && height <= t.rows;
                 height++)
                fill_size(&t, height, width);
        }
    run->answers[0] = winning_openings(&t);
    if (run->work != NULL)
        run->work[0] = count_work(&t);
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct word_table t = lay_out(mx_instance(&run->batch, which), run->workspace);
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    uint32_t height = r.bottom - r.top, width = r.right - r.left;
    return t.turned ? nimber_of(&t, r.left, width, r.top, height)
                    : nimber_of(&t, r.top, height, r.left, width);
}

static const char *unsupported(const void *instance, char *why, size_t room) {
    const struct bacteria *board = instance;
    uint32_t shorter = board->rows < board->cols ? board->rows : board->cols;
    if (shorter <= MOST_COLS)
        return NULL;
    snprintf(why, room, "a side must have at most %u cells, the shorter one has %u", MOST_COLS,
             shorter);
    return why;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    return lay_out(batch->instances, NULL).bytes;
}

/* A step is one option of a vector. */
static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    (void)threads;
    const struct word_table t = lay_out(batch->instances, NULL);
    const double open = likely_open(batch), cols = t.cols;
    struct mx_forecast all = {.spread = 1.3, .bytes = (double)t.bytes};
    for (uint32_t height = 1; height <= t.rows; height++) {
        const size_t bytes = (t.rows - height + (size_t)1) * t.word;
        const double vectors = ceil((double)bytes / MX_ISA_WIDTH);
        all.steps += vectors * cols * (height + (cols + 1) / 2);
        all.results += vectors * cols;
    }
    all.more = all.steps * likely_mean_passes(batch, open);
    return all;
}

const struct mx_variant MX_ISA_SYMBOL(bacteria_bitpacked) = {
    .name = MX_ISA_LABEL("bacteria_bitpacked"),
    .idea = "one board, bit-sliced, words of left edges and vectors of top rows",
    .isa = MX_ISA_LEVEL,
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .lanes = 8 * MX_ISA_WIDTH,
    .state_bits = 2,
    .unsupported = unsupported,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .forecast = forecast,
};
