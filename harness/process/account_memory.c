/* Memory that a resident set omits or repeats: files in memory (memfd_create, /dev/shm), and memory
 * that processes share. */
#include <dirent.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "harness/process/account_internal.h"
#include "harness/process/sandbox.h"

enum { PATH_ROOM = 300, BLOCK_BYTES = 512, KIB = 1024 };

/* ---- Files ------------------------------------------------------------------------------- */

static bool same_file(const struct mx_memory_file *file, const struct stat *about) {
    return file->device == about->st_dev && file->number == about->st_ino;
}

static bool is_known(const struct mx_memory_file *files, size_t count, const struct stat *about) {
    for (size_t i = 0; i < count; i++)
        if (same_file(&files[i], about))
            return true;
    return false;
}

static bool note_file(struct mx_account *account, const struct stat *about) {
    if (account->file_count == account->file_room) {
        const size_t room = account->file_room == 0 ? 16 : 2 * account->file_room;
        struct mx_memory_file *larger = reallocarray(account->files, room, sizeof *larger);
        if (larger == NULL)
            return false;
        account->files = larger;
        account->file_room = room;
    }
    account->files[account->file_count++] = (struct mx_memory_file){about->st_dev, about->st_ino};
    return true;
}

/* Decides by the name alone, because another file may be on a disk that does not answer. In a
 * sandbox, the content of /dev/shm counts with its folder. */
static bool is_in_memory(const struct mx_account *account, const char *link) {
    char target[64];
    const ssize_t length = readlink(link, target, sizeof target - 1);
    target[length > 0 ? length : 0] = '\0';
    return strncmp(target, "/memfd:", 7) == 0 ||
           (!account->sandboxed && strncmp(target, "/dev/shm/", 9) == 0);
}

static void add_file(struct mx_account *account, const char *link) {
    struct stat about;
    if (is_in_memory(account, link) && stat(link, &about) == 0 && S_ISREG(about.st_mode) &&
        !is_known(account->ignored, account->ignored_count, &about) &&
        !is_known(account->files, account->file_count, &about) && note_file(account, &about))
        account->file_bytes += (uint64_t)about.st_blocks * BLOCK_BYTES;
}

void mx_account_add_files(struct mx_account *account, pid_t process) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "/proc/%d/fd", process);
    DIR *files = opendir(path);
    if (files == NULL)
        return;
    for (const struct dirent *file; (file = readdir(files)) != NULL;) {
        if (file->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/fd/%s", process, file->d_name);
        add_file(account, path);
    }
    closedir(files);
}

/* ---- Folders ----------------------------------------------------------------------------- */

/* A folder that the sandbox has not replaced yet belongs to this process. */
static bool is_own(const char *inside, const char *outside) {
    struct stat one, other;
    return stat(inside, &one) == 0 && (stat(outside, &other) != 0 || one.st_dev != other.st_dev);
}

void mx_account_add_folders(struct mx_account *account) {
    struct statfs about;
    char path[PATH_ROOM];
    for (size_t i = 0; mx_sandbox_folders[i] != NULL; i++) {
        snprintf(path, sizeof path, "/proc/%d/root%s", account->above, mx_sandbox_folders[i]);
        if (is_own(path, mx_sandbox_folders[i]) && statfs(path, &about) == 0 &&
            about.f_type == TMPFS_MAGIC)
            account->file_bytes += (about.f_blocks - about.f_bfree) * (uint64_t)about.f_bsize;
    }
}

/* ---- Shared memory ----------------------------------------------------------------------- */

/* The bytes of a process, with each page divided by the number of processes that have it: all
 * bytes, and those of files in memory. Returns false if the system does not tell. */
static bool proportional(pid_t process, uint64_t *all, uint64_t *in_files) {
    char path[PATH_ROOM], line[128];
    uint64_t kib;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
    FILE *file = fopen(path, "re");
    bool told = false;
    if (file == NULL)
        return false;
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "Pss: %" SCNu64, &kib) == 1) {
            *all += kib * KIB;
            told = true;
        } else if (sscanf(line, "Pss_Shmem: %" SCNu64, &kib) == 1) {
            *in_files += kib * KIB;
        }
    fclose(file);
    return told;
}

/* Files in memory are mapped, or only open, or both: the larger of the two counts. */
uint64_t mx_account_unshared(const struct mx_account *account, uint64_t most) {
    uint64_t all = 0, in_files = 0;
    bool told = false;
    for (size_t i = 0; i < account->count; i++)
        told |= proportional(account->members[i].process, &all, &in_files);
    if (!told)
        return most;
    const uint64_t bytes =
        all + (account->file_bytes > in_files ? account->file_bytes - in_files : 0);
    return bytes < most ? bytes : most;
}
