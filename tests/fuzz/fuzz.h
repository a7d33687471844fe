/* Shared by the fuzz targets. A target is a program that links LLVMFuzzerTestOneInput with
 * libFuzzer (the preset fuzz) or with replay.c (all others), which runs it on files. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A promise that every input must keep; not an assertion, which NDEBUG would remove. */
#define REQUIRE(promise)                                                                           \
    do {                                                                                           \
        if (!(promise)) {                                                                          \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #promise);                  \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
