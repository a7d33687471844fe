/* Blocks of memory with canaries on both sides, to be given to code that is not trusted yet.
 *
 * Canaries and junk are pseudo-random words that depend on a seed, so that code which reads what
 * it must not read behaves differently from seed to seed.
 */
#ifndef MX_GUARDED_H
#define MX_GUARDED_H

#include <stdint.h>

#include "harness/solve/memory.h"

/* Zero-initialise it; prepare as often as wanted, the memory is reused. */
struct mx_guarded {
    struct mx_memory memory;
    unsigned char *base; /* bytes of it may be used */
    size_t bytes;
    uint64_t seed;
};

/* A block of `bytes` bytes at an address that is `skew` (0 .. 127) above a page boundary, full of
 * junk (when it is large, only its first and last MiB; the rest is undefined). False when there is
 * no memory: why[room] says so. */
bool mx_guarded_prepare(struct mx_guarded *block, size_t bytes, size_t skew, uint64_t seed,
                        char *why, size_t room);

/* NULL when the canaries are as they were, else where they are not: "before the start of", "past
 * the end of". */
const char *mx_guarded_damage(const struct mx_guarded *block);

void mx_guarded_free(struct mx_guarded *block);

#endif
