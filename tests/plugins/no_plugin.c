/* Shared objects that are not plug-ins of today, one for each macro. */
#include <stdint.h>

#if defined(MISSING) /* no descriptor at all */
const int mx_plugins = 1;

#elif defined(FUNCTION) /* a function where the descriptor should be */
void mx_plugin(void);
void mx_plugin(void) {
}

#elif defined(UNDEFINED) /* needs a function that nobody has */
void nobody_has_this(void);
void mx_plugin(void);
void mx_plugin(void) {
    nobody_has_this();
}

#elif defined(SHORT) /* a descriptor of another contract, smaller than today's */
const unsigned mx_plugin = 0;

#else /* As the headers of contract version 1 compiled it: a descriptor with the sizes of its      \
       * structures on a machine with 64-bit pointers, and a variant in the order of that version  \
       */
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
#endif
