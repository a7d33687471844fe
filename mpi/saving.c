#include "mpi/rank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/process/clock.h"

#define SLICES_A_DECISION 4u

static bool is_last(const struct mx_saving *saving) {
    return saving->rank == saving->ranks - 1;
}

/* ---- Start and end ---- */

void mx_saving_start(struct mx_saving *saving) {
    saving->saved = mx_seconds();
    for (int i = 0; i < 2 && saving->prefix != NULL && saving->error[0] == '\0'; i++) {
        const int length = snprintf(saving->path[i], sizeof saving->path[i], "%s.%d.%d",
                                    saving->prefix, saving->rank, i);
        if (length < 0 || (size_t)length >= sizeof saving->path[i])
            snprintf(saving->error, sizeof saving->error, "the checkpoint's name is too long");
        else
            mx_checkpoint_prepare(saving->path[i], saving->error);
    }
}

void mx_saving_end(struct mx_saving *saving) {
    for (int i = 0; i < 2 && saving->prefix != NULL; i++)
        unlink(saving->path[i]);
}

/* ---- Resuming ---- */

/* The slices that the two files of a rank stand before; 0 = no file. */
struct stages {
    uint64_t slice[2];
};

static struct stages own_stages(struct mx_saving *saving) {
    struct stages stages = {{0}};
    for (int i = 0; i < 2 && saving->error[0] == '\0'; i++) {
        struct mx_checkpoint_header header = saving->header;
        if (mx_checkpoint_read(saving->path[i], &header, NULL, saving->error) ==
            MX_CHECKPOINT_LOADED)
            stages.slice[i] = header.done;
    }
    return stages;
}

static bool has_stage(const struct stages *stages, uint64_t slice) {
    return stages->slice[0] == slice || stages->slice[1] == slice;
}

/* The last stage that all ranks have. Otherwise 0, if the first checkpoint was not finished, or an
 * error: a rank with two files began the second when the first one was complete. */
static uint64_t common_stage(const struct stages *all, struct mx_saving *saving) {
    int without = -1, complete = -1;
    uint64_t common = 0;
    for (int i = 0; i < 2; i++) {
        int rank = 0;
        while (rank < saving->ranks && all[0].slice[i] != 0 &&
               has_stage(&all[rank], all[0].slice[i]))
            rank++;
        if (rank == saving->ranks && all[0].slice[i] > common)
            common = all[0].slice[i];
    }
    for (int rank = 0; rank < saving->ranks; rank++) {
        if (has_stage(&all[rank], 0))
            without = rank;
        else
            complete = rank;
    }
    if (common == 0 && complete >= 0)
        snprintf(saving->error, sizeof saving->error,
                 "no checkpoint %s is complete: rank %d has two files, rank %d lacks one",
                 saving->prefix, complete, without < 0 ? 0 : without);
    return common;
}

void mx_saving_resume(struct mx_saving *saving, void *memory) {
    if (saving->prefix == NULL)
        return;
    const struct stages own = own_stages(saving);
    struct stages *all = calloc((size_t)saving->ranks, sizeof *all);
    int bad = saving->error[0] != '\0' || all == NULL, any = 0;
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, saving->comm);
    if (any && saving->error[0] == '\0' && bad)
        snprintf(saving->error, sizeof saving->error, "out of memory");
    if (!any) {
        MPI_Allgather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, saving->comm);
        saving->resumed = common_stage(all, saving);
    }
    free(all);
    if (any || saving->resumed == 0)
        return;
    const int file = own.slice[1] == saving->resumed;
    mx_checkpoint_read(saving->path[file], &saving->header, memory, saving->error);
    saving->next = !file;
}

/* ---- Saving ---- */

static void pause_briefly(void) {
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
}

/* The last rank: counts those who have written the last checkpoint. */
static void hear_of_saved(struct mx_saving *saving) {
    int there = 1, word;
    while (saving->unsaved > 0 && there) {
        MPI_Iprobe(MPI_ANY_SOURCE, MX_TAG_SAVED, saving->comm, &there, MPI_STATUS_IGNORE);
        if (there)
            MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, MX_TAG_SAVED, saving->comm,
                     MPI_STATUS_IGNORE);
        saving->unsaved -= there;
    }
}

/* The last rank: whether all save before this slice. */
static int decide(struct mx_saving *saving, uint64_t slice) {
    hear_of_saved(saving);
    const int due = saving->unsaved == 0 && slice != saving->resumed &&
                    mx_seconds() - saving->saved >= saving->every;
    for (int rank = 0; rank < saving->ranks - 1; rank++)
        MPI_Send(&due, 1, MPI_INT, rank, MX_TAG_DECISION, saving->comm);
    if (due) {
        saving->unsaved = saving->ranks - 1;
        saving->saved = mx_seconds();
    }
    return due;
}

/* The decision of the last rank, which has been sent long ago; -1 after an interrupt. */
static int hear_decision(const struct mx_saving *saving) {
    int due, there = 0;
    MPI_Request request;
    MPI_Irecv(&due, 1, MPI_INT, saving->ranks - 1, MX_TAG_DECISION, saving->comm, &request);
    for (;; pause_briefly()) {
        MPI_Test(&request, &there, MPI_STATUS_IGNORE);
        if (there || mx_interrupted())
            return there ? due : -1;
    }
}

bool mx_saving_stage(struct mx_saving *saving, uint64_t slice, const void *memory) {
    if (saving->prefix == NULL || slice == 0 || slice % SLICES_A_DECISION != 0)
        return true;
    const int due = is_last(saving) ? decide(saving, slice) : hear_decision(saving);
    if (due <= 0)
        return due == 0;
    saving->header.done = slice;
    if (!mx_checkpoint_write(saving->path[saving->next], &saving->header, memory, saving->error))
        return false;
    saving->next = !saving->next;
    if (!is_last(saving))
        MPI_Send(&due, 1, MPI_INT, saving->ranks - 1, MX_TAG_SAVED, saving->comm);
    return true;
}
