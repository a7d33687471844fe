/* A library as a variant: edlib (Šošić and Šikić 2017), bit-parallel with a band that doubles until
 * the distance fits. It allocates in each call, which the contract leaves to the harness; a kernel
 * of one's own must not. Where edlib is not installed, the variant says so and is skipped. */
#include "edit.h"

#ifdef EDIT_WITH_EDLIB
#include <edlib.h>
#endif

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return 0;
}

static const char *unsupported(const void *instance, char *why, size_t room) {
    (void)instance, (void)why, (void)room;
#ifdef EDIT_WITH_EDLIB
    return NULL;
#else
    return "edlib was not installed when this plug-in was built (Debian: libedlib-dev)";
#endif
}

static enum mx_outcome solve(const struct mx_run *run) {
#ifdef EDIT_WITH_EDLIB
    for (uint32_t i = 0; i < run->batch.count; i++) {
        const struct edit *pair = mx_instance(&run->batch, i);
        EdlibAlignResult result =
            edlibAlign(edit_a(pair), (int)pair->a, edit_b(pair), (int)pair->b,
                       edlibNewAlignConfig(-1, EDLIB_MODE_NW, EDLIB_TASK_DISTANCE, NULL, 0));
        const int distance = result.status == EDLIB_STATUS_OK ? result.editDistance : -1;
        edlibFreeAlignResult(result);
        if (distance < 0)
            return MX_GAVE_UP;
        run->answers[i] = (uint64_t)distance;
        if (run->work != NULL)
            run->work[i] = 0; /* not known */
    }
    return MX_SOLVED;
#else
    (void)run;
    return MX_GAVE_UP;
#endif
}

const struct mx_variant edit_edlib = {.name = "edit_edlib",
                                      .idea = "the library edlib",
                                      .max_batch = 64,
                                      .workspace_bytes = workspace_bytes,
                                      .solve = solve,
                                      .unsupported = unsupported};
