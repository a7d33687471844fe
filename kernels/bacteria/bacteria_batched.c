/* Many boards of one shape at once, one bit for each rectangle.
 *
 * Idea: the boards of a group lie side by side in a unit of `unit` bytes, one bit a board. A vector
 * holds the units of consecutive left edges, for one band and width. An option along a row is the
 * XOR of two vectors at the same place in two strips; an option along a column is the XOR of two
 * vectors of one strip, `column + 1` units apart. Nimbers are bit planes (seen_planes.h).
 *
 *     strip of rows top .. bottom-1, one plane:
 *     | width 1: left 0, 1, 2 ... | width 2: left 0, 1 ... | ... | width cols: left 0 |
 *                    \__ unit: board 0 .. 8*unit-1, a bit each
 *
 * Complexity: about 25 operations for each vector of options; bits(rows + cols) planes, of which 3
 * to 5 are touched. Invariant: when a band and a width are computed, all rectangles inside them are
 * final, and plane_counts[] bounds their nimbers; a mex over nimbers of k planes is at most 2^k.
 * Time: these operations (AVX2: four a cycle); vectors with nimbers above 7 make a second pass.
 */
#include <omp.h>

#include "bacteria/bacteria_likely.h"
#include "bacteria/batch_digest.h"
#include "bacteria/batch_table.h"
#include "bacteria/seen_planes.h"
#include "variant.h"

#define MOST_BATCH 512
#define MOST_UNIT ((uint32_t)LANES_BYTES)
#define WIDTHS_A_SLAB 8        /* widths computed in one pass over the bands */
#define GROUP_BYTES (1u << 23) /* target size of a group's table */

struct batch_groups {
    uint32_t count, boards; /* in every group but the last */
    size_t unit;
};

static struct batch_groups divide_batch(const struct mx_batch *batch, int threads) {
    uint32_t eights = (batch->count + 7) / 8, wanted = (uint32_t)threads;
    uint32_t most = MOST_UNIT;
    while (most > 2 && lay_out(batch->instances, most, NULL).bytes > GROUP_BYTES)
        most /= 2;
    uint32_t count = (eights + most - 1) / most;
    if (count < wanted)
        count = wanted < eights ? wanted : eights;
    uint32_t unit = (eights + count - 1) / count;
    return (struct batch_groups){(eights + unit - 1) / unit, 8 * unit, unit};
}

/* ---- The sweep --------------------------------------------------------------------------- */

/* A vector of rectangles, `at` bytes into those of rows top .. bottom-1 and `width` columns. */
struct batch_vector {
    uint32_t top, bottom, width;
    size_t at;
};

LANES_INLINE void add_option(lanes seen[8], const struct batch_table *t, const uint8_t *a,
                             const uint8_t *b, const uint8_t *open, unsigned planes,
                             unsigned octet) {
    lanes value[SEEN_MOST_PLANES];
    value[0] = lanes_load(a) ^ lanes_load(b);
    value[1] = lanes_load(a + t->plane) ^ lanes_load(b + t->plane);
    for (unsigned p = 2; p < planes; p++)
        value[p] = lanes_load(a + p * t->plane) ^ lanes_load(b + p * t->plane);
    seen_add(seen, value, lanes_load(open), planes, octet);
}

/* Adds the options along rows. The first and the last row leave one part only. */
LANES_INLINE void add_row_options(lanes seen[8], const struct batch_table *t,
                                  const struct batch_vector *g, unsigned planes, unsigned octet) {
    const size_t at = t->place[g->width] + g->at;
    const size_t step = t->place[g->width + 1] - t->place[g->width];
    const uint8_t *open = row_mask(t, g->width, g->top) + g->at, *none = t->value;
    const uint8_t *above = strip_of(t, g->top, g->top + 1) + at;
    const uint8_t *below = strip_of(t, g->top + 1, g->bottom) + at;
    uint32_t height = g->bottom - g->top;
    add_option(seen, t, none, height > 1 ? below : none, open, planes, octet);
    if (height == 1)
        return;
    for (uint32_t row = g->top + 1; row < g->bottom - 1; row++) {
        open += step;
        below += t->strip;
        add_option(seen, t, above, below, open, planes, octet);
        above += row * t->strip; /* from band_number(top, row) to band_number(top, row + 1) */
    }
    add_option(seen, t, above, none, open + step, planes, octet);
}

LANES_INLINE void add_column_options(lanes seen[8], const struct batch_table *t,
                                     const struct batch_vector *g, unsigned planes,
                                     unsigned octet) {
    const uint8_t *strip = strip_of(t, g->top, g->bottom) + g->at, *none = t->value;
    const uint8_t *open = t->open_column + band_number(g->top, g->bottom) * t->line + g->at;
    const uint8_t *shifted = strip;
    uint32_t last = g->width - 1;
    add_option(seen, t, none, last > 0 ? strip + t->place[last] + t->unit : none, open, planes,
               octet);
    for (uint32_t col = 1; col < last; col++) {
        open += t->unit;
        shifted += t->unit;
        add_option(seen, t, strip + t->place[col], shifted + t->unit + t->place[last - col], open,
                   planes, octet);
    }
    if (last > 0)
        add_option(seen, t, strip + t->place[last], none, open + t->unit, planes, octet);
}

LANES_INLINE void collect_options(lanes seen[8], const struct batch_table *t,
                                  const struct batch_vector *g, unsigned planes, unsigned octet) {
    for (unsigned v = 0; v < 8; v++)
        seen[v] = (lanes){0};
    add_row_options(seen, t, g, planes, octet);
    add_column_options(seen, t, g, planes, octet);
}

static void add_plane(struct batch_table *t) {
    memset(t->value + t->planes * t->plane, 0, t->plane);
    t->planes++;
}

static void store_or(uint8_t *to, lanes more) {
    lanes_store(to, lanes_load(to) | more);
}

/* Completes the nimbers of the lanes in `high`. They are above 7 and stored at `to` as 0 so far.
 * Returns the number of planes that they need. */
LANES_INLINE unsigned fill_high_nimbers(struct batch_table *t, const struct batch_vector *g,
                                        unsigned planes, lanes high, uint8_t *to) {
    for (unsigned octet = 1; octet < 1u << (planes - 3) && lanes_any(high); octet++) {
        lanes seen[8], mex[3];
        collect_options(seen, t, g, planes, octet);
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

__attribute__((noinline)) static unsigned fill_high_nimbers_any(struct batch_table *t,
                                                                const struct batch_vector *g,
                                                                unsigned planes, lanes high,
                                                                uint8_t *to) {
    switch (planes) {
    case 4:
        return fill_high_nimbers(t, g, 4, high, to);
    case 5:
        return fill_high_nimbers(t, g, 5, high, to);
    default:
        return fill_high_nimbers(t, g, planes, high, to);
    }
}

/* Computes all rectangles of this band and width. The nimbers of their parts have `planes` planes.
 * Returns the number of planes that their own nimbers need. */
LANES_INLINE unsigned fill_vectors(struct batch_table *t, struct batch_vector g, unsigned planes) {
    const size_t bytes = (t->cols - g.width + 1) * t->unit;
    uint8_t *to = strip_of(t, g.top, g.bottom) + t->place[g.width];
    unsigned most = planes;
    for (; g.at < bytes; g.at += LANES_BYTES, to += LANES_BYTES) {
        lanes seen[8], mex[3];
        collect_options(seen, t, &g, planes, 0);
        size_t left = bytes - g.at < LANES_BYTES ? bytes - g.at : LANES_BYTES;
        lanes high = seen_mex(seen, lanes_first(left), mex, planes);
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

/* Takes numbers, not a structure: on the stack, that is stored in parts and loaded whole. */
static unsigned fill_rectangles(struct batch_table *t, uint32_t top, uint32_t bottom,
                                uint32_t width, unsigned planes) {
    const struct batch_vector first = {top, bottom, width, 0};
    switch (planes) {
    case 2:
        return fill_vectors(t, first, 2);
    case 3:
        return fill_vectors(t, first, 3);
    case 4:
        return fill_vectors(t, first, 4);
    case 5:
        return fill_vectors(t, first, 5);
    default:
        return fill_vectors(t, first, planes);
    }
}

/* The planes that the nimbers of all rectangles inside these need. */
static unsigned planes_inside(const struct batch_table *t, uint32_t top, uint32_t bottom,
                              uint32_t width) {
    unsigned most = 2;
    const unsigned of[] = {
        top + 1 < bottom ? *plane_count(t, top + 1, bottom, width) : most,
        top + 1 < bottom ? *plane_count(t, top, bottom - 1, width) : most,
        width > 1 ? *plane_count(t, top, bottom, width - 1) : most,
    };
    for (unsigned i = 0; i < 3; i++)
        most = of[i] > most ? of[i] : most;
    return most;
}

static void fill_slab(struct batch_table *t, uint32_t top, uint32_t bottom, uint32_t first) {
    for (uint32_t width = first; width < first + WIDTHS_A_SLAB && width <= t->cols; width++) {
        unsigned planes = planes_inside(t, top, bottom, width);
        *plane_count(t, top, bottom, width) =
            (uint8_t)fill_rectangles(t, top, bottom, width, planes);
    }
}

/* ---- The variant ------------------------------------------------------------------------- */

static bool report_progress(const struct mx_run *run, uint64_t done, uint64_t total, int *going) {
    if (omp_get_thread_num() == 0 && !mx_stage(run, done, total))
        __atomic_store_n(going, 0, __ATOMIC_RELAXED);
    return __atomic_load_n(going, __ATOMIC_RELAXED);
}

/* Solves one group of boards in its own table. Returns false when the monitor stopped it. */
static bool solve_group(const struct mx_run *run, const struct batch_groups *groups, uint32_t group,
                        int *going) {
    struct mx_batch batch = run->batch;
    uint32_t first = group * groups->boards, left = batch.count - first;
    batch.instances = mx_instance(&batch, first);
    batch.count = left < groups->boards ? left : groups->boards;
    struct batch_table t = lay_out(batch.instances, groups->unit, NULL);
    t = lay_out(batch.instances, groups->unit, (uint8_t *)run->workspace + group * t.bytes);

    uint64_t digests[8 * MOST_UNIT] = {0};

    place_widths(t.cols, t.unit, t.place);
    mark_open_cells(&t, &batch);
    for (uint32_t width = 2; width <= t.cols; width++)
        mark_open_rows(&t, width);
    mark_open_columns(&t);
    for (; t.planes < 3; t.planes++)
        memset(t.value + t.planes * t.plane, 0, LANES_BYTES);
    for (uint32_t width = 1; width <= t.cols; width += WIDTHS_A_SLAB)
        for (uint32_t top = t.rows; top-- > 0;) {
            uint64_t done = group * t.cols + width - 1;
            if (!report_progress(run, done * t.rows + t.rows - 1 - top,
                                 (uint64_t)groups->count * t.cols * t.rows, going))
                return false;
            for (uint32_t bottom = top + 1; bottom <= t.rows; bottom++) {
                fill_slab(&t, top, bottom, width);
                if (run->digests != NULL)
                    digest_widths(&t, top, bottom, width, width + WIDTHS_A_SLAB, digests);
            }
        }
    count_answers(&t, run->answers + first, batch.count);
    if (run->work != NULL)
        count_work(&t, run->work + first, batch.count);
    if (run->digests != NULL)
        memcpy(run->digests + first, digests, batch.count * sizeof *digests);
    return true;
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct batch_groups groups = divide_batch(&run->batch, run->threads);
    int going = 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(run->threads) if (groups.count > 1)
    for (uint32_t group = 0; group < groups.count; group++)
        solve_group(run, &groups, group, &going);
    return going ? MX_SOLVED : MX_STOPPED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct batch_groups groups = divide_batch(&run->batch, run->threads);
    struct batch_table t = lay_out(run->batch.instances, groups.unit, NULL);
    uint8_t *memory = (uint8_t *)run->workspace + which / groups.boards * t.bytes;
    t = lay_out(run->batch.instances, groups.unit, memory);
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    uint32_t width = r.right - r.left, board = which % groups.boards, value = 0;
    const uint8_t *at =
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a run has a workspace */
        strip_of(&t, r.top, r.bottom) + t.place[width] + r.left * t.unit + board / 8;
    for (uint32_t p = 0; p < *plane_count(&t, r.top, r.bottom, width); p++)
        value |= (at[p * t.plane] >> board % 8 & 1u) << p;
    return value;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    struct batch_groups groups = divide_batch(batch, threads);
    return groups.count * lay_out(batch->instances, groups.unit, NULL).bytes;
}

/* A step is one option of a vector. Groups are the shares of threads. */
static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    const struct batch_groups groups = divide_batch(batch, threads);
    const struct batch_table t = lay_out(batch->instances, groups.unit, NULL);
    const double bands = (double)mx_nonempty_intervals(t.rows), rows = t.rows;
    const double lines = rows * (rows + 1) * (rows + 2) / 6; /* rows of all bands together */
    struct mx_forecast all = {.spread = 1.3, .stages = 1, .shares = groups.count};
    for (uint32_t width = 1; width <= t.cols; width++) {
        const size_t bytes = (t.cols - width + (size_t)1) * t.unit;
        const double vectors = groups.count * ceil((double)bytes / MX_ISA_WIDTH);
        all.steps += vectors * (lines + bands * width);
        all.results += vectors * bands;
    }
    all.bytes = (double)(groups.count * t.bytes);
    all.more = all.steps * likely_mean_passes(batch, likely_open(batch));
    return all;
}

const struct mx_variant MX_ISA_SYMBOL(bacteria_batched) = {
    .name = MX_ISA_LABEL("bacteria_batched"),
    .idea = "many boards at once, bit-sliced, a lane for each left edge and board",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .digests = true,
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = MOST_BATCH,
    .lanes = 8 * MX_ISA_WIDTH,
    .state_bits = 2,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .forecast = forecast,
};
