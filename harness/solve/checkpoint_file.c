#include "harness/solve/checkpoint_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_version.h"
#include "harness/input/optional.h"
#include "harness/input/select.h"
#include "harness/process/files.h"
#include "support/digest.h"

#define MOST_AT_ONCE ((size_t)1 << 28) /* bytes; a system call moves at most 2 GiB */

static const char magic[8] = "mexckpt\n";

_Static_assert(sizeof(struct mx_checkpoint_header) == 24 + 3 * 64 + 6 * 8, "no padding");

__attribute__((format(printf, 2, 3))) static bool fail(char error[MX_CHECKPOINT_ERROR],
                                                       const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(error, MX_CHECKPOINT_ERROR, format, list);
    va_end(list);
    return false;
}

/* ---- The header -------------------------------------------------------------------------- */

struct mx_checkpoint_header mx_checkpoint_of(const struct mx_problem *problem,
                                             const struct mx_variant *variant,
                                             const struct mx_run *run, uint64_t workspace_bytes) {
    const void *instance = mx_instance(&run->batch, 0);
    struct mx_checkpoint_header header = {.version = MX_CHECKPOINT_VERSION,
                                          .threads = (uint32_t)run->threads,
                                          .digests = run->digests != NULL,
                                          .workspace_bytes = workspace_bytes};
    memcpy(header.magic, magic, sizeof magic);
    snprintf(header.program, sizeof header.program, "%s (%s)", MX_VERSION, MX_COMMIT);
    snprintf(header.problem, sizeof header.problem, "%s", problem->name);
    snprintf(header.variant, sizeof header.variant, "%s", variant->name);
    header.instance_hash = mx_hash_words(MX_HASH_START, instance, problem->bytes(instance));
    return header;
}

static uint64_t hash_of_header(const struct mx_checkpoint_header *header) {
    return mx_hash_words(MX_HASH_START, header, offsetof(struct mx_checkpoint_header, header_hash));
}

/* Whether this is a complete header of this version. */
static bool is_header(const struct mx_checkpoint_header *header, size_t bytes, const char *path,
                      char *error) {
    const size_t stamp = offsetof(struct mx_checkpoint_header, threads);
    if (bytes < stamp || memcmp(header->magic, magic, sizeof magic) != 0)
        return fail(error, "%s is not a checkpoint", path);
    if (header->version != MX_CHECKPOINT_VERSION)
        return fail(error, "%s is a checkpoint of format %" PRIu32 ", this program has format %u",
                    path, header->version, MX_CHECKPOINT_VERSION);
    if (bytes < sizeof *header)
        return fail(error, "the checkpoint %s is cut short: it ends within its header", path);
    return header->header_hash == hash_of_header(header) ||
           fail(error, "the checkpoint %s is damaged: its header's hash is wrong", path);
}

static bool same_text(const char *found, const char *wanted, const char *what, const char *path,
                      char *error) {
    return strncmp(found, wanted, 64) == 0 ||
           fail(error, "%s is a checkpoint of %s %.63s, this is %.63s", path, what, found, wanted);
}

static const char *noun_of(const char *problem_name) {
    const struct mx_problem *problem = mx_find_problem(problem_name);
    return problem == NULL ? "instance" : mx_instance_noun(problem);
}

static bool is_the_same(const struct mx_checkpoint_header *found,
                        const struct mx_checkpoint_header *wanted, const char *path, char *error) {
    if (!same_text(found->problem, wanted->problem, "problem", path, error) ||
        !same_text(found->variant, wanted->variant, "variant", path, error) ||
        !same_text(found->program, wanted->program, "mexbench", path, error))
        return false;
    if (found->instance_hash != wanted->instance_hash)
        return fail(error, "%s is a checkpoint of another %s", path, noun_of(wanted->problem));
    if (found->threads != wanted->threads)
        return fail(error, "%s is a checkpoint with --threads %" PRIu32 ", this is with %" PRIu32,
                    path, found->threads, wanted->threads);
    if (found->memory_mib != wanted->memory_mib)
        return fail(error,
                    "%s is a checkpoint with a memory limit of %" PRIu32 " MiB, this has %" PRIu32
                    " (0 = no limit)",
                    path, found->memory_mib, wanted->memory_mib);
    if (found->digests != wanted->digests)
        return fail(error, "%s is a checkpoint %s --digest, this is %s", path,
                    found->digests ? "with" : "without", wanted->digests ? "with" : "without");
    return found->workspace_bytes == wanted->workspace_bytes ||
           fail(error, "%s is a checkpoint of %" PRIu64 " bytes, %" PRIu64 " are needed", path,
                found->workspace_bytes, wanted->workspace_bytes);
}

/* ---- Writing ----------------------------------------------------------------------------- */

static bool write_all(int file, const void *data, size_t bytes) {
    for (const char *at = data; bytes > 0;) {
        ssize_t done = write(file, at, bytes < MOST_AT_ONCE ? bytes : MOST_AT_ONCE);
        if (done < 0 && errno != EINTR)
            return false;
        at += done < 0 ? 0 : done;
        bytes -= done < 0 ? 0 : (size_t)done;
    }
    return true;
}

bool mx_checkpoint_prepare(const char *path, char error[MX_CHECKPOINT_ERROR]) {
    struct mx_replacement replacement;
    char why[128];
    if (!mx_replacement_open(&replacement, path, why, sizeof why))
        return fail(error, "cannot write the checkpoint %s: %s", path, why);
    mx_replacement_discard(&replacement);
    return true;
}

bool mx_checkpoint_write(const char *path, struct mx_checkpoint_header *header,
                         const void *workspace, char error[MX_CHECKPOINT_ERROR]) {
    struct mx_replacement replacement;
    char why[128];
    header->workspace_hash =
        mx_hash_words(MX_HASH_START, workspace, (size_t)header->workspace_bytes);
    header->header_hash = hash_of_header(header);
    if (!mx_replacement_open(&replacement, path, why, sizeof why))
        return fail(error, "cannot write the checkpoint %s: %s", path, why);
    if (!write_all(replacement.file, header, sizeof *header) ||
        !write_all(replacement.file, workspace, (size_t)header->workspace_bytes)) {
        mx_replacement_discard(&replacement);
        return fail(error, "cannot write the checkpoint %s: %s", path, strerror(errno));
    }
    return mx_replacement_finish(&replacement) ||
           fail(error, "cannot write the checkpoint %s: %s", path, strerror(errno));
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* Reads up to `bytes` bytes, fewer at the end of the file; *got has the number. On false, errno is
 * kept. */
static bool read_all(int file, void *data, size_t bytes, size_t *got) {
    for (*got = 0; *got < bytes;) {
        size_t left = bytes - *got;
        ssize_t done = read(file, (char *)data + *got, left < MOST_AT_ONCE ? left : MOST_AT_ONCE);
        if (done == 0)
            return true;
        if (done < 0 && errno != EINTR)
            return false;
        *got += done < 0 ? 0 : (size_t)done;
    }
    return true;
}

static bool is_whole(int file, const struct mx_checkpoint_header *header, const char *path,
                     char *error) {
    struct stat status;
    uint64_t wanted = sizeof *header + header->workspace_bytes;
    if (fstat(file, &status) != 0)
        return fail(error, "cannot read %s: %s", path, strerror(errno));
    return (uint64_t)status.st_size == wanted ||
           fail(error, "the checkpoint %s is %s: %jd bytes instead of %" PRIu64, path,
                (uint64_t)status.st_size < wanted ? "cut short" : "too long",
                (intmax_t)status.st_size, wanted);
}

static bool read_file(int file, const char *path, struct mx_checkpoint_header *header,
                      void *workspace, char *error) {
    struct mx_checkpoint_header found = {0};
    size_t got;
    if (!read_all(file, &found, sizeof found, &got))
        return fail(error, "cannot read %s: %s", path, strerror(errno));
    if (!is_header(&found, got, path, error) || !is_the_same(&found, header, path, error) ||
        !is_whole(file, &found, path, error))
        return false;
    if (workspace == NULL) {
        *header = found;
        return true;
    }
    if (!read_all(file, workspace, (size_t)found.workspace_bytes, &got))
        return fail(error, "cannot read %s: %s", path, strerror(errno));
    if (got != found.workspace_bytes ||
        mx_hash_words(MX_HASH_START, workspace, got) != found.workspace_hash)
        return fail(error, "the checkpoint %s is damaged: its content's hash is wrong", path);
    *header = found;
    return true;
}

enum mx_checkpoint_found mx_checkpoint_read(const char *path, struct mx_checkpoint_header *header,
                                            void *workspace, char error[MX_CHECKPOINT_ERROR]) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 && errno == ENOENT)
        return MX_CHECKPOINT_ABSENT;
    if (file < 0) {
        fail(error, "cannot open %s: %s", path, strerror(errno));
        return MX_CHECKPOINT_REFUSED;
    }
    bool good = read_file(file, path, header, workspace, error);
    close(file);
    return good ? MX_CHECKPOINT_LOADED : MX_CHECKPOINT_REFUSED;
}
