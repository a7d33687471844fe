/* Always answers 1. LOADED is what happens while it is loaded. */
#include <fcntl.h>
#include <fenv.h>
#include <stdlib.h>
#include <unistd.h>

#include "variant.h"

#ifdef LOADED
__attribute__((constructor)) static void loaded(void) {
    LOADED;
}
#endif

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return 0;
}

static enum mx_outcome solve(const struct mx_run *run) {
    for (uint32_t i = 0; i < run->batch.count; i++)
        run->answers[i] = 1;
    for (uint32_t i = 0; run->work != NULL && i < run->batch.count; i++)
        run->work[i] = 0;
    return MX_SOLVED;
}

static const struct mx_variant darkraft_one = {.name = "darkraft_one",
                                               .idea = "the first player wins",
                                               .max_batch = 64,
                                               .workspace_bytes = workspace_bytes,
                                               .solve = solve};

MX_PLUGIN(darkraft, darkraft_one);
