/* Blocks of memory with canaries on both sides, for code that is not trusted yet.
 *
 * Canaries and junk are pseudo-random words that depend on a seed. Code that reads beyond its data
 * therefore behaves differently from seed to seed.
 */
#ifndef MX_GUARDED_H
#define MX_GUARDED_H

#include <stdint.h>

#include "harness/solve/memory.h"

/* Zero-initialise it. It may be prepared any number of times, and reuses its memory. */
struct mx_guarded {
    struct mx_memory memory;
    unsigned char *base; /* its first `bytes` bytes may be used */
    size_t bytes;
    uint64_t seed;
};

/* Prepares a block of `bytes` bytes, `skew` (0 .. 127) bytes above a page boundary, and fills it
 * with junk (a large block only in its first and last MiB; the rest is undefined). On false there
 * is no memory, and why[room] says so. */
bool mx_guarded_prepare(struct mx_guarded *block, size_t bytes, size_t skew, uint64_t seed,
                        char *why, size_t room);

/* Returns NULL when the canaries are intact, else the damaged place: "before the start of", "past
 * the end of". */
const char *mx_guarded_damage(const struct mx_guarded *block);

void mx_guarded_free(struct mx_guarded *block);

#endif
