#include "harness/process/account.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/process/account_internal.h"
#include "harness/process/descendants.h"

enum { PATH_ROOM = 300 };

/* ---- Members ----------------------------------------------------------------------------- */

static struct mx_member *member_of(struct mx_account *account, pid_t process) {
    for (size_t i = 0; i < account->count; i++)
        if (account->members[i].process == process)
            return &account->members[i];
    return NULL;
}

static struct mx_member *new_member(struct mx_account *account) {
    if (account->count == account->room) {
        const size_t room = account->room == 0 ? 16 : 2 * account->room;
        struct mx_member *larger = reallocarray(account->members, room, sizeof *larger);
        if (larger == NULL)
            return NULL;
        account->members = larger;
        account->room = room;
    }
    return &account->members[account->count++];
}

static double total_of(const struct mx_member *member) {
    return member->own + fmax(member->waited, member->lost);
}

/* Removes members that have ended and adds their time to their parents. Children come before
 * parents: a child is later in the list, because it was seen later. */
static void settle(struct mx_account *account) {
    for (size_t i = account->count; i-- > 0;) {
        const struct mx_member gone = account->members[i];
        if (gone.alive)
            continue;
        struct mx_member *parent = member_of(account, gone.parent);
        *(parent != NULL && parent != &account->members[i] ? &parent->lost : &account->lost) +=
            total_of(&gone);
        memmove(&account->members[i], &account->members[i + 1],
                (account->count - i - 1) * sizeof gone);
        account->count--;
    }
}

static void note_member(struct mx_account *account, pid_t process, const struct mx_stat *line) {
    struct mx_member *member = member_of(account, process);
    if (member == NULL || member->started != line->started) {
        if (member != NULL)
            account->lost += total_of(member); /* another process has its number now */
        else if ((member = new_member(account)) == NULL)
            return;
        *member = (struct mx_member){.process = process, .started = line->started};
    }
    member->parent = line->parent;
    member->own = fmax(member->own, mx_seconds_of_ticks(line->user + line->system));
    member->waited = mx_seconds_of_ticks(line->waited_user + line->waited_system);
    member->alive = true;
}

/* ---- A sample ---------------------------------------------------------------------------- */

/* The state of one process's threads. */
struct threads {
    bool living, running, blocked;
    uint64_t pages;
};

static void note_thread(void *context, const struct mx_stat *thread) {
    struct threads *threads = context;
    threads->living |= thread->state != 'Z' && thread->state != 'X';
    threads->running |= thread->state == 'R';
    threads->blocked |= thread->state == 'D';
    threads->pages = thread->pages > threads->pages ? thread->pages : threads->pages;
}

static void visit_process(void *context, pid_t process) {
    struct mx_account *account = context;
    struct mx_sample *sample = &account->sample;
    struct threads threads = {false, false, false, 0};
    struct mx_stat line;
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    if (!mx_stat_read(path, &line))
        return;
    note_member(account, process, &line);
    sample->listed++;
    /* The first thread may have ended, or may only wait for the others. */
    note_thread(&threads, &line);
    mx_each_thread(process, note_thread, &threads);
    mx_each_child(process, visit_process, account);
    if (!threads.living)
        return;
    sample->processes++;
    sample->running += threads.running;
    sample->blocked += threads.blocked && !threads.running;
    sample->bytes += threads.pages * (uint64_t)sysconf(_SC_PAGESIZE);
    mx_account_add_files(account, process);
}

/* The time of what a sandbox's keeper has reaped, which includes processes that lived too shortly
 * to be members, and the time of the living. */
static double seconds_of_keeper(const struct mx_account *account, double living) {
    char path[PATH_ROOM];
    struct mx_stat line;
    snprintf(path, sizeof path, "/proc/%d/stat", account->above);
    if (!account->sandboxed || !mx_stat_read(path, &line))
        return 0;
    return mx_seconds_of_ticks(line.waited_user + line.waited_system) + living;
}

const struct mx_sample *mx_account_sample(struct mx_account *account) {
    struct mx_sample *sample = &account->sample;
    const double before = sample->seconds;
    *sample = (struct mx_sample){0};
    account->file_count = 0;
    account->file_bytes = 0;
    for (size_t i = 0; i < account->count; i++)
        account->members[i].alive = false;
    mx_each_child(account->above, visit_process, account);
    if (account->sandboxed)
        mx_account_add_folders(account);
    settle(account);
    double living = 0;
    for (size_t i = 0; i < account->count; i++)
        living += total_of(&account->members[i]);
    sample->seconds = fmax(account->lost + living, seconds_of_keeper(account, living));
    /* For a moment, the time of a process may be missing from both parents. */
    sample->seconds = fmax(sample->seconds, before);
    sample->bytes += account->file_bytes;
    if (sample->bytes > account->memory_limit)
        sample->bytes = mx_account_unshared(account, sample->bytes);
    return sample;
}

void mx_account_close(struct mx_account *account) {
    free(account->members);
    free(account->files);
}
