/* One large board, one byte for each nimber, in tiles that stay in the cache.
 *
 * Idea: a lane is a left edge, as in the drawing, and an option is the XOR of two vectors. The set
 * of the nimbers seen is kept as octets: a byte with one bit for each of eight nimbers. Look-ups in
 * 16-entry tables turn an option into its bit in an octet; two octets share one index. A barred
 * option has bit 7 set, which looks up 0. As in a blocked matrix product, the work is split into
 * tiles of TILE_SIDE top edges by TILE_SIDE bottom edges. Within a tile the widths are taken a slab
 * at a time, so that the sets of a slab stay in the second-level cache. Rows between all top and
 * all bottom edges ("middle rows") are options of every strip of the tile, and their parts lie
 * outside of it. They come first, in a micro-kernel that updates a micro-tile of four strips at a
 * time; then come the other rows that the four strips share (tile_rows.h). Rows treat a strip as
 * one sequence of bytes. The columns follow, width after width, and the mex (tile_columns.h).
 *
 *     strip of rows top .. bottom-1, a byte each:     bottom edges ->
 *     | width 1: left 0, 1, 2 ... | width 2: ... |     tile: x x x x
 *     \__ slab: some widths, from a cache line on            x x x x   x = a strip
 *     column option c of width w:                      top edges, from the last one up
 *       left part   width c,         at left
 *       right part  width w - 1 - c, at left + c + 1, in a packed copy that has bit 7 set where
 *                   column left - 1 has a barred cell
 *
 * The number of octets that a pass collects is predicted for each segment (CHUNK left edges of a
 * width): as many as it needed in the tile before. Where that is too few, the vector makes another
 * pass over all its options. The kernel gives up at a nimber above 127. Complexity: 5 to 26
 * operations for each vector of options, one byte a rectangle. Invariant: tiles further down or
 * further left are final; within a tile the narrower slabs are final, and within a slab all
 * rectangles inside those at work. Time: the look-ups, of which a core starts two a cycle. The
 * middle rows that come from memory are used TILE_SIDE times and prefetched a chunk ahead.
 */
#include <omp.h>

#include "bacteria/bacteria_likely.h"
#include "bacteria/tile_columns.h"
#include "team_progress.h"

#define SHARED_TILES 4u /* along a side: with fewer, waking threads takes longer than they save */

/* The octets that the nimbers of a segment needed. */
static uint8_t octets_needed(const uint8_t *most) {
    uint8_t highest = 0;
    for (size_t lane = 0; lane < LANES_BYTES; lane++)
        highest = most[lane] > highest ? most[lane] : highest;
    return (uint8_t)(highest / 8 + 1);
}

/* Predicts the octets of each segment, and of the chunks that it reaches, from the tile before. */
static void predict_octets(const struct tile_table *t, const struct tile_scratch *scratch) {
    uint32_t segment = 0;
    /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a run has a workspace */
    memset(scratch->chunk_octets, 1, t->chunks);
    for (uint32_t width = 1; width <= t->cols; width++)
        for (size_t first = 0; first + width <= t->cols; first += CHUNK, segment++) {
            size_t last = first + CHUNK + width <= t->cols ? first + CHUNK - 1 : t->cols - width;
            size_t chunk = ((size_t)t->place[width] + first) / CHUNK;
            uint8_t octets = octets_needed(scratch->most + segment * LANES_BYTES);
            scratch->octets[segment] = octets;
            for (; chunk <= ((size_t)t->place[width] + last) / CHUNK; chunk++)
                if (scratch->chunk_octets[chunk] < octets)
                    scratch->chunk_octets[chunk] = octets;
        }
    memset(scratch->most, 0, t->segments * LANES_BYTES);
}

static bool fill_column_of_strips(const struct tile_table *t, const struct tile_scratch *scratch,
                                  const struct tile *tile, const struct slab *slab, uint32_t top,
                                  uint32_t bottom) {
    for (uint32_t upper = top + 2 < tile->top_end ? top + 2 : tile->top_end; upper-- > top;)
        if (upper < bottom) {
            const struct column_pass g = column_pass_at(t, scratch, tile, upper, bottom);
            if (!fill_strip(&g, scratch->octets, slab))
                return false;
        }
    return true;
}

static bool fill_micro_tile(const struct tile_table *t, const struct tile_scratch *scratch,
                            const struct tile *tile, const struct slab *slab, uint32_t top,
                            uint32_t bottom) {
    add_near_rows(t, scratch, tile, top, bottom);
    return fill_column_of_strips(t, scratch, tile, slab, top, bottom) &&
           (bottom + 1 == tile->bottom_end ||
            fill_column_of_strips(t, scratch, tile, slab, top, bottom + 1));
}

static bool fill_slab(const struct tile_table *t, const struct tile_scratch *scratch,
                      const struct tile *tile, const struct slab *slab) {
    if (has_middle(tile))
        add_all_middle_rows(t, scratch, tile);
    for (uint32_t pair = (tile->top_end - tile->top + 1) / 2; pair-- > 0;) {
        uint32_t top = tile->top + 2 * pair;
        for (uint32_t bottom = tile->i == tile->j ? top + 1 : tile->bottom;
             bottom < tile->bottom_end; bottom += 2)
            if (!fill_micro_tile(t, scratch, tile, slab, top, bottom))
                return false;
    }
    return true;
}

static bool fill_tile(const struct tile_table *t, const struct tile_scratch *scratch, uint32_t i,
                      uint32_t j) {
    struct tile tile = tile_at(t, i, j);
    predict_octets(t, scratch);
    for (uint32_t top = tile.top; top < tile.top_end; top++)
        for (uint32_t bottom = tile.bottom; bottom < tile.bottom_end; bottom++)
            pack_column_tags(t, scratch, &tile, top, bottom);
    for (const struct slab *slab = t->slab_at; slab < t->slab_at + t->slabs; slab++) {
        tile.start = (size_t)t->place[slab[0].width];
        tile.end = (size_t)t->place[slab[1].width];
        if (!fill_slab(t, scratch, &tile, slab))
            return false;
    }
    return true;
}

/* ---- The variant ------------------------------------------------------------------------- */

static void fill_tile_reporting(const struct mx_run *run, const struct tile_table *t, uint32_t i,
                                uint32_t j, struct mx_team_progress *progress) {
    int thread = omp_get_thread_num();
    if (!mx_team_continues(progress, run, thread == 0))
        return;
    struct tile_scratch scratch = scratch_of(t, thread);
    if (!fill_tile(t, &scratch, i, j))
        mx_team_end(progress, MX_GAVE_UP);
    mx_team_add(progress, j - i + 1);
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct tile_table t = lay_out(board, run->threads, run->workspace);
    place_widths(&t);
    for (uint32_t edge = 0; edge <= t.rows; edge++)
        memset(strip_of(&t, edge, edge), 0, t.strip);
    mask_rows(&t, board);
    for (int thread = 0; thread < run->threads; thread++)
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a run has a workspace */
        memset(scratch_of(&t, thread).most, 8, t.segments * LANES_BYTES);

    uint32_t tiles = t.bundles;
    struct mx_team_progress progress = {0, (uint64_t)tiles * (tiles + 1) * (tiles + 2) / 6,
                                        MX_SOLVED};
#pragma omp parallel num_threads(run->threads) if (tiles >= SHARED_TILES)
    for (uint32_t across = 0; across < tiles; across++) {
#pragma omp for schedule(dynamic, 1)
        for (uint32_t i = 0; i < tiles - across; i++)
            fill_tile_reporting(run, &t, i, i + across, &progress);
    }
    if (progress.outcome != MX_SOLVED)
        return (enum mx_outcome)progress.outcome;
    run->answers[0] = winning_rows(&t) + winning_columns(&t);
    if (run->work != NULL)
        run->work[0] = count_work(&t);
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct tile_table t = lay_out(mx_instance(&run->batch, which), run->threads, run->workspace);
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    if (t.turned)
        r = (struct bacteria_rectangle){r.left, r.top, r.right, r.bottom};
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a run has a workspace */
    return strip_of(&t, r.top, r.bottom)[t.place[r.right - r.left] + r.left];
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return lay_out(batch->instances, threads, NULL).bytes;
}

/* A step is one option of a vector: a row that is open in some lane of the chunk, or a column. Each
 * further octet of nimbers makes steps more expensive. */
static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    const struct tile_table t = lay_out(batch->instances, threads, NULL);
    const double open = likely_open(batch), bands = (double)mx_nonempty_intervals(t.rows);
    const double rows = t.rows, lines = rows * (rows + 1) * (rows + 2) / 6;
    struct mx_forecast all = {.spread = 1.5, .stages = t.bundles, .shares = (t.bundles + 1) / 2.0};
    for (uint32_t width = 1; width <= t.cols; width++) {
        const double edges = t.cols - width + 1.0;
        const double vectors = ceil(edges / MX_ISA_WIDTH);
        const double used = 1 - pow(1 - pow(open, width), CHUNK);
        all.steps += used * edges / MX_ISA_WIDTH * lines + vectors * bands * width;
        all.results += vectors * bands;
    }
    if (t.bundles < SHARED_TILES)
        all.stages = 0;
    all.more = all.steps * likely_mean_passes(batch, open);
    all.bytes = (double)t.bytes;
    return all;
}

const struct mx_variant MX_ISA_SYMBOL(bacteria_tiled) = {
    .name = MX_ISA_LABEL("bacteria_tiled"),
    .idea = "one board in bytes, sets of nimbers looked up, tiles that stay in the cache",
    .isa = MX_ISA_LEVEL,
    .threaded = true,
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .lanes = MX_ISA_WIDTH,
    .state_bits = 8,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .forecast = forecast,
};
