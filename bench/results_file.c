#include "bench/results_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/process/files.h"
#include "support/say.h"

#define HEAD "{\n  \"context\": {\n" /* the first bytes that the library writes */

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

/* Whether the file begins as expected. Reads that beginning. */
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

/* Copies the library's output. In JSON, `members` come first in its context. */
static bool copy_with(FILE *from, FILE *to, const char *members) {
    if (!read_head(from))
        return fseek(from, 0, SEEK_SET) == 0 && copy_rest(from, to);
    return fputs(HEAD, to) >= 0 && fputs(members, to) >= 0 && copy_rest(from, to);
}

/* Keeps errno on failure. */
static bool replace(FILE *from, const char *path, const char *members, char *why, size_t room) {
    struct mx_replacement replacement;
    if (!mx_replacement_open(&replacement, path, why, room))
        return false;
    FILE *to = mx_replacement_stream(&replacement);
    if (to != NULL && copy_with(from, to, members)) {
        if (mx_replacement_finish(&replacement))
            return true;
    } else {
        mx_replacement_discard(&replacement);
    }
    return mx_say(why, room, "%s", strerror(errno));
}

/* Whether the file ends as expected: the library does not check that its writes succeed. */
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

bool mx_results_begin(struct mx_results_file *file, const char *path, char *why, size_t room) {
    struct stat status;
    *file = (struct mx_results_file){.path = path};
    file->direct = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    if (file->direct)
        return true;
    struct mx_replacement replacement;
    char reason[128];
    int made = -1;
    if (mx_replacement_open(&replacement, path, reason, sizeof reason)) {
        mx_replacement_discard(&replacement);
        made = mx_make_next_to(path, file->partial);
        snprintf(reason, sizeof reason, "%s", strerror(errno));
    }
    if (made < 0)
        return mx_say(why, room, "cannot write %s: %s", path, reason);
    close(made);
    return true;
}

bool mx_results_finish(const struct mx_results_file *file, const char *members, char *why,
                       size_t room) {
    if (file->direct)
        return true;
    char reason[128];
    FILE *from = is_whole(file->partial) ? fopen(file->partial, "re") : NULL;
    snprintf(reason, sizeof reason, "%s", strerror(errno));
    bool good = from != NULL && replace(from, file->path, members, reason, sizeof reason);
    if (from != NULL)
        fclose(from);
    unlink(file->partial);
    mx_forget_file(file->partial);
    return good || mx_say(why, room, "cannot write %s: %s", file->path, reason);
}

void mx_results_discard(const struct mx_results_file *file) {
    if (file->direct)
        return;
    unlink(file->partial);
    mx_forget_file(file->partial);
}
