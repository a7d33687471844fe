/* A plug-in as the headers of contract version 1 compiled it: a descriptor with the sizes of its
 * structures on a machine with 64-bit pointers, and a variant that is laid out in the order of that
 * version. */
#include <stdint.h>

static const struct {
    const char *name, *idea;
    uint64_t further[7];
} variant = {"bacteria_one", "a variant of contract version 1", {0}};

extern const struct mx_plugin mx_plugin;
const struct mx_plugin {
    uint32_t contract, run_bytes, variant_bytes;
    const char *problem;
    const void *variant;
} mx_plugin = {1, 80, 72, "bacteria", &variant};
