#include "harness/process/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/process.h"
#include "support/arena.h"
#include "support/say.h"

/* /run has the sockets of the machine's services, which a file system without a network still
 * reaches. */
const char *const mx_sandbox_folders[] = {"/tmp", "/var/tmp", "/run", "/dev", NULL};

/* ---- The command ------------------------------------------------------------------------- */

enum { OWN_WORDS = 64, MOST_SHOWN = 64 };

struct command {
    struct mx_arena *arena;
    const char **word; /* NULL once memory was short */
    size_t count;
    size_t shown; /* number of paths shown */
};

static void add(struct command *command, const char *word) {
    if (command->word != NULL)
        command->word[command->count++] = word;
}

static void add_option(struct command *command, const char *name, const char *from,
                       const char *to) {
    add(command, name);
    add(command, from);
    if (to != NULL)
        add(command, to);
}

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_below(const char *path, const char *folder) {
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Whether a path is hidden by a folder that the sandbox has for itself. */
static bool is_hidden(const char *path) {
    for (size_t i = 0; mx_sandbox_folders[i] != NULL; i++)
        if (is_below(path, mx_sandbox_folders[i]))
            return true;
    return false;
}

static bool is_private_folder(const char *path) {
    for (size_t i = 0; mx_sandbox_folders[i] != NULL; i++)
        if (strcmp(path, mx_sandbox_folders[i]) == 0)
            return true;
    return false;
}

/* Shows a hidden path read-only: a file together with its folder, unless that is a private one. */
static void show(struct command *command, const char *path) {
    char buffer[PATH_MAX];
    char *resolved = realpath(path, buffer);
    if (resolved == NULL && errno == ENOMEM)
        command->word = NULL;
    if (resolved != NULL && is_hidden(resolved) && !is_below(resolved, "/dev") &&
        command->shown < MOST_SHOWN) {
        char *slash = strrchr(resolved, '/');
        if (!is_folder(resolved)) {
            *slash = '\0';
            if (is_private_folder(resolved))
                *slash = '/';
        }
        char *copy = mx_arena_take(command->arena, strlen(resolved) + 1);
        if (copy == NULL)
            command->word = NULL;
        else
            add_option(command, "--ro-bind", strcpy(copy, resolved), copy);
        command->shown++;
    }
}

/* Shows the paths in a word of the command: the word itself, and each part that begins with /,
 * because the word may be a command for a shell. */
static void show_all_in(struct command *command, const char *word) {
    char path[PATH_MAX];
    show(command, word);
    for (const char *at = word; (at = strchr(at, '/')) != NULL;) {
        const size_t length = strcspn(at, " \t\n'\"`;|&<>()$:=,");
        snprintf(path, sizeof path, "%.*s", (int)(length < PATH_MAX ? length : 0), at);
        show(command, path);
        at += length;
    }
}

/* Adds the whole file system read-only, then the sandbox's own folders, then the paths to show that
 * these folders hide. */
static void add_files(struct command *command, char *const *argv, const char *keeper,
                      const char *folder) {
    char here[PATH_MAX];
    add_option(command, "--ro-bind", "/", "/");
    add_option(command, "--dev", "/dev", NULL);
    add_option(command, "--proc", "/proc", NULL);
    for (size_t i = 0; mx_sandbox_folders[i] != NULL; i++)
        if (strcmp(mx_sandbox_folders[i], "/dev") != 0 && is_folder(mx_sandbox_folders[i]))
            add_option(command, "--tmpfs", mx_sandbox_folders[i], NULL);
    show(command, keeper);
    if (getcwd(here, sizeof here) != NULL)
        show(command, here);
    for (size_t i = 0; argv[i] != NULL; i++)
        show_all_in(command, argv[i]);
    if (folder != NULL) {
        add_option(command, "--bind", folder, folder);
        add_option(command, "--chdir", folder, NULL);
    }
}

const char *const *mx_sandbox_command(char *const *argv, const char *keeper, const char *folder,
                                      struct mx_arena *arena) {
    static const char *const first[] = {"bwrap", "--unshare-all",     "--as-pid-1", "--cap-drop",
                                        "ALL",   "--die-with-parent", NULL};
    size_t count = 0;
    while (argv[count] != NULL)
        count++;
    struct command command = {.arena = arena};
    command.word =
        mx_arena_take(arena, (OWN_WORDS + 3 * (MOST_SHOWN + 1) + count) * sizeof *command.word);
    for (size_t i = 0; first[i] != NULL; i++)
        add(&command, first[i]);
    add_files(&command, argv, keeper, folder);
    add_option(&command, "--", keeper, "keeper");
    for (size_t i = 0; i < count; i++)
        add(&command, argv[i]);
    add(&command, NULL);
    return command.word;
}

/* ---- Outside ----------------------------------------------------------------------------- */

pid_t mx_sandbox_keeper(pid_t sandbox) {
    char path[64];
    pid_t keeper = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", sandbox, sandbox);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%d", &keeper) != 1)
        keeper = 0;
    fclose(file);
    return keeper;
}

/* ---- Inside ------------------------------------------------------------------------------ */

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static void tell(struct mx_keeper_report *report) {
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) == 0) {
        report->seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
        report->peak_bytes = (uint64_t)used.ru_maxrss * 1024;
    }
    ssize_t written = write(MX_REPORT_FILE, report, sizeof *report);
    (void)written; /* the reader has ended */
}

/* Leaves the terminal, because a program could write to its input. */
static void leave_session(void *context) {
    (void)context;
    setsid();
}

int mx_sandbox_be_keeper(char *const *argv) {
    struct mx_keeper_report report = {0};
    const struct mx_launch launch = {.argv = (const char *const *)argv,
                                     .run = leave_session,
                                     .files = {MX_OWN_FILE, MX_OWN_FILE, MX_OWN_FILE}};
    pid_t program, ended;
    int status;
    if (fcntl(MX_REPORT_FILE, F_SETFD, FD_CLOEXEC) != 0)
        return EXIT_FAILURE;
    report.failed = mx_process_start(&launch, &program);
    if (report.failed != 0) {
        tell(&report);
        return EXIT_FAILURE;
    }
    while ((ended = wait(&status)) > 0 || errno == EINTR)
        if (ended == program) {
            report.status = status;
            tell(&report);
        }
    return EXIT_SUCCESS;
}
