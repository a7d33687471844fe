#include "measure/serve.h"

#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "build_version.h"
#include "cli/flags.h"
#include "harness/process/deadline.h"
#include "measure/agreement.h"
#include "measure/counts_line.h"
#include "measure/steal.h"
#include "support/digest.h"

struct server {
    const struct mx_serving *serving;
    struct mx_load load;
    struct mx_solver solver; /* of all subjects in turn: one workspace */
    struct mx_counters counters;
    struct mx_steal steal; /* at the start */
    uint64_t switches;
    clockid_t clock;
};

static double seconds_on(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint64_t involuntary_switches(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

/* One line, whatever the text has in it. */
static void say_text(const char *what, const char *text) {
    printf("%s ", what);
    for (; *text != '\0'; text++)
        putchar(*text == '\n' ? ' ' : *text);
    putchar('\n');
}

static void say_failed(const struct mx_variant *variant, const char *text) {
    char line[600];
    snprintf(line, sizeof line, "%s: %s", variant->name, text);
    say_text("failed", line);
}

static int threads_of(const struct server *server, const struct mx_variant *variant) {
    return variant->threaded ? server->serving->threads : 1;
}

/* ---- Requests ---------------------------------------------------------------------------- */

static void serve_open(struct server *server, const char *rest) {
    const struct mx_serving *s = server->serving;
    char why[400];
    (void)rest;
    if (!mx_load_open(&server->load, s->problem, "", s->workload, s->dialect, s->seed, why,
                      sizeof why)) {
        say_text("failed", why);
        return;
    }
    for (unsigned i = 0; i < s->count; i++)
        if (!mx_load_suits(&server->load, s->subjects[i], s->isa, why, sizeof why)) {
            say_failed(s->subjects[i], why);
            return;
        }
    server->steal = mx_steal_now();
    server->switches = involuntary_switches();
    printf("ready %" PRIu32 " %016" PRIx64 " %s %d\n", server->load.window.count, server->load.hash,
           server->clock == CLOCK_MONOTONIC ? "real" : "processor", sched_getcpu());
}

static uint64_t hash_of(const struct mx_witness *witness, uint32_t boards) {
    uint64_t hash = MX_HASH_START;
    for (uint32_t i = 0; i < boards; i++) {
        const struct mx_findings *found = &witness->findings[i];
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a subject was checked */
        uint64_t words[] = {found->answer, found->survey.digested ? found->survey.digest : 0};
        hash = mx_hash(hash, words, sizeof words);
        hash = mx_hash(hash, found->survey.values, found->survey.count * sizeof(uint32_t));
    }
    return hash;
}

static void serve_agree(struct server *server, const char *rest) {
    const struct mx_serving *s = server->serving;
    struct mx_witness witness = {0};
    char text[400], line[600];
    (void)rest;
    for (unsigned i = 0; i < s->count; i++)
        if (!mx_agreement_check(&witness, &server->load, s->subjects[i],
                                threads_of(server, s->subjects[i]), text, sizeof text)) {
            snprintf(line, sizeof line, "%s: %s", s->subjects[i]->name, text);
            say_text("differs", line);
            mx_witness_free(&witness);
            return;
        }
    printf("agreed %u %016" PRIx64 "\n", s->count > 1 ? witness.depths : witness.itself,
           hash_of(&witness, server->load.window.count));
    mx_witness_free(&witness);
}

/* False: the answer has been given. */
static bool solve(struct server *server, unsigned subject) {
    uint32_t solved;
    server->solver.variant = server->serving->subjects[subject];
    if (mx_window_solve(&server->load.window, &server->solver, &solved) == MX_SOLVE_DONE)
        return true;
    say_text("failed", server->solver.error);
    return false;
}

static void serve_warm(struct server *server, const char *rest) {
    char answer[1024] = "answers";
    unsigned subject;
    for (int used; sscanf(rest, " %u%n", &subject, &used) == 1; rest += used) {
        if (subject >= server->serving->count) {
            say_text("failed", "warm SUBJECT...");
            return;
        }
        if (!solve(server, subject))
            return;
        uint64_t hash = mx_hash(MX_HASH_START, server->load.window.answers,
                                server->load.window.count * sizeof(uint64_t));
        size_t length = strlen(answer);
        snprintf(answer + length, sizeof answer - length, " %016" PRIx64, hash);
    }
    puts(answer);
}

/* Seconds of so many solves; negative when the answer has been given. */
static double timed(struct server *server, unsigned subject, uint64_t count) {
    double start = seconds_on(server->clock);
    for (uint64_t i = 0; i < count; i++)
        if (!solve(server, subject))
            return -1;
    return seconds_on(server->clock) - start;
}

static double counted(struct server *server, unsigned subject, uint64_t count,
                      struct mx_counts *counts) {
    mx_counters_start(&server->counters);
    double seconds = timed(server, subject, count);
    *counts = mx_counters_stop(&server->counters);
    return seconds;
}

/* Solves once against the clock. False: the answer has been given. */
static bool within_limit(struct server *server, unsigned subject, double limit) {
    struct mx_deadline deadline = {mx_seconds() + limit};
    const struct mx_monitor monitor = {mx_before_deadline, &deadline};
    uint32_t solved;
    server->solver.variant = server->serving->subjects[subject];
    server->solver.monitor = &monitor;
    enum mx_solved result = mx_window_solve(&server->load.window, &server->solver, &solved);
    server->solver.monitor = NULL;
    if (result == MX_SOLVE_FAILED)
        say_text("failed", server->solver.error);
    else if (result == MX_SOLVE_STOPPED || mx_seconds() > deadline.at)
        puts("over");
    else
        return true;
    return false;
}

/* Longer and longer runs, until one is long enough to judge by, and to count. */
static void serve_calibrate(struct server *server, const char *rest) {
    unsigned subject;
    char words[MX_COUNTS_WORDS];
    struct mx_counts counts;
    double wanted, limit, seconds, start = mx_seconds();
    uint64_t count = 1, all = 1;
    if (sscanf(rest, "%u %lf %lf", &subject, &wanted, &limit) != 3 ||
        subject >= server->serving->count) {
        say_text("failed", "calibrate SUBJECT SECONDS LIMIT");
        return;
    }
    if (!within_limit(server, subject, limit))
        return;
    while ((seconds = counted(server, subject, count, &counts)) < wanted / 2) {
        if (seconds < 0)
            return;
        all += count;
        double more = seconds > 0 ? wanted / seconds : 1000;
        count *= (uint64_t)(more < 2 ? 2 : more > 1000 ? 1000 : more);
    }
    double each = seconds / (double)count;
    uint64_t fills = each < wanted ? (uint64_t)(wanted / each) : 1;
    printf("solves %" PRIu64 " %.9g%s\n", fills, (mx_seconds() - start) / (double)(all + count),
           mx_counts_write(&server->counters, &counts, (double)count, words));
}

/* The next SUBJECT:COUNT. False at the end of the request; *bad when it is none. */
static bool next_sample(struct server *server, const char **rest, unsigned *subject,
                        uint64_t *count, bool *bad) {
    int used = 0;
    if (sscanf(*rest, " %u:%" SCNu64 "%n", subject, count, &used) != 2 ||
        *subject >= server->serving->count || *count == 0) {
        *bad = strspn(*rest, " ") != strlen(*rest);
        return false;
    }
    *rest += used;
    return true;
}

static void serve_row(struct server *server, const char *rest) {
    char answer[1024] = "seconds";
    unsigned subject;
    uint64_t count;
    bool bad = false;
    while (next_sample(server, &rest, &subject, &count, &bad)) {
        if (count > 1 && !solve(server, subject))
            return;
        double seconds = timed(server, subject, count);
        if (seconds < 0)
            return;
        size_t used = strlen(answer);
        snprintf(answer + used, sizeof answer - used, " %.12f", seconds / (double)count);
    }
    if (bad)
        say_text("failed", "row SUBJECT:COUNT...");
    else
        puts(answer);
}

static void serve_end(struct server *server, const char *rest) {
    (void)rest;
    printf("disturbed %.6f %" PRIu64 "\n", mx_steal_fraction(server->steal, mx_steal_now()),
           involuntary_switches() - server->switches);
}

static const struct {
    const char *name;
    void (*serve)(struct server *server, const char *rest);
} requests[] = {{"open", serve_open},           {"agree", serve_agree}, {"warm", serve_warm},
                {"calibrate", serve_calibrate}, {"row", serve_row},     {"end", serve_end}};

static void serve_one(struct server *server, char *line) {
    line[strcspn(line, "\n")] = '\0';
    size_t length = strcspn(line, " ");
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (strncmp(line, requests[i].name, length) == 0 && requests[i].name[length] == '\0') {
            requests[i].serve(server, line + length);
            return;
        }
    say_text("failed", "no such request");
}

/* Processor time says nothing about several threads. */
static clockid_t clock_for(const struct mx_serving *serving) {
    for (unsigned i = 0; i < serving->count; i++)
        if (serving->subjects[i]->threaded && serving->threads > 1)
            return CLOCK_MONOTONIC;
    return CLOCK_PROCESS_CPUTIME_ID;
}

int mx_serve(const struct mx_serving *serving) {
    struct server server = {
        .serving = serving,
        .clock = clock_for(serving),
        .solver = {.problem = serving->problem, .isa = serving->isa, .threads = serving->threads}};
    char *line = NULL;
    size_t room = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a solve may be long, its reader gone */
    mx_counters_open(&server.counters, NULL);
    printf("%s %d %s %s\n", MX_SAMPLER_GREETING, MX_SAMPLER_VERSION, MX_COMMIT, MX_COMPILER);
    fflush(stdout);
    while (getline(&line, &room, stdin) > 0 && !ferror(stdout)) {
        serve_one(&server, line);
        fflush(stdout);
    }
    free(line);
    mx_solver_free(&server.solver);
    mx_load_close(&server.load);
    mx_counters_close(&server.counters);
    return MX_EXIT_OK;
}
