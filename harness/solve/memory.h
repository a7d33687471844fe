/* Large blocks for workspaces, refused before they are touched when they cannot be had. */
#ifndef MX_MEMORY_H
#define MX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that can be had now without swapping or being killed: the least of what the kernel
 * calls available, what the control group leaves, and what RLIMIT_AS leaves. */
size_t mx_memory_available(void);

/* A block that is reused and grows; zero-initialise it. */
struct mx_memory {
    void *base; /* 64-byte aligned at least */
    size_t bytes;
};

/* Makes the block at least `bytes` large (content undefined, on huge pages where large). False
 * when that is more than is available: why[room] then has both figures in words. */
bool mx_memory_reserve(struct mx_memory *memory, size_t bytes, char *why, size_t room);

/* Touches every page, so that page faults do not fall into a measurement. */
void mx_memory_touch(struct mx_memory *memory, size_t bytes);

void mx_memory_free(struct mx_memory *memory);

/* "832 B", "1.2 GiB". Returns text. */
const char *mx_bytes_in_words(size_t bytes, char *text, size_t room);

#endif
