/* Large blocks for workspaces. A block that exceeds the available memory is refused at once. */
#ifndef MX_MEMORY_H
#define MX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "variant.h"

/* Bytes that this process can use now without swapping or being killed: the least of the kernel's
 * MemAvailable, the rest of the control group's limit, and the rest of RLIMIT_AS. */
size_t mx_memory_available(void);

/* A block that is reused and grows; zero-initialise it. */
struct mx_memory {
    void *base; /* 64-byte aligned at least */
    size_t bytes;
    bool refused; /* the last reserve failed although enough seemed to be available */
};

/* Makes the block at least `bytes` large. Its content is undefined; a large block uses huge pages.
 * Returns false when it exceeds the available memory; why[room] then has both figures in words. */
bool mx_memory_reserve(struct mx_memory *memory, size_t bytes, char *why, size_t room);

/* Writes to every page, so that no page fault disturbs a measurement. Returns false if the monitor,
 * which may be NULL, said stop. */
bool mx_memory_touch(struct mx_memory *memory, size_t bytes, const struct mx_monitor *monitor);

void mx_memory_free(struct mx_memory *memory);

/* "832 B", "1.2 GiB". Returns text. */
const char *mx_bytes_in_words(size_t bytes, char *text, size_t room);

#endif
