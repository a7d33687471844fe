/* The file of a checkpoint: a workspace, and everything that a run must share to resume from it.
 * With a store (store.h), it is the store's state and the part of the workspace that is kept.
 *
 * The file holds the header below as it is in memory, then the workspace. Only the build and the
 * machine that wrote it accept it. Both parts are hashed. A new file is written under another name,
 * made durable and renamed, so the old file or the whole new one exists at any moment.
 */
#ifndef MX_CHECKPOINT_FILE_H
#define MX_CHECKPOINT_FILE_H

#include "problem.h"

#define MX_CHECKPOINT_VERSION 1u
#define MX_CHECKPOINT_ERROR 320

/* No padding. Text is filled up with zeros. */
struct mx_checkpoint_header {
    char magic[8];
    uint32_t version;
    uint32_t threads;
    uint32_t digests;    /* digests are wanted: 0 or 1 */
    uint32_t memory_mib; /* the limit of a solve with a store, rounded up; 0 = none */
    char program[64], problem[64], variant[64]; /* program: version and commit */
    uint64_t instance_hash, workspace_bytes;
    uint64_t done, total; /* as the kernel told the monitor */
    uint64_t workspace_hash;
    uint64_t header_hash; /* of all members before it */
};

/* The header for a run of one instance; its last four words are 0. */
struct mx_checkpoint_header mx_checkpoint_of(const struct mx_problem *problem,
                                             const struct mx_variant *variant,
                                             const struct mx_run *run, uint64_t workspace_bytes);

/* Whether a file can be written there. */
bool mx_checkpoint_prepare(const char *path, char error[MX_CHECKPOINT_ERROR]);

/* Writes header->workspace_bytes of `workspace` and sets the hashes in the header. On false, an
 * earlier file is untouched. SIGXFSZ should be ignored. */
bool mx_checkpoint_write(const char *path, struct mx_checkpoint_header *header,
                         const void *workspace, char error[MX_CHECKPOINT_ERROR]);

enum mx_checkpoint_found {
    MX_CHECKPOINT_ABSENT,  /* no such file */
    MX_CHECKPOINT_LOADED,  /* *header and workspace come from the file */
    MX_CHECKPOINT_REFUSED, /* error: the fault, or the difference from *header */
};

/* Reads a checkpoint of the run that *header, from mx_checkpoint_of, describes. If the file is
 * refused, the workspace is undefined. If `workspace` is NULL, only the header is read. */
enum mx_checkpoint_found mx_checkpoint_read(const char *path, struct mx_checkpoint_header *header,
                                            void *workspace, char error[MX_CHECKPOINT_ERROR]);

#endif
