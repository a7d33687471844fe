/* Fingerprints. A *table digest* is the sum, modulo 2^64, of one mixed word for each
 * (state, value) pair: addition commutes, so every layout and every order of visits gives the
 * same digest. A *hash* is of bytes in order and names a workload. Neither resists an attacker. */
#ifndef MX_SUPPORT_DIGEST_H
#define MX_SUPPORT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* The finaliser of splitmix64: a bijection in which every input bit moves every output bit. */
static inline uint64_t mx_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* The contribution of one pair to a table digest. */
static inline uint64_t mx_digest_pair(uint64_t state, uint32_t value) {
    return mx_mix(mx_mix(state + UINT64_C(0x9e3779b97f4a7c15)) + value);
}

#ifdef __cplusplus
extern "C" {
#endif

/* Hashes `bytes` bytes on top of `hash`; start with MX_HASH_START. Byte order of the machine
 * does not matter. (FNV-1a, 64 bit.) */
#define MX_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t mx_hash(uint64_t hash, const void *data, size_t bytes);

/* The same for large areas of memory, about ten times as fast: reads words of 8 bytes in the
 * machine's byte order, four at a time. The result differs from mx_hash, and hashing in parts
 * differs from hashing at once. Any change within one aligned word of `data` changes the result. */
uint64_t mx_hash_words(uint64_t hash, const void *data, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
