/* Saves a long solve of one board between its stages, so that a later run resumes it.
 *
 * A checkpoint is a monitor in front of the caller's: whenever the kernel calls stage, it may save
 * the workspace. harness/solve/checkpoint_file.h has the file format.
 */
#ifndef MX_CHECKPOINT_H
#define MX_CHECKPOINT_H

#include "harness/solve/checkpoint_file.h"
#include "harness/solve/store.h"
#include "problem.h"

/* Zero-initialise, then set the first block of members. */
struct mx_checkpoint {
    const char *path;
    double every; /* least number of seconds between two saves; 0 = save at every stage */

    bool resumed; /* the solve started from a file */
    bool failed;  /* the solve was stopped because a save failed; see error */
    char error[MX_CHECKPOINT_ERROR];
    double spent;                       /* seconds in saving, since mx_checkpoint_start */
    struct mx_checkpoint_header header; /* done, total: of the last save, or of the file */

    struct mx_monitor monitor, outer;
    const void *data; /* what is saved: header.workspace_bytes of it */
    struct mx_store *store;
    char store_path[PATH_MAX]; /* its file, once that has a name; "" = none */
    double saved;              /* mx_seconds at the last save, or at the start */
};

/* What a checkpoint saves. */
struct mx_saved {
    void *data; /* the workspace; with a store, its state and then the workspace */
    uint64_t bytes;
    struct mx_store *store; /* planned; NULL = none */
    uint32_t memory_mib;    /* as in the header */
};

/* Prepares a solve of one instance by a variant that resumes. If the file exists, loads it into
 * saved->data, opens the store with it, and sets run->resume. Puts itself in front of run->monitor;
 * the data must stay in place until the solve has ended. Returns false, with error set and the file
 * untouched, if the file belongs to another run or cannot be written. Ignores SIGXFSZ from now on.
 */
bool mx_checkpoint_start(struct mx_checkpoint *checkpoint, const struct mx_problem *problem,
                         const struct mx_variant *variant, struct mx_run *run,
                         const struct mx_saved *saved);

/* Removes the file, and that of the store. Call it once the answer has been written. */
void mx_checkpoint_remove(const struct mx_checkpoint *checkpoint);

/* Tests resuming: calls solve again and again, stopping each call one stage further than the last.
 * Returns MX_STOPPED if the variant needs more calls than a sound one can. */
enum mx_outcome mx_solve_resuming(const struct mx_variant *variant, const struct mx_run *run);

#endif
