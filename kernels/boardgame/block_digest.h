/* The digest of a block of states. A block's bits are cells in another order (block_board.h), so
 * the states of the low bits are looked up. */
#ifndef MX_BOARDGAME_BLOCK_DIGEST_H
#define MX_BOARDGAME_BLOCK_DIGEST_H

#include "boardgame/block_board.h"
#include "support/digest_lanes.h"

struct boardgame_low_states {
    uint64_t of[2][256]; /* [byte of the low bits][its value]: the cells */
};

static inline void boardgame_low_states_start(struct boardgame_low_states *low,
                                              const struct boardgame_block_board *blocks) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        low->of[0][byte] = boardgame_from_bits(blocks, byte);
        low->of[1][byte] = boardgame_from_bits(blocks, (uint64_t)byte << 8);
    }
}

/* The digest of the states of block `number` that exist. Lost states have the value 0. */
static inline uint64_t boardgame_block_digest(const struct boardgame_block_board *blocks,
                                              const struct boardgame_low_states *low,
                                              uint64_t number, const struct boardgame_block *lost) {
    const uint64_t high = boardgame_from_bits(blocks, number << BOARDGAME_BLOCK_CELLS);
    const uint64_t *word = (const uint64_t *)lost;
    const uint32_t states = UINT32_C(1) << blocks->low;
    uint64_t digest = 0;
    lanes sum = {0};
    for (uint32_t i = 0; i < states && states < 64; i++)
        digest += mx_digest_pair(high | low->of[0][i], ~word[0] >> i & 1);
    for (uint32_t i = 0; i + 64 <= states; i += 64)
        sum = digest_add_word(sum, high | low->of[1][i >> 8], low->of[0] + i % 256, ~word[i / 64]);
    return digest + digest_sum(sum);
}

#endif
