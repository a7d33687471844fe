/* FNV-1a, byte by byte, and four lanes of multiply and rotate, word by word; the table digest is
 * inline in the header. */
#include "support/digest.h"

#include <string.h>

#define FNV_PRIME UINT64_C(0x100000001b3)

uint64_t mx_hash(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * FNV_PRIME;
    return hash;
}

enum { LANES = 4 };

/* A bijection of `lane` for a fixed word, and of the word for a fixed lane. */
static inline uint64_t take_word(uint64_t lane, uint64_t word) {
    const uint64_t sum = lane + word * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (sum << 31 | sum >> 33) * UINT64_C(0x9e3779b185ebca87);
}

static inline void take_words(uint64_t lane[LANES], const unsigned char *at) {
    uint64_t word[LANES];
    memcpy(word, at, sizeof word);
    for (size_t i = 0; i < LANES; i++)
        lane[i] = take_word(lane[i], word[i]);
}

uint64_t mx_hash_words(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *at = data;
    unsigned char last[LANES * sizeof(uint64_t)] = {0};
    const size_t rest = bytes % sizeof last;
    uint64_t lane[LANES];
    for (size_t i = 0; i < LANES; i++)
        lane[i] = mx_mix(hash + i);
    for (const unsigned char *end = at + (bytes - rest); at < end; at += sizeof last)
        take_words(lane, at);
    if (rest > 0) {
        memcpy(last, at, rest);
        take_words(lane, last);
    }
    hash = mx_mix(hash ^ bytes);
    for (size_t i = 0; i < LANES; i++)
        hash = mx_mix(hash ^ lane[i]);
    return hash;
}
