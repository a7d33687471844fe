/* Bottom-up, one bit for every set of filled cells, 64 sets to the word.
 *
 * Idea: the two sweeps of boardgame_iterative on whole words. Cells 0-5 select the bit in a word,
 * cells 6-14 the word in a block (4 KiB), the others the block. To fill a cell beyond 5 is to go to
 * another word, so an OR of words does it for 64 states at once; within a word it is a shift.
 * Upwards (terminal states) one shift may build on another. Downwards it may not, because a state
 * depends on states with more cells: see decide_word. Complexity: O(cells * 2^cells / 64) word
 * operations, 2^cells / 8 bytes. Invariant: behind the sweep every word is final; upwards it has a
 * bit for each terminal state, downwards for each lost state. Time: the ORs. decide_word mostly
 * ends after one or two rounds, so the shifts take less than half.
 */
#include <string.h>

#include "boardgame/boardgame_likely.h"
#include "variant.h"

#define WORD_CELLS 6
#define BLOCK_WORDS 512u             /* words */
#define BLOCKS_A_STAGE UINT64_C(256) /* blocks between two calls of the monitor */

struct bit_table {
    uint64_t *word;
    uint64_t blocks;
    uint64_t block_words; /* BLOCK_WORDS, fewer on boards of less than 15 cells */
    uint64_t missing; /* bits of a word that stand for no state, on boards of less than 6 cells */
    bool misere;
};

/* [cell]: the bits of a word whose states do not have the cell. */
static const uint64_t lacks[WORD_CELLS] = {
    UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0f0f0f0f0f0f0f0f),
    UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};

static uint64_t word_count(const struct boardgame *board) {
    uint32_t cells = boardgame_cells(board);
    return cells > WORD_CELLS ? UINT64_C(1) << (cells - WORD_CELLS) : 1;
}

static struct bit_table bit_table_at(const struct boardgame *board, void *memory) {
    const uint32_t cells = boardgame_cells(board);
    const uint64_t words = word_count(board);
    struct bit_table table = {memory, 1, words, 0, board->misere};
    if (words > BLOCK_WORDS) {
        table.blocks = words / BLOCK_WORDS;
        table.block_words = BLOCK_WORDS;
    }
    if (cells < WORD_CELLS)
        table.missing = UINT64_MAX << (1u << cells);
    return table;
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

/* The lost states of a word, given its terminal states and those that a move out of the word wins.
 * A state depends only on states of the same word with one more of its six cells, so the equation
 * has one solution. After k rounds it holds for all states that lack fewer than k of these cells,
 * after seven for all, whatever the first guess. Two equal rounds prove it sooner. */
static inline uint64_t decide_word(uint64_t terminal, uint64_t won_outside) {
    uint64_t lost = terminal | ~won_outside, before;
    do {
        before = lost;
        lost = terminal | ~(won_outside | leading_to(before));
    } while (lost != before);
    return lost;
}

static inline void or_words(uint64_t *restrict into, const uint64_t *restrict from,
                            uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        into[i] |= from[i];
}

/* Within a block, word i > 0 starts a run of low_bit(i) words that all have the cell of that bit;
 * the run before it is the same without the cell. This meets every pair of words that are one cell
 * apart: upwards when the run before is complete, downwards when this one is. */
static inline uint64_t low_bit(uint64_t i) {
    return i & -i;
}

static void sweep_up(const struct bit_table *table, uint64_t number) {
    uint64_t *block = table->word + number * BLOCK_WORDS;
    for (uint64_t rest = number; rest != 0; rest &= rest - 1)
        or_words(block, table->word + (number ^ low_bit(rest)) * BLOCK_WORDS, BLOCK_WORDS);
    for (uint64_t i = 1; i < table->block_words; i++)
        or_words(block + i, block + i - low_bit(i), low_bit(i));
    for (uint64_t i = 0; i < table->block_words; i++)
        block[i] = with_supersets(block[i]) & ~table->missing;
}

/* In misere play terminal states are won, so their bits move from the block to the won ones. */
static void sweep_down(const struct bit_table *table, uint64_t number) {
    uint64_t *block = table->word + number * BLOCK_WORDS, won[BLOCK_WORDS];
    for (uint64_t i = 0; i < BLOCK_WORDS; i++)
        won[i] = table->missing;
    for (uint64_t i = 0; table->misere && i < table->block_words; i++) {
        won[i] |= block[i];
        block[i] = 0;
    }
    for (uint64_t rest = (table->blocks - 1) & ~number; rest != 0; rest &= rest - 1)
        or_words(won, table->word + (number | low_bit(rest)) * BLOCK_WORDS, BLOCK_WORDS);
    for (uint64_t i = table->block_words - 1; i > 0; i--) {
        block[i] = decide_word(block[i], won[i]);
        or_words(won + i - low_bit(i), block + i, low_bit(i));
    }
    block[0] = decide_word(block[0], won[0]);
}

static void mark_placements(const struct bit_table *table, const struct boardgame *board) {
    const uint64_t *placement = boardgame_placements(board);
    memset(table->word, 0, (size_t)(table->blocks * table->block_words) * sizeof *table->word);
    for (uint64_t i = 0; i < board->placement_count; i++)
        table->word[placement[i] / 64] |= UINT64_C(1) << placement[i] % 64;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const struct bit_table table = bit_table_at(board, run->workspace);
    mark_placements(&table, board);
    for (uint64_t block = 0; block < table.blocks; block++) {
        if (block % BLOCKS_A_STAGE == 0 && !mx_stage(run, block, 2 * table.blocks))
            return MX_STOPPED;
        sweep_up(&table, block);
    }
    for (uint64_t block = table.blocks; block-- > 0;) {
        if (block % BLOCKS_A_STAGE == 0 &&
            !mx_stage(run, 2 * table.blocks - block - 1, 2 * table.blocks))
            return MX_STOPPED;
        sweep_down(&table, block);
    }
    run->answers[0] = ~table.word[0] & 1;
    if (run->work != NULL) /* every word uses every cell, by an OR or by a shift */
        run->work[0] = boardgame_options(board);
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

/* A step is a word for one cell, upwards or downwards. */
static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    const struct boardgame *board = batch->instances;
    const double words = (double)word_count(board);
    return (struct mx_forecast){
        .steps = 2 * words * boardgame_cells(board),
        .results = words,
        .bytes = (double)workspace_bytes(batch, threads),
        .spread = 1.3,
    };
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
    .unsupported = boardgame_beyond_tables,
    .probe = probe,
    .forecast = forecast,
};
