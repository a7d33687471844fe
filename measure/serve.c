#include "measure/serve_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "build_version.h"
#include "harness/input/answers.h"
#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "measure/agreement.h"
#include "support/arena.h"
#include "support/digest.h"
#include "support/reader.h"

enum { ANSWER = 1024, MOST_NEIGHBOURS = 4096 };

/* ---- Talking ----------------------------------------------------------------------------- */

bool mx_protocol_begin(struct mx_protocol *protocol) {
    protocol->input = mx_take_standard_input();
    protocol->output = mx_keep_output();
    return protocol->input >= 0 && protocol->output >= 0;
}

static void answer_text(struct mx_server *server, const char *what, const char *text) {
    fprintf(server->output, "%s ", what);
    for (; *text != '\0'; text++)
        putc(*text == '\n' ? ' ' : *text, server->output);
    putc('\n', server->output);
}

bool mx_serve_failed(struct mx_server *server, const char *text) {
    answer_text(server, "failed", text);
    return false;
}

static void answer_of_variant(struct mx_server *server, const char *what,
                              const struct mx_variant *variant, const char *text) {
    char line[600];
    snprintf(line, sizeof line, "%s: %s", variant->name, text);
    answer_text(server, what, line);
}

void mx_serve_sign(struct mx_server *server, unsigned subject) {
    fprintf(server->output, "now %u\n", subject);
    fflush(server->output);
    server->at_work = subject;
    server->last_sign = mx_seconds();
}

/* Reads the next number of a request. Returns false at its end; sets *bad if other text follows. */
static bool next_number(const char **rest, uint64_t most, uint64_t *number, bool *bad) {
    int used = 0;
    if (sscanf(*rest, " %" SCNu64 "%n", number, &used) != 1 || *number > most) {
        *bad = (*rest)[strspn(*rest, " ")] != '\0';
        return false;
    }
    *rest += used;
    return true;
}

/* ---- Requests ---------------------------------------------------------------------------- */

static struct mx_switches switches_now(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return (struct mx_switches){0, 0};
    return (struct mx_switches){(uint64_t)usage.ru_nivcsw, (uint64_t)usage.ru_nvcsw};
}

static void serve_open(struct mx_server *server, const char *rest) {
    const struct mx_serving *s = server->serving;
    struct mx_arena scratch = {0};
    char why[400];
    (void)rest;
    if (!mx_load_open(&server->load, s->problem, "", s->workload, s->dialect, s->seed, why,
                      sizeof why)) {
        mx_serve_failed(server, why);
        return;
    }
    for (unsigned i = 0; i < s->count; i++)
        if (!mx_load_suits(&server->load, s->subjects[i], s->isa, why, sizeof why)) {
            answer_of_variant(server, "failed", s->subjects[i], why);
            return;
        }
    server->varies = mx_load_varies(&server->load, &scratch);
    mx_arena_free(&scratch);
    if (!mx_board_set_workload(&server->workload, &server->load, &server->arena) ||
        !mx_board_set_check(&server->checked, &server->load, s->subjects, s->count,
                            MX_CHECKED_NEIGHBOURS, &server->arena)) {
        mx_serve_failed(server, "out of memory for the instances");
        return;
    }
    server->steal = mx_steal_now();
    server->switches = switches_now();
    fprintf(server->output, "ready %" PRIu32 " %016" PRIx64 " %s %d %d\n",
            server->load.window.count, server->load.hash, server->real ? "real" : "processor",
            sched_getcpu(), server->varies);
}

/* Rounded answers have no hash: their values were compared. */
static uint64_t hash_of(const struct mx_witness *witness, uint32_t boards, bool rounded) {
    uint64_t hash = MX_HASH_START;
    for (uint32_t i = 0; i < boards; i++) {
        const struct mx_findings *found = &witness->findings[i];
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a subject was checked */
        uint64_t words[] = {rounded ? 0 : found->answer,
                            found->survey.digested ? found->survey.digest : 0};
        hash = mx_hash(hash, words, sizeof words);
        hash = mx_hash(hash, found->survey.values, found->survey.count * sizeof(uint32_t));
    }
    return hash;
}

/* Runs every subject on the set. On false, the request has been answered. */
static bool agree_on(struct mx_server *server, const struct mx_board_set *set,
                     struct mx_witness *witness) {
    const struct mx_serving *s = server->serving;
    const struct mx_monitor alive = {mx_serve_alive, server};
    char text[400];
    for (unsigned i = 0; i < s->count; i++) {
        mx_serve_sign(server, i);
        enum mx_agreement found = mx_agreement_check(
            witness, s->problem, &set->groups, set->count, s->subjects[i],
            s->subjects[i]->threaded ? s->threads : 1, &alive, text, sizeof text);
        if (found != MX_AGREES) {
            answer_of_variant(server, found == MX_DIFFERS ? "differs" : "failed", s->subjects[i],
                              text);
            return false;
        }
    }
    return true;
}

static void serve_agree(struct mx_server *server, const char *rest) {
    const struct mx_serving *s = server->serving;
    struct mx_witness witness = {0};
    struct mx_arena arena = {0};
    struct mx_board_set set;
    uint64_t neighbours;
    bool bad;
    if (!next_number(&rest, MOST_NEIGHBOURS, &neighbours, &bad))
        mx_serve_failed(server, "agree NEIGHBOURS");
    else if (!mx_board_set_check(&set, &server->load, s->subjects, s->count, (uint32_t)neighbours,
                                 &arena))
        mx_serve_failed(server, "out of memory for the instances");
    else if (agree_on(server, &set, &witness))
        fprintf(server->output, "agreed %u %.6g %016" PRIx64 "\n",
                s->count > 1 ? witness.depths : witness.itself,
                mx_agreement_bits(&witness, s->problem, &set.groups),
                hash_of(&witness, set.count, mx_answers_are_rounded(s->problem)));
    mx_witness_free(&witness);
    mx_arena_free(&arena);
}

static void serve_check(struct mx_server *server, const char *rest) {
    char answer[ANSWER] = "answers";
    uint64_t subject;
    bool bad = false;
    while (next_number(&rest, server->serving->count - 1, &subject, &bad)) {
        if (!mx_serve_solve(server, (unsigned)subject, &server->checked))
            return;
        uint64_t hash = MX_HASH_START;
        if (!mx_serve_hash(server, &server->checked, &hash))
            return;
        size_t length = strlen(answer);
        snprintf(answer + length, sizeof answer - length, " %016" PRIx64, hash);
    }
    if (bad)
        mx_serve_failed(server, "check SUBJECT...");
    else
        fprintf(server->output, "%s\n", answer);
}

static void serve_row(struct mx_server *server, const char *rest) {
    char answer[ANSWER] = "sampled";
    uint64_t round, sets, count, subject;
    bool bad = false;
    if (!next_number(&rest, UINT32_MAX, &round, &bad) ||
        !next_number(&rest, MX_WINDOW_BOARDS, &sets, &bad) ||
        !next_number(&rest, UINT32_MAX, &count, &bad) || count == 0) {
        mx_serve_failed(server, "row ROUND SETS COUNT SUBJECT...");
        return;
    }
    if (!mx_serve_round(server, round, (uint32_t)sets))
        return;
    while (next_number(&rest, server->serving->count - 1, &subject, &bad)) {
        struct mx_sampled sampled;
        if (!mx_serve_sample(server, (unsigned)subject, count, &sampled))
            return;
        size_t used = strlen(answer);
        snprintf(answer + used, sizeof answer - used, " %.9f %.9f %016" PRIx64, sampled.real,
                 sampled.processor, sampled.hash);
    }
    if (bad)
        mx_serve_failed(server, "row ROUND SETS COUNT SUBJECT...");
    else
        fprintf(server->output, "%s\n", answer);
}

static void serve_end(struct mx_server *server, const char *rest) {
    const struct mx_switches now = switches_now();
    (void)rest;
    fprintf(server->output, "disturbed %.6f %" PRIu64 " %" PRIu64 "\n",
            mx_steal_fraction(server->steal, mx_steal_now()),
            now.involuntary - server->switches.involuntary,
            now.voluntary - server->switches.voluntary);
}

static const struct {
    const char *name;
    bool needs_boards;
    void (*serve)(struct mx_server *server, const char *rest);
} requests[] = {{"open", false, serve_open},  {"agree", true, serve_agree},
                {"check", true, serve_check}, {"calibrate", true, mx_serve_calibrate},
                {"row", true, serve_row},     {"end", true, serve_end}};

static void serve_one(struct mx_server *server, char *line) {
    line[strcspn(line, "\n")] = '\0';
    size_t length = strcspn(line, " ");
    server->last_sign = 0;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (strncmp(line, requests[i].name, length) == 0 && requests[i].name[length] == '\0') {
            if (requests[i].needs_boards && server->checked.count == 0)
                mx_serve_failed(server, "open comes first");
            else
                requests[i].serve(server, line + length);
            return;
        }
    mx_serve_failed(server, "no such request");
}

/* Processor time cannot rank variants with several threads. */
static bool needs_real_time(const struct mx_serving *serving) {
    for (unsigned i = 0; i < serving->count; i++)
        if (serving->subjects[i]->threaded && serving->threads > 1)
            return true;
    return false;
}

bool mx_serve(const struct mx_serving *serving) {
    struct mx_server server = {.serving = serving,
                               .input = fdopen(serving->protocol.input, "r"),
                               .output = fdopen(serving->protocol.output, "w"),
                               .real = needs_real_time(serving),
                               .solver = {.problem = serving->problem,
                                          .isa = serving->isa,
                                          .threads = serving->threads,
                                          .timed = true}};
    char *line = NULL;
    size_t room = 0;
    if (server.input == NULL || server.output == NULL)
        return false;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* its reader may end during a long solve */
    mx_counters_open(&server.counters, NULL);
    fprintf(server.output, "%s %d %s %s\n", MX_SAMPLER_GREETING, MX_SAMPLER_VERSION, MX_COMMIT,
            MX_COMPILER);
    fflush(server.output);
    while (getline(&line, &room, server.input) > 0 && !ferror(server.output)) {
        serve_one(&server, line);
        fflush(server.output);
    }
    const bool short_of_memory = !feof(server.input) && !ferror(server.output); /* in getline */
    if (short_of_memory) {
        mx_serve_failed(&server, "out of memory");
        fflush(server.output);
    }
    free(line);
    mx_arena_free(&server.round.arena);
    mx_arena_free(&server.arena);
    mx_solver_free(&server.solver);
    mx_load_close(&server.load);
    mx_counters_close(&server.counters);
    fclose(server.input);
    if (fclose(server.output) != 0)
        return false;
    errno = ENOMEM;
    return !short_of_memory;
}
