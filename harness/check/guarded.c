#include "harness/check/guarded.h"

#include <stdio.h>
#include <string.h>

#include "support/digest.h"

enum { MARGIN = 4096, MOST_JUNK = 64 << 20, EDGE_JUNK = 1 << 20 };

/* Fills [at, at + bytes) with words that depend on the seed and the position. */
static void scribble(unsigned char *at, size_t bytes, uint64_t seed) {
    for (size_t done = 0; done < bytes; done += sizeof(uint64_t)) {
        uint64_t word = mx_mix(seed + done);
        memcpy(at + done, &word, bytes - done < sizeof word ? bytes - done : sizeof word);
    }
}

static bool scribbled(const unsigned char *at, size_t bytes, uint64_t seed) {
    unsigned char expected[MARGIN];
    scribble(expected, bytes, seed);
    return memcmp(at, expected, bytes) == 0;
}

static uint64_t seed_before(const struct mx_guarded *block) {
    return mx_mix(block->seed + 1);
}

static uint64_t seed_after(const struct mx_guarded *block) {
    return mx_mix(block->seed + 2);
}

static void junk(const struct mx_guarded *block) {
    if (block->bytes <= MOST_JUNK) {
        scribble(block->base, block->bytes, block->seed);
        return;
    }
    scribble(block->base, EDGE_JUNK, block->seed);
    scribble(block->base + block->bytes - EDGE_JUNK, EDGE_JUNK, ~block->seed);
}

bool mx_guarded_prepare(struct mx_guarded *block, size_t bytes, size_t skew, uint64_t seed,
                        char *why, size_t room) {
    const size_t extra = 2 * MARGIN + 128;
    if (bytes > SIZE_MAX - extra) {
        snprintf(why, room, "needs more memory than can be addressed");
        return false;
    }
    if (!mx_memory_reserve(&block->memory, bytes + extra, why, room))
        return false;
    block->base = (unsigned char *)block->memory.base + MARGIN + skew;
    block->bytes = bytes;
    block->seed = mx_mix(seed);
    scribble(block->base - MARGIN, MARGIN, seed_before(block));
    junk(block);
    scribble(block->base + bytes, MARGIN, seed_after(block));
    return true;
}

const char *mx_guarded_damage(const struct mx_guarded *block) {
    if (!scribbled(block->base + block->bytes, MARGIN, seed_after(block)))
        return "past the end of";
    if (!scribbled(block->base - MARGIN, MARGIN, seed_before(block)))
        return "before the start of";
    return NULL;
}

void mx_guarded_free(struct mx_guarded *block) {
    mx_memory_free(&block->memory);
    *block = (struct mx_guarded){0};
}
