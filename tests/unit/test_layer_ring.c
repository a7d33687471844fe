/* The ring of boardgame_layered with tiny slices, against a model that knows who reads each block:
 * no block of a slice may take the place of one that an undecided block reads, in whatever order
 * the blocks of a slice are decided. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define BOARDGAME_SLICE UINT64_C(5)
#define BOARDGAME_STORED_SLICE UINT64_C(3)
#include "boardgame/layer_ring.h"

enum { MOST_HIGH = 12 };

static uint32_t cells_of(uint64_t number) {
    return (uint32_t)__builtin_popcountll(number);
}

/* Colex order is the order of the numbers. */
static void ranks_count_the_blocks_before(void **state) {
    (void)state;
    struct boardgame_layers layers;
    uint64_t rank[MOST_HIGH + 1] = {0};
    boardgame_layers_start(&layers);
    for (uint64_t number = 0; number < UINT64_C(1) << MOST_HIGH; number++) {
        const uint32_t k = cells_of(number);
        assert_int_equal(boardgame_rank(&layers, number), rank[k]);
        assert_int_equal(boardgame_unrank(&layers, k, rank[k]), number);
        rank[k]++;
    }
    for (uint32_t k = 0; k <= MOST_HIGH; k++)
        assert_int_equal(layers.choose[MOST_HIGH][k], rank[k]);
}

/* The rank of the last block of the layer of k cells that reads `above`. */
static uint64_t last_reader(const struct boardgame_layers *layers, uint64_t above) {
    uint64_t last = 0;
    for (uint64_t rest = above; rest != 0; rest &= rest - 1) {
        const uint64_t rank = boardgame_rank(layers, above & ~(rest & -rest));
        last = rank > last ? rank : last;
    }
    return last;
}

/* The blocks of the layer above, from its start, that no block from `rank` on reads. */
static uint64_t spent(const struct boardgame_layers *layers, uint32_t high, uint32_t k,
                      uint64_t rank) {
    uint64_t count = 0;
    while (count < layers->choose[high][k + 1] &&
           last_reader(layers, boardgame_unrank(layers, k + 1, count)) < rank)
        count++;
    return count;
}

static void blocks_are_spent_after_their_last_reader(void **state) {
    (void)state;
    struct boardgame_layers layers;
    boardgame_layers_start(&layers);
    for (uint32_t high = 1; high <= MOST_HIGH; high++)
        for (uint32_t k = 0; k < high; k++)
            for (uint64_t rank = 0; rank < layers.choose[high][k]; rank++)
                assert_int_equal(boardgame_spent_blocks(&layers, k, rank),
                                 spent(&layers, high, k, rank));
}

static void slices_cover_a_layer(void **state) {
    (void)state;
    for (uint64_t blocks = 1; blocks < 4 * BOARDGAME_SLICE; blocks++) {
        uint64_t rank = 0, slices = 0;
        for (; rank < blocks; slices++) {
            const uint64_t end = boardgame_slice_end(rank, blocks);
            assert_in_range(end - rank, 1, BOARDGAME_SLICE);
            rank = end;
        }
        assert_int_equal(rank, blocks);
        assert_int_equal(slices, (blocks + BOARDGAME_SLICE - 1) / BOARDGAME_SLICE);
    }
}

/* The ring has room for a slice and all blocks that it and later slices read, but no more. */
static void the_ring_has_room_for_every_slice(void **state) {
    (void)state;
    struct boardgame_layers layers;
    boardgame_layers_start(&layers);
    for (uint32_t high = 0; high <= MOST_HIGH; high++) {
        uint64_t most = 1;
        for (uint32_t k = 0; k < high; k++)
            for (uint64_t rank = 0; rank < layers.choose[high][k]; rank += BOARDGAME_SLICE) {
                const uint64_t rest = layers.choose[high][k] - rank;
                const uint64_t slice = rest < BOARDGAME_SLICE ? rest : BOARDGAME_SLICE;
                const uint64_t needed =
                    layers.choose[high][k + 1] - spent(&layers, high, k, rank) + rank + slice;
                most = needed > most ? needed : most;
            }
        assert_int_equal(boardgame_ring_slots(high), most);
    }
}

/* ---- Sections ---------------------------------------------------------------------------- */

/* All blocks in the order of a solve, with their neighbours: the near ones by their place in the
 * section of the layer above, the far ones in step. Checks the sums of the model on the way. */
static void check_sections(const struct boardgame_layers *layers, uint32_t below, uint32_t top) {
    const uint32_t high = below + top;
    uint64_t reads = 0, span = 1;
    for (uint32_t k = high + 1; k-- > 0;) {
        const uint64_t blocks = layers->choose[high][k];
        uint64_t rank = 0, near = 0;
        while (rank < blocks) {
            const struct boardgame_section section =
                boardgame_section_at(layers, below, top, k, rank);
            assert_int_equal(section.first, rank);
            assert_true(section.near >= near); /* read in order */
            near = section.near + section.near_blocks;
            reads += section.near_blocks + section.far_count * section.blocks;
            for (uint64_t i = 0; i < section.blocks; i++) {
                const uint64_t number = boardgame_unrank(layers, k, rank + i);
                assert_int_equal(number >> below, section.top);
                uint32_t far = 0;
                for (uint32_t cell = 0; cell < high; cell++) {
                    const uint64_t there = boardgame_rank(layers, number | UINT64_C(1) << cell);
                    if (number >> cell & 1)
                        continue;
                    if (cell >= below) {
                        assert_int_equal(there, section.far[far++] + i);
                        continue;
                    }
                    assert_in_range(there, section.near + boardgame_spent_near(layers, &section, i),
                                    near - 1);
                }
                assert_int_equal(far, section.far_count);
            }
            for (uint64_t at = 0; at < section.blocks && k < high;) {
                const uint64_t end = boardgame_stored_slice_end(&section, at);
                const uint64_t held = layers->choose[high][k + 1] + rank + end - section.near -
                                      boardgame_spent_near(layers, &section, at);
                assert_in_range(end - at, 1, BOARDGAME_STORED_SLICE);
                span = held > span ? held : span;
                at = end;
            }
            assert_true(section.near_blocks + BOARDGAME_SLICES_AHEAD * BOARDGAME_STORED_SLICE <=
                        boardgame_near_slots(layers, below));
            rank += section.blocks;
        }
        assert_int_equal(rank, blocks);
    }
    assert_int_equal(reads, boardgame_stored_reads(below, top));
    assert_in_range(span, 1, boardgame_stored_blocks(layers, below, top));
    if (below <= 6) /* sections of at most 32 slices are looked at slice by slice */
        assert_int_equal(span, boardgame_stored_blocks(layers, below, top));
}

static void sections_lead_to_sections(void **state) {
    (void)state;
    struct boardgame_layers layers;
    boardgame_layers_start(&layers);
    for (uint32_t high = 1; high <= MOST_HIGH; high++)
        for (uint32_t top = 1; top <= high && top <= BOARDGAME_MOST_TOP; top++)
            check_sections(&layers, high - top, top);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_count_the_blocks_before),
        cmocka_unit_test(blocks_are_spent_after_their_last_reader),
        cmocka_unit_test(slices_cover_a_layer),
        cmocka_unit_test(the_ring_has_room_for_every_slice),
        cmocka_unit_test(sections_lead_to_sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
