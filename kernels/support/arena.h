/* An arena: memory for many instances that is released all at once.
 *
 * Memory comes in chunks that never move, so a pointer stays valid until mx_arena_clear or
 * mx_arena_free. A zero-initialised struct mx_arena is an empty arena.
 */
#ifndef MX_SUPPORT_ARENA_H
#define MX_SUPPORT_ARENA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mx_arena_chunk;

struct mx_arena {
    struct mx_arena_chunk *newest; /* chunks form a list, newest first */
    size_t used;                   /* bytes handed out since the last clear, padding included */
};

/* Returns `bytes` zeroed bytes aligned to 64, owned by the arena; NULL when memory is short. */
void *mx_arena_take(struct mx_arena *arena, size_t bytes);

/* Shrinks the most recent allocation to its first `bytes` bytes. */
void mx_arena_trim(struct mx_arena *arena, void *newest, size_t bytes);

/* Releases every allocation; keeps one chunk for the next round. */
void mx_arena_clear(struct mx_arena *arena);

void mx_arena_free(struct mx_arena *arena);

#ifdef __cplusplus
}
#endif

#endif
