#include "bench/results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/process/beside.h"
#include "support/say.h"

#define HEAD "{\n  \"context\": {\n" /* how the library begins */

static int print_steal(char *text, size_t room, const char *key, struct mx_steal steal) {
    if (steal.total == 0)
        return 0;
    return snprintf(text, room, "    \"%s\": {\"stolen\": %" PRIu64 ", \"total\": %" PRIu64 "},\n",
                    key, steal.stolen, steal.total);
}

const char *mx_results_disturbance(struct mx_steal before, struct mx_steal after, char *text,
                                   size_t room) {
    double load[3];
    text[0] = '\0';
    size_t used = (size_t)print_steal(text, room, "steal_before", before);
    used += (size_t)print_steal(text + used, room - used, "steal_after", after);
    if (getloadavg(load, 3) == 3)
        snprintf(text + used, room - used, "    \"load_avg_after\": [%.2f,%.2f,%.2f],\n", load[0],
                 load[1], load[2]);
    return text;
}

/* Whether the file begins as expected; it is then read up to there. */
static bool read_head(FILE *file) {
    char head[sizeof HEAD] = "";
    return fread(head, 1, sizeof HEAD - 1, file) == sizeof HEAD - 1 && strcmp(head, HEAD) == 0;
}

static bool copy_rest(FILE *from, FILE *to) {
    char block[1 << 16];
    for (size_t got; (got = fread(block, 1, sizeof block, from)) > 0;)
        if (fwrite(block, 1, got, to) != got)
            return false;
    return !ferror(from);
}

/* Keeps errno when it fails. */
static bool write_anew(FILE *from, const char *beside, const char *members) {
    FILE *to = fopen(beside, "we");
    if (to == NULL)
        return false;
    bool good = fputs(HEAD, to) >= 0 && fputs(members, to) >= 0 && copy_rest(from, to) &&
                fflush(to) == 0 && fsync(fileno(to)) == 0;
    int cause = errno;
    if (fclose(to) != 0 && good)
        return false;
    errno = cause;
    return good;
}

static bool replace(FILE *from, const char *path, const char *members) {
    char beside[PATH_MAX];
    if (!mx_beside_name(path, beside)) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (write_anew(from, beside, members) && rename(beside, path) == 0) {
        mx_beside_sync(path);
        return true;
    }
    int cause = errno;
    unlink(beside);
    errno = cause;
    return false;
}

static bool add(const char *path, const char *members) {
    FILE *file = fopen(path, "re");
    bool good = file != NULL && (!read_head(file) || replace(file, path, members));
    int cause = errno;
    if (file != NULL)
        fclose(file);
    errno = cause;
    return good;
}

/* The library does not look whether what it writes arrives: whether the file ends as it should. */
static bool is_whole(const char *path) {
    char end[4] = "";
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    bool json = read_head(file);
    bool whole = fseek(file, -2, SEEK_END) == 0 && fread(end, 1, 2, file) == 2 && end[1] == '\n' &&
                 (!json || end[0] == '}');
    fclose(file);
    errno = whole ? 0 : ENOSPC;
    return whole;
}

static bool make_durable(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool good = fsync(file) == 0;
    int cause = errno;
    close(file);
    errno = cause;
    return good;
}

bool mx_results_begin(struct mx_results_file *file, const char *path, char *why, size_t room) {
    struct stat status;
    *file = (struct mx_results_file){.path = path};
    file->direct = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    if (file->direct)
        return true;
    if (!mx_beside_name(path, file->partial))
        return mx_say(why, room, "the name of the results file is too long");
    mx_beside_clean(path);
    int made = open(file->partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (made < 0)
        return mx_say(why, room, "cannot write %s: %s", path, strerror(errno));
    close(made);
    unlink(file->partial);
    return true;
}

bool mx_results_finish(const struct mx_results_file *file, const char *members, char *why,
                       size_t room) {
    if (file->direct)
        return true;
    if (is_whole(file->partial) && add(file->partial, members) && make_durable(file->partial) &&
        rename(file->partial, file->path) == 0) {
        mx_beside_sync(file->path);
        return true;
    }
    mx_say(why, room, "cannot write %s: %s", file->path, strerror(errno));
    unlink(file->partial);
    return false;
}

void mx_results_discard(const struct mx_results_file *file) {
    if (!file->direct)
        unlink(file->partial);
}
