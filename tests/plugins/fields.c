/* A plug-in whose members the test sets by -D; a member that is not set is valid. */
#include "variant.h"

#ifndef PROBLEM
#define PROBLEM "bacteria"
#endif
#ifndef VARIANT
#define VARIANT &bacteria_fields
#endif
#ifndef CONTRACT
#define CONTRACT MX_CONTRACT_VERSION
#endif
#ifndef VARIANT_BYTES
#define VARIANT_BYTES sizeof(struct mx_variant)
#endif
#ifndef MEMBERS /* after the valid ones, which they override */
#define MEMBERS .threaded = false
#endif

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return 0;
}

static enum mx_outcome solve(const struct mx_run *run) {
    (void)run;
    return MX_GAVE_UP;
}

extern const struct mx_variant bacteria_fields;
const struct mx_variant bacteria_fields = {.name = "bacteria_fields",
                                           .idea = "gives up at once",
                                           .max_batch = 1,
                                           .workspace_bytes = workspace_bytes,
                                           .solve = solve,
                                           MEMBERS};

extern const struct mx_plugin mx_plugin;
const struct mx_plugin mx_plugin = {CONTRACT, sizeof(struct mx_run), VARIANT_BYTES, PROBLEM,
                                    VARIANT};
