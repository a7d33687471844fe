/* Bit-parallel columns (Myers 1999, in Hyyrö's form of 2003): the differences down a column are -1,
 * 0 or 1, and two bits each hold them. 64 cells of a column take about 17 operations on words; a
 * longer column is a row of blocks, with the horizontal difference carried from one to the next.
 * The last row's differences, added up, are the answer. It runs at the speed of its chain of
 * operations. */
#include "edit.h"

#define LETTERS 26

struct block {
    uint64_t up, down; /* bit i: the cell below is one more, one less */
};

static size_t blocks_of(const struct edit *pair) {
    return ((size_t)pair->a + 63) / 64;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    return blocks_of(batch->instances) * (sizeof(struct block) + LETTERS * sizeof(uint64_t));
}

/* equal[letter * blocks + block]: where the column's text has the letter. */
static void find_letters(const struct edit *pair, uint64_t *equal, size_t blocks) {
    for (size_t i = 0; i < LETTERS * blocks; i++)
        equal[i] = 0;
    for (size_t i = 0; i < pair->a; i++)
        equal[(size_t)(edit_a(pair)[i] - 'a') * blocks + i / 64] |= UINT64_C(1) << i % 64;
}

/* Goes one column to the right. `in` is the difference along the row above; returns that along the
 * row of `last`, a bit. */
static inline int advance(struct block *block, uint64_t equal, int in, unsigned last) {
    const uint64_t either = equal | block->down;
    equal |= in < 0;
    const uint64_t match = (((equal & block->up) + block->up) ^ block->up) | equal;
    uint64_t more = block->down | ~(match | block->up), less = block->up & match;
    const int out = (int)(more >> last & 1) - (int)(less >> last & 1);
    more = more << 1 | (in > 0);
    less = less << 1 | (in < 0);
    block->up = less | ~(either | more);
    block->down = more & either;
    return out;
}

static uint64_t distance(const struct edit *pair, void *workspace) {
    const size_t blocks = blocks_of(pair);
    struct block *block = workspace;
    uint64_t *equal = (uint64_t *)(block + blocks), sum = pair->a;
    if (pair->a == 0)
        return pair->b;
    find_letters(pair, equal, blocks);
    for (size_t i = 0; i < blocks; i++)
        block[i] = (struct block){~UINT64_C(0), 0};
    for (size_t j = 0; j < pair->b; j++) {
        const uint64_t *column = equal + (size_t)(edit_b(pair)[j] - 'a') * blocks;
        int carried = 1;
        for (size_t i = 0; i + 1 < blocks; i++)
            carried = advance(&block[i], column[i], carried, 63);
        carried = advance(&block[blocks - 1], column[blocks - 1], carried, (pair->a - 1) % 64);
        sum += (uint64_t)(int64_t)carried;
    }
    return sum;
}

static enum mx_outcome solve(const struct mx_run *run) {
    for (uint32_t i = 0; i < run->batch.count; i++) {
        const struct edit *pair = mx_instance(&run->batch, i);
        if (i > 0 && !mx_stage(run, i, run->batch.count))
            return MX_STOPPED;
        run->answers[i] = distance(pair, run->workspace);
        if (run->work != NULL)
            run->work[i] = (uint64_t)pair->a * pair->b;
    }
    return MX_SOLVED;
}

const struct mx_variant edit_bitparallel = {.name = "edit_bitparallel",
                                            .idea = "64 cells of a column in two words (Myers)",
                                            .max_batch = 64,
                                            .workspace_bytes = workspace_bytes,
                                            .solve = solve,
                                            .every_option = true,
                                            .lanes = 64};
