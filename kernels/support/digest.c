/* FNV-1a, byte by byte; the table digest is inline in the header. */
#include "support/digest.h"

#define FNV_PRIME UINT64_C(0x100000001b3)

uint64_t mx_hash(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * FNV_PRIME;
    return hash;
}
