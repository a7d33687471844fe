/* One large board, a byte a nimber, in tiles that are read while they are in the cache.
 *
 * Idea: a lane is a left edge, as in the drawing. An option is the XOR of two vectors; sets of
 * eight nimbers ("octets"), a bit each, are looked up with it in 16-entry tables, two octets with
 * one index. Barred options have bit 7, which looks up 0. Rectangles are taken in tiles of SIDE top
 * edges by SIDE bottom edges, and of these as many widths at a time ("slab") as leave their sets in
 * the second-level cache. Rows between all these edges ("middle") are options of the whole tile,
 * whose parts lie outside of it: they are done first, for four rectangles at a time; then those
 * that four rectangles share within the tile, see tile_rows.h. To rows a strip is one sequence of
 * bytes; its columns are then done width after width, and the mex taken, see tile_columns.h.
 *
 *     strip of rows top .. bottom-1, a byte each:     bottom edges ->
 *     | width 1: left 0, 1, 2 ... | width 2: ... |     tile: x x x x
 *     \__ slab: some widths, from a cache line on            x x x x   x = a strip
 *     column option c of width w:                      top edges, from the last one up
 *       left part   width c,         at left
 *       right part  width w - 1 - c, at left + c + 1, in a copy with bit 7 where column
 *                   left - 1 has a barred cell
 *
 * How many octets a pass looks for is foreseen for each vector: as many as it needed in the tile
 * before. Where that is too few, the vector takes another pass over all its options; a nimber above
 * 127 is where the kernel gives up. Complexity: options / lanes * 5 to 26 operations; a byte a
 * rectangle. Invariant: tiles further down or further left are final; in a tile, so are the
 * narrower slabs, and of a slab the rectangles inside. The time goes into look-ups (two a cycle);
 * what has to come from memory for a tile's middle is used SIDE times and fetched a chunk ahead.
 */
#include <omp.h>

#include "bacteria/tile_columns.h"
#include "support/course.h"

#define SHARED_TILES 4u /* in a row: with fewer, threads take longer to wake than they save */

/* Sets that all nimbers of a unit had room in. */
static uint8_t octets_of(const uint8_t *most) {
    uint8_t highest = 0;
    for (size_t lane = 0; lane < LANES_BYTES; lane++)
        highest = most[lane] > highest ? most[lane] : highest;
    return (uint8_t)(highest / 8 + 1);
}

/* What the tile before needed, for each unit and for the chunks that it reaches. */
static void foresee_octets(const struct table *t, const struct scratch *scratch) {
    uint32_t unit = 0;
    /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a run has a workspace */
    memset(scratch->chunk_octets, 1, t->chunks);
    for (uint32_t width = 1; width <= t->cols; width++)
        for (size_t first = 0; first + width <= t->cols; first += CHUNK, unit++) {
            size_t last = first + CHUNK + width <= t->cols ? first + CHUNK - 1 : t->cols - width;
            size_t chunk = ((size_t)t->place[width] + first) / CHUNK;
            uint8_t octets = octets_of(scratch->most + unit * LANES_BYTES);
            scratch->octets[unit] = octets;
            for (; chunk <= ((size_t)t->place[width] + last) / CHUNK; chunk++)
                if (scratch->chunk_octets[chunk] < octets)
                    scratch->chunk_octets[chunk] = octets;
        }
    memset(scratch->most, 0, t->units * LANES_BYTES);
}

static bool fill_column_of_strips(const struct table *t, const struct scratch *scratch,
                                  const struct tile *tile, const struct slab *slab, uint32_t top,
                                  uint32_t bottom) {
    for (uint32_t upper = top + 2 < tile->top_end ? top + 2 : tile->top_end; upper-- > top;)
        if (upper < bottom) {
            const struct target g = target_at(t, scratch, tile, upper, bottom);
            if (!fill_strip(&g, scratch->octets, slab))
                return false;
        }
    return true;
}

static bool fill_block(const struct table *t, const struct scratch *scratch,
                       const struct tile *tile, const struct slab *slab, uint32_t top,
                       uint32_t bottom) {
    look_at_near_rows(t, scratch, tile, top, bottom);
    return fill_column_of_strips(t, scratch, tile, slab, top, bottom) &&
           (bottom + 1 == tile->bottom_end ||
            fill_column_of_strips(t, scratch, tile, slab, top, bottom + 1));
}

static bool fill_slab(const struct table *t, const struct scratch *scratch, const struct tile *tile,
                      const struct slab *slab) {
    if (has_middle(tile))
        look_at_all_middle_rows(t, scratch, tile);
    for (uint32_t pair = (tile->top_end - tile->top + 1) / 2; pair-- > 0;) {
        uint32_t top = tile->top + 2 * pair;
        for (uint32_t bottom = tile->i == tile->j ? top + 1 : tile->bottom;
             bottom < tile->bottom_end; bottom += 2)
            if (!fill_block(t, scratch, tile, slab, top, bottom))
                return false;
    }
    return true;
}

static bool fill_tile(const struct table *t, const struct scratch *scratch, uint32_t i,
                      uint32_t j) {
    struct tile tile = tile_at(t, i, j);
    foresee_octets(t, scratch);
    for (uint32_t top = tile.top; top < tile.top_end; top++)
        for (uint32_t bottom = tile.bottom; bottom < tile.bottom_end; bottom++)
            tag_columns(t, scratch, &tile, top, bottom);
    for (const struct slab *slab = t->slab_at; slab < t->slab_at + t->slabs; slab++) {
        tile.start = (size_t)t->place[slab[0].width];
        tile.end = (size_t)t->place[slab[1].width];
        if (!fill_slab(t, scratch, &tile, slab))
            return false;
    }
    return true;
}

/* ---- The variant ------------------------------------------------------------------------- */

static void fill_reporting(const struct mx_run *run, const struct table *t, uint32_t i, uint32_t j,
                           struct mx_course *course) {
    int thread = omp_get_thread_num();
    if (!mx_course_goes_on(course, run, thread == 0))
        return;
    struct scratch scratch = scratch_of(t, thread);
    if (!fill_tile(t, &scratch, i, j))
        mx_course_end(course, MX_GAVE_UP);
    mx_course_add(course, j - i + 1);
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    struct table t = lay_out(board, run->threads, run->workspace);
    place_widths(&t);
    for (uint32_t edge = 0; edge <= t.rows; edge++)
        memset(strip_of(&t, edge, edge), 0, t.strip);
    mask_rows(&t, board);
    for (int thread = 0; thread < run->threads; thread++)
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a run has a workspace */
        memset(scratch_of(&t, thread).most, 8, t.units * LANES_BYTES);

    uint32_t tiles = t.groups;
    struct mx_course course = {0, (uint64_t)tiles * (tiles + 1) * (tiles + 2) / 6, MX_SOLVED};
#pragma omp parallel num_threads(run->threads) if (tiles >= SHARED_TILES)
    for (uint32_t across = 0; across < tiles; across++) {
#pragma omp for schedule(dynamic, 1)
        for (uint32_t i = 0; i < tiles - across; i++)
            fill_reporting(run, &t, i, i + across, &course);
    }
    if (course.outcome != MX_SOLVED)
        return (enum mx_outcome)course.outcome;
    run->answers[0] = winning_rows(&t) + winning_columns(&t);
    if (run->work != NULL)
        run->work[0] = count_work(&t);
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct table t = lay_out(mx_instance(&run->batch, which), run->threads, run->workspace);
    struct bacteria_rectangle r = bacteria_rectangle_of(state);
    if (t.turned)
        r = (struct bacteria_rectangle){r.left, r.top, r.right, r.bottom};
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a run has a workspace */
    return strip_of(&t, r.top, r.bottom)[t.place[r.right - r.left] + r.left];
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    return lay_out(batch->instances, threads, NULL).bytes;
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
};
