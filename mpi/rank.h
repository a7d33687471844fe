/* One rank's part of a solve: it decides its subcubes slice by slice, receives what they read from
 * ranks above it and sends what ranks below it read. mpi/spread.h has the picture. */
#ifndef MX_RANK_H
#define MX_RANK_H

#include <limits.h>
#include <mpi.h>

#include "harness/solve/checkpoint_file.h"
#include "harness/solve/memory.h"
#include "mpi/spread.h"

enum { MX_TAG_DECISION, MX_TAG_SAVED, MX_TAG_BLOCKS /* + subcube */ };

/* ---- Checkpoints ----
 *
 * All ranks save together: each saves its memory before the same slice.
 *
 * Rank x writes PREFIX.x.0 and PREFIX.x.1 in turn. The last rank, which is never behind another,
 * decides every few slices whether the next checkpoint is due and tells all others. Before a slice,
 * a rank has used all messages of earlier slices and none of later ones, so nothing that is under
 * way needs saving. A new checkpoint begins only when all ranks have written the last one: at any
 * moment one of the two is complete.
 */
struct mx_saving {
    /* Set by the caller. */
    const char *prefix; /* NULL = no checkpoints */
    double every;       /* seconds */
    MPI_Comm comm;
    int rank, ranks;
    struct mx_checkpoint_header header; /* mx_checkpoint_of */

    char path[2][PATH_MAX];
    int next;         /* the path that is written next */
    int unsaved;      /* last rank: ranks that have not written the last checkpoint yet */
    double saved;     /* mx_seconds at the last decision to save */
    uint64_t resumed; /* the slice before which the solve resumes; 0 = from the beginning */
    char error[MX_CHECKPOINT_ERROR]; /* "" = none */
};

/* The paths, and whether they can be written. Sets error; all ranks must agree that there is none
 * before the next call. */
void mx_saving_start(struct mx_saving *saving);

/* All ranks together: loads the last checkpoint that all of them have. Sets `resumed`, or error. */
void mx_saving_resume(struct mx_saving *saving, void *memory);

/* Before each slice. Returns false, with error set, if a checkpoint cannot be written, or, with no
 * error, after an interrupt. */
bool mx_saving_stage(struct mx_saving *saving, uint64_t slice, const void *memory);

/* Once the answer is written: removes the files. */
void mx_saving_end(struct mx_saving *saving);

/* ---- One rank ---- */

/* What a rank counted since its start. */
struct mx_rank_counts {
    uint64_t messages, bytes;         /* sent */
    uint64_t blocks;                  /* decided */
    double processor;                 /* seconds of all threads in deciding */
    double deciding, waiting, saving; /* seconds; waiting for messages, to come or to go */
};

/* At the start of the saved memory; behind it, the rings. Together they are all that a checkpoint
 * needs. */
struct mx_rank_progress {
    uint64_t slice; /* the first one that is not decided */
    uint64_t options, digest;
    uint64_t unused[5];
};

struct mx_rank {
    /* Set by the caller. */
    MPI_Comm comm;
    uint32_t number;
    const struct mx_spread *spread;
    const struct boardgame *board;
    const struct mx_slice_solver *solver;
    struct mx_saving *saving;
    int threads;
    bool digests;

    /* Set by mx_rank_reserve. */
    uint64_t first, end; /* own subcubes */
    uint64_t foreign[MX_MOST_SUBCUBE_BITS * MX_MOST_OWN];
    uint32_t foreign_count;
    size_t saved_bytes;
    struct mx_memory memory;
    struct mx_rank_progress *progress;
    char *rings, *received, *workspace;
    MPI_Request *requests;

    struct mx_rank_counts counts;
};

/* Bytes of memory that the rank needs, without its requests. Sets the counts of subcubes. */
size_t mx_rank_bytes(struct mx_rank *rank);

/* Reserves the memory and touches it, so that no page fault is timed. On false, why[room] says what
 * is missing. */
bool mx_rank_reserve(struct mx_rank *rank, char *why, size_t room);

enum mx_rank_outcome { MX_RANK_DONE, MX_RANK_INTERRUPTED, MX_RANK_FAILED /* saving->error */ };

/* Solves from progress->slice on. All ranks call it together. */
enum mx_rank_outcome mx_rank_solve(struct mx_rank *rank);

/* After MX_RANK_DONE, on the rank that owns subcube 0. */
uint64_t mx_rank_answer(const struct mx_rank *rank);

void mx_rank_free(struct mx_rank *rank);

/* All ranks together; rank 0 prints the counts of all on stderr. `seconds`: of the solve. */
void mx_report_ranks(const struct mx_rank *rank, double seconds);

/* mexbench-mpi plan; returns the exit code. */
int mx_verb_plan(int argc, char **argv);

#endif
