/* The declarations that account.c and account_memory.c share. */
#ifndef MX_ACCOUNT_INTERNAL_H
#define MX_ACCOUNT_INTERNAL_H

#include "harness/process/account.h"

/* Adds the files in memory that a process has open, each of them once a sample. */
void mx_account_add_files(struct mx_account *account, pid_t process);

/* Adds what the sandbox's own folders hold, once a sample. */
void mx_account_add_folders(struct mx_account *account);

/* The memory of the living members, with shared memory counted once. If the system does not tell,
 * it is `most`, which counts some of it several times. */
uint64_t mx_account_unshared(const struct mx_account *account, uint64_t most);

#endif
