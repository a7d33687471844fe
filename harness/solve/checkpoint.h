/* Saving a long solve of one board between its stages, and going on from there.
 *
 * It stands between the kernel and the monitor: whenever the kernel calls stage it may save the
 * workspace. File format: harness/solve/checkpoint_file.h.
 */
#ifndef MX_CHECKPOINT_H
#define MX_CHECKPOINT_H

#include "harness/solve/checkpoint_file.h"
#include "problem.h"

/* Zero-initialise, then set the first block of members. */
struct mx_checkpoint {
    const char *path;
    double every; /* seconds between two saves at least; 0 = at every stage */

    bool resumed; /* the solve went on from a file */
    bool failed;  /* it was stopped because a save failed; error */
    char error[MX_CHECKPOINT_ERROR];
    double spent;                       /* seconds in saving, since mx_checkpoint_start */
    struct mx_checkpoint_header header; /* done, total: of the last save, or of the file */

    struct mx_monitor monitor, outer;
    const struct mx_run *run;
    double saved; /* mx_seconds at the last save, or at the start */
};

/* Before a solve of one instance by a variant that resumes: loads the file into run->workspace and
 * sets run->resume if there is one, and puts itself before run->monitor. `run` must stay in place
 * until the solve is over. False when the file is not one of this very run or nothing can be
 * written there: error says so, and the file is untouched. Ignores SIGXFSZ from now on. */
bool mx_checkpoint_start(struct mx_checkpoint *checkpoint, const struct mx_problem *problem,
                         const struct mx_variant *variant, struct mx_run *run, uint64_t bytes);

/* Once the answer is where it should be: removes the file. */
void mx_checkpoint_remove(const struct mx_checkpoint *checkpoint);

/* Solves with a variant that resumes. Every call goes one stage further than the one before, then
 * is stopped. MX_STOPPED when it does not end in as many calls as a sound variant can need. */
enum mx_outcome mx_solve_resuming(const struct mx_variant *variant, const struct mx_run *run);

#endif
