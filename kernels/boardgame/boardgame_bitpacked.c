/* Bottom-up, one bit for every set of filled cells, 64 sets to the word.
 *
 * Idea: the two sweeps of boardgame_iterative on whole words. Cells 0-5 choose the bit in a word,
 * cells 6-14 the word in a tile (4 KiB), the rest the tile. To fill a cell beyond 5 is to go to
 * another word, so an OR of words does it for 64 states at once; within a word it is a shift.
 * Upwards (what has ended) one shift may build on another. Downwards it may not, as a state is
 * decided only after those with more cells: see decide. Complexity: O(cells * 2^cells / 64) word
 * operations, 2^cells / 8 bytes. Invariant: behind the sweep every word is final, upwards with a
 * bit for each state that has ended, downwards for each that is lost. The time goes into the ORs,
 * and as decide ends after one or two rounds mostly, less than half of it into the shifts.
 */
#include <string.h>

#include "boardgame/boardgame.h"
#include "variant.h"

#define WORD_CELLS 6
#define TILE 512u            /* words */
#define STRIDE UINT64_C(256) /* tiles between two calls of the monitor */

struct sets {
    uint64_t *word;
    uint64_t tiles;
    uint64_t tile_words; /* TILE, or fewer on a board of less than 15 cells */
    uint64_t missing;    /* bits of a word that are no state: of a board of less than 6 cells */
};

/* [cell]: the bits of a word whose states do not have that cell. */
static const uint64_t lacks[WORD_CELLS] = {
    UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0f0f0f0f0f0f0f0f),
    UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};

static uint64_t word_count(const struct boardgame *board) {
    uint32_t cells = boardgame_cells(board);
    return cells > WORD_CELLS ? UINT64_C(1) << (cells - WORD_CELLS) : 1;
}

static struct sets sets_at(const struct boardgame *board, void *memory) {
    const uint32_t cells = boardgame_cells(board);
    const uint64_t words = word_count(board);
    struct sets sets = {memory, 1, words, 0};
    if (words > TILE) {
        sets.tiles = words / TILE;
        sets.tile_words = TILE;
    }
    if (cells < WORD_CELLS)
        sets.missing = UINT64_MAX << (1u << cells);
    return sets;
}

/* Adds all supersets within the word. */
static inline uint64_t with_supersets(uint64_t states) {
    for (int cell = 0; cell < WORD_CELLS; cell++)
        states |= (states & lacks[cell]) << (1 << cell);
    return states;
}

/* The states that lead to one of these by a move within the word. */
static inline uint64_t leading_to(uint64_t states) {
    uint64_t before = 0;
    for (int cell = 0; cell < WORD_CELLS; cell++)
        before |= states >> (1 << cell) & lacks[cell];
    return before;
}

/* The lost states of a word, from those that have ended and those that are won by a move out of
 * the word. A state depends only on states of the word with one more of its six cells, so the
 * equation has one solution; after k rounds it holds for all that lack less than k of them, after
 * seven for all, whatever the first guess. Two rounds that agree prove it sooner. */
static inline uint64_t decide(uint64_t ended, uint64_t won_outside) {
    uint64_t lost = ended | ~won_outside, before;
    do {
        before = lost;
        lost = ended | ~(won_outside | leading_to(before));
    } while (lost != before);
    return lost;
}

static inline void or_words(uint64_t *restrict into, const uint64_t *restrict from,
                            uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        into[i] |= from[i];
}

/* Within a tile, a word i > 0 starts a run of low_bit(i) words that all have the cell of that bit;
 * the run before it is the same without that cell. All pairs of words one cell apart are met so,
 * upwards when the run before is complete, downwards when this one is. */
static inline uint64_t low_bit(uint64_t i) {
    return i & -i;
}

static void sweep_up(const struct sets *sets, uint64_t number) {
    uint64_t *tile = sets->word + number * TILE;
    for (uint64_t rest = number; rest != 0; rest &= rest - 1)
        or_words(tile, sets->word + (number ^ low_bit(rest)) * TILE, TILE);
    for (uint64_t i = 1; i < sets->tile_words; i++)
        or_words(tile + i, tile + i - low_bit(i), low_bit(i));
    for (uint64_t i = 0; i < sets->tile_words; i++)
        tile[i] = with_supersets(tile[i]) & ~sets->missing;
}

static void sweep_down(const struct sets *sets, uint64_t number) {
    uint64_t *tile = sets->word + number * TILE, won[TILE];
    for (uint64_t i = 0; i < TILE; i++)
        won[i] = sets->missing;
    for (uint64_t rest = (sets->tiles - 1) & ~number; rest != 0; rest &= rest - 1)
        or_words(won, sets->word + (number | low_bit(rest)) * TILE, TILE);
    for (uint64_t i = sets->tile_words - 1; i > 0; i--) {
        tile[i] = decide(tile[i], won[i]);
        or_words(won + i - low_bit(i), tile + i, low_bit(i));
    }
    tile[0] = decide(tile[0], won[0]);
}

static void mark_placements(const struct sets *sets, const struct boardgame *board) {
    const uint64_t *placement = boardgame_placements(board);
    memset(sets->word, 0, (size_t)(sets->tiles * sets->tile_words) * sizeof *sets->word);
    for (uint64_t i = 0; i < board->placement_count; i++)
        sets->word[placement[i] / 64] |= UINT64_C(1) << placement[i] % 64;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const struct sets sets = sets_at(board, run->workspace);
    mark_placements(&sets, board);
    for (uint64_t tile = 0; tile < sets.tiles; tile++) {
        if (tile % STRIDE == 0 && !mx_stage(run, tile, 2 * sets.tiles))
            return MX_STOPPED;
        sweep_up(&sets, tile);
    }
    for (uint64_t tile = sets.tiles; tile-- > 0;) {
        if (tile % STRIDE == 0 && !mx_stage(run, 2 * sets.tiles - tile - 1, 2 * sets.tiles))
            return MX_STOPPED;
        sweep_down(&sets, tile);
    }
    run->answers[0] = ~sets.word[0] & 1;
    if (run->work != NULL) /* every word meets every cell, by an OR or by a shift */
        run->work[0] = (uint64_t)boardgame_cells(board) << (boardgame_cells(board) - 1);
    return MX_SOLVED;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    uint64_t bytes = word_count(batch->instances) * sizeof(uint64_t);
    return (size_t)bytes == bytes ? (size_t)bytes : SIZE_MAX;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    const uint64_t *word = run->workspace;
    (void)which;
    return ~word[state / 64] >> state % 64 & 1;
}

const struct mx_variant boardgame_bitpacked = {
    .name = "boardgame_bitpacked",
    .idea = "bottom-up, a bit for every set of cells, 64 sets decided at once by shifts",
    .every_option = true,
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .lanes = 128,
    .state_bits = 1,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
};
