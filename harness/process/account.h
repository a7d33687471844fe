/* The processor time and memory that a process and all its descendants use together.
 *
 * The account samples /proc. A process that ends between two samples appears in the time of the
 * parent that waited for it. When no parent waits (SIGCHLD ignored), the time of its last sample
 * counts instead. The account misses only processes that live shorter than the pause between two
 * samples and that no process waits for; in a sandbox the keeper waits for all whose parent has
 * ended. Without /proc everything is 0.
 */
#ifndef MX_ACCOUNT_H
#define MX_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#define MX_ACCOUNT_IGNORED 4

/* One process that was seen. */
struct mx_member {
    pid_t process, parent;
    uint64_t started;   /* in clock ticks after the machine's start: distinguishes reused numbers */
    double own, waited; /* seconds: its own, and those of children that it has waited for */
    double lost;        /* seconds of its children that have ended, waited for or not */
    bool alive;         /* in the last sample */
};

/* A file in memory. */
struct mx_memory_file {
    dev_t device;
    ino_t number;
};

/* One sample. */
struct mx_sample {
    double seconds; /* of processor time since the account was opened, user and system */
    /* Resident, with files in memory. Shared memory counts once when the sum is above the limit,
     * else perhaps more than once. */
    uint64_t bytes;
    uint32_t listed;    /* processes, with zombies */
    uint32_t processes; /* without zombies */
    uint32_t running;   /* of these, have a thread that runs or waits for a processor */
    uint32_t blocked;   /* of the others, have a thread that waits uninterruptibly, for a disk */
};

struct mx_account {
    /* Set by the caller. */
    pid_t above;           /* its descendants count, not itself */
    uint64_t memory_limit; /* above it, shared and private memory are distinguished */
    bool sandboxed;        /* in harness/process/sandbox.h, whose folders in memory count as well */
    struct mx_memory_file ignored[MX_ACCOUNT_IGNORED]; /* files in memory that do not count */
    size_t ignored_count;

    /* Kept by mx_account_sample. */
    struct mx_member *members;
    size_t count, room;
    double lost; /* as in mx_member, for `above` */
    struct mx_memory_file *files;
    size_t file_count, file_room;
    struct mx_sample sample;
    uint64_t file_bytes; /* of files in memory, open ones and those of the sandbox's folders */
};

/* Takes a sample. When memory is short, it omits processes. */
const struct mx_sample *mx_account_sample(struct mx_account *account);

void mx_account_close(struct mx_account *account);

#endif
