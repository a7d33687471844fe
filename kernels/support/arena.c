/* Allocations are cut from the front of the newest chunk; a chunk comes from calloc, so only bytes
 * below its high-water mark (`dirty`) have to be cleared again when they are handed out. */
#include "support/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, FIRST_CHUNK = 1 << 16, LARGEST_STEP = 1 << 24 };

struct mx_arena_chunk {
    struct mx_arena_chunk *older;
    char *start; /* aligned, inside the same block of memory */
    size_t room, used, dirty;
};

static size_t round_up(size_t bytes) {
    return (bytes + (ALIGNMENT - 1)) & ~(size_t)(ALIGNMENT - 1);
}

static size_t next_room(const struct mx_arena_chunk *newest) {
    if (newest == NULL)
        return FIRST_CHUNK;
    return newest->room < LARGEST_STEP / 2 ? 2 * newest->room : LARGEST_STEP;
}

static struct mx_arena_chunk *chunk_new(size_t room) {
    const size_t extra = sizeof(struct mx_arena_chunk) + ALIGNMENT;
    struct mx_arena_chunk *chunk = room <= PTRDIFF_MAX - extra ? calloc(1, room + extra) : NULL;
    if (chunk == NULL)
        return NULL;
    char *start = (char *)(chunk + 1);
    chunk->start = start + (-(uintptr_t)start & (ALIGNMENT - 1));
    chunk->room = room;
    return chunk;
}

static struct mx_arena_chunk *chunk_with(struct mx_arena *arena, size_t bytes) {
    struct mx_arena_chunk *newest = arena->newest;
    if (newest != NULL && bytes <= newest->room - newest->used)
        return newest;
    const size_t step = next_room(newest);
    struct mx_arena_chunk *chunk = chunk_new(bytes > step ? bytes : step);
    if (chunk == NULL)
        return NULL;
    chunk->older = newest;
    arena->newest = chunk;
    return chunk;
}

static void clear_dirty(struct mx_arena_chunk *chunk, size_t bytes) {
    if (chunk->used < chunk->dirty) {
        const size_t stale = chunk->dirty - chunk->used;
        memset(chunk->start + chunk->used, 0, stale < bytes ? stale : bytes);
    }
    if (chunk->dirty < chunk->used + bytes)
        chunk->dirty = chunk->used + bytes;
}

void *mx_arena_take(struct mx_arena *arena, size_t bytes) {
    if (bytes > PTRDIFF_MAX - ALIGNMENT)
        return NULL;
    const size_t padded = round_up(bytes > 0 ? bytes : 1);
    struct mx_arena_chunk *chunk = chunk_with(arena, padded);
    if (chunk == NULL)
        return NULL;
    clear_dirty(chunk, padded);
    char *taken = chunk->start + chunk->used;
    chunk->used += padded;
    arena->used += padded;
    return taken;
}

void mx_arena_trim(struct mx_arena *arena, void *newest, size_t bytes) {
    struct mx_arena_chunk *chunk = arena->newest;
    const size_t at = (size_t)((char *)newest - chunk->start);
    const size_t length = chunk->used - at;
    if (bytes >= length)
        return;
    const size_t surplus = length - round_up(bytes);
    chunk->used -= surplus;
    arena->used -= surplus;
}

static void free_list(struct mx_arena_chunk *chunk) {
    while (chunk != NULL) {
        struct mx_arena_chunk *older = chunk->older;
        free(chunk);
        chunk = older;
    }
}

/* Takes the largest chunk out of the list. */
static struct mx_arena_chunk *detach_largest(struct mx_arena *arena) {
    struct mx_arena_chunk **largest = &arena->newest;
    for (struct mx_arena_chunk **link = largest; *link != NULL; link = &(*link)->older)
        if ((*link)->room > (*largest)->room)
            largest = link;
    struct mx_arena_chunk *chunk = *largest;
    *largest = chunk->older;
    return chunk;
}

void mx_arena_clear(struct mx_arena *arena) {
    arena->used = 0;
    if (arena->newest == NULL)
        return;
    struct mx_arena_chunk *kept = detach_largest(arena);
    free_list(arena->newest);
    kept->older = NULL;
    kept->used = 0;
    arena->newest = kept;
}

void mx_arena_free(struct mx_arena *arena) {
    free_list(arena->newest);
    *arena = (struct mx_arena){0};
}
