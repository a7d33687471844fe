/* The solves of a sampling process, and their timing. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "harness/process/clock.h"
#include "measure/counters.h"
#include "measure/serve_internal.h"
#include "support/arena.h"
#include "support/digest.h"
#include "support/rng.h"

#define SIGN_SECONDS 0.5   /* between signs of life */
#define CALIBRATIONS 5     /* number of runs; the fastest counts */
#define MOST_CALIBRATING 5 /* limit for all runs, in multiples of a sample's seconds */

bool mx_serve_alive(void *context, uint64_t done, uint64_t total) {
    struct mx_server *server = context;
    (void)done, (void)total;
    if (mx_seconds() - server->last_sign > SIGN_SECONDS)
        mx_serve_sign(server, server->at_work);
    return true;
}

static void choose_subject(struct mx_server *server, unsigned subject) {
    server->solver.variant = server->serving->subjects[subject];
    if (server->at_work != subject || server->last_sign == 0)
        mx_serve_sign(server, subject);
}

static bool done(struct mx_server *server, enum mx_solved result) {
    if (result == MX_SOLVE_DONE)
        return true;
    return mx_serve_failed(server, server->solver.error);
}

bool mx_serve_solve(struct mx_server *server, unsigned subject, struct mx_board_set *set) {
    const struct mx_monitor alive = {mx_serve_alive, server};
    choose_subject(server, subject);
    server->solver.monitor = &alive;
    enum mx_solved result = mx_board_set_solve(set, &server->solver);
    server->solver.monitor = NULL;
    return done(server, result);
}

bool mx_serve_hash(struct mx_server *server, struct mx_board_set *set, uint64_t *hash) {
    const struct mx_variant *subject = server->solver.variant;
    server->solver.variant = server->serving->subjects[0];
    enum mx_solved result = mx_board_set_bear_witness(set, &server->solver);
    server->solver.variant = subject;
    *hash = mx_board_set_hash(set, server->serving->problem, *hash);
    return done(server, result);
}

/* ---- Rounds ------------------------------------------------------------------------------ */

/* At most as many sets as a window can hold boards, whatever the request says. */
static uint32_t bounded(const struct mx_server *server, uint32_t sets) {
    const uint32_t most = MX_WINDOW_BOARDS / server->load.window.count;
    return sets < most ? sets : most > 0 ? most : 1;
}

static bool make_round(struct mx_server *server, struct mx_round *round, uint32_t sets) {
    const struct mx_serving *s = server->serving;
    mx_arena_clear(&round->arena);
    round->sets = mx_arena_take(&round->arena, (sets + 1) * sizeof *round->sets);
    for (uint32_t i = 0; round->sets != NULL && i <= sets; i++)
        if (!mx_board_set_variation(&round->sets[i], &server->load, s->subjects, s->count,
                                    mx_mix(round->number) + i, &round->arena))
            return false;
    return round->sets != NULL;
}

bool mx_serve_round(struct mx_server *server, uint64_t number, uint32_t sets) {
    struct mx_round *round = &server->round;
    if (sets == 0 || !server->varies) {
        *round = (struct mx_round){.count = 0, .arena = round->arena};
        return true;
    }
    sets = bounded(server, sets);
    if (round->made && round->number == number && round->count == sets)
        return true;
    round->number = number;
    round->count = sets;
    round->made = make_round(server, round, sets);
    return round->made || mx_serve_failed(server, "out of memory for the instances of a round");
}

/* The set of solve number i; the one before the sample has number `count` of the round. */
static struct mx_board_set *set_of(struct mx_server *server, uint64_t i) {
    const struct mx_round *round = &server->round;
    return round->count == 0 ? &server->workload : &round->sets[i % round->count];
}

static struct mx_board_set *set_before(struct mx_server *server) {
    const struct mx_round *round = &server->round;
    return round->count == 0 ? &server->workload : &round->sets[round->count];
}

/* ---- Samples ----------------------------------------------------------------------------- */

/* Clears the answers, so that no earlier answer counts as a new one. */
static void forget_answers(struct mx_server *server) {
    const uint32_t sets = server->round.count == 0 ? 1 : server->round.count;
    for (uint32_t i = 0; i < sets; i++) {
        struct mx_board_set *set = set_of(server, i);
        memset(set->answers, 0xff, set->count * sizeof *set->answers);
        if (set->long_answers != NULL)
            memset(set->long_answers, 0xff, set->answer_bytes);
    }
}

static bool hash_answers(struct mx_server *server, uint64_t count, uint64_t *hash) {
    const uint64_t sets = server->round.count == 0 ? 1 : server->round.count;
    *hash = MX_HASH_START;
    for (uint64_t i = 0; i < sets && i < count; i++)
        if (!mx_serve_hash(server, set_of(server, i), hash))
            return false;
    return true;
}

static bool timed(struct mx_server *server, uint64_t count, struct mx_sampled *sampled) {
    enum mx_solved result = MX_SOLVE_DONE;
    const double real = mx_seconds(), processor = mx_processor_seconds();
    for (uint64_t i = 0; i < count && result == MX_SOLVE_DONE; i++)
        result = mx_board_set_solve(set_of(server, i), &server->solver);
    sampled->processor = mx_processor_seconds() - processor;
    sampled->real = mx_seconds() - real;
    return done(server, result);
}

bool mx_serve_sample(struct mx_server *server, unsigned subject, uint64_t count,
                     struct mx_sampled *sampled) {
    choose_subject(server, subject);
    forget_answers(server);
    if (count > 1 && !mx_serve_solve(server, subject, set_before(server)))
        return false;
    if (!timed(server, count, sampled))
        return false;
    return hash_answers(server, count, &sampled->hash);
}

/* ---- Calibration ------------------------------------------------------------------------- */

static double decisive(const struct mx_server *server, const struct mx_sampled *sampled) {
    return server->real ? sampled->real : sampled->processor;
}

struct until {
    struct mx_server *server;
    struct mx_deadline deadline;
};

static bool alive_until(void *context, uint64_t done, uint64_t total) {
    struct until *until = context;
    return mx_serve_alive(until->server, done, total) &&
           mx_before_deadline(&until->deadline, done, total);
}

/* Solves once and takes the time. The limit is for the solve: touching its memory comes before. */
static bool within_limit(struct mx_server *server, unsigned subject, double limit) {
    struct until until = {server, {INFINITY}};
    const struct mx_monitor monitor = {alive_until, &until};
    choose_subject(server, subject);
    server->solver.monitor = &monitor;
    enum mx_solved result = mx_solver_reserve(&server->solver, &server->workload.groups);
    until.deadline.at = mx_seconds() + limit;
    if (result == MX_SOLVE_DONE)
        result = mx_board_set_solve(&server->workload, &server->solver);
    server->solver.monitor = NULL;
    if (result == MX_SOLVE_FAILED)
        return mx_serve_failed(server, server->solver.error);
    if (result == MX_SOLVE_DONE && mx_seconds() <= until.deadline.at)
        return true;
    fputs("over\n", server->output);
    return false;
}

/* One run of the given number of solves, with signs of life and counters. */
static bool run_counted(struct mx_server *server, uint64_t count, struct mx_sampled *sampled,
                        struct mx_counts *counts) {
    const struct mx_monitor alive = {mx_serve_alive, server};
    server->solver.monitor = &alive;
    mx_counters_start(&server->counters);
    bool good = timed(server, count, sampled);
    *counts = mx_counters_stop(&server->counters);
    server->solver.monitor = NULL;
    return good;
}

/* The number of solves that take at least half of the wanted seconds. */
static bool find_count(struct mx_server *server, double wanted, uint64_t *count) {
    struct mx_sampled sampled;
    struct mx_counts counts;
    for (*count = 1;;) {
        if (!run_counted(server, *count, &sampled, &counts))
            return false;
        double seconds = decisive(server, &sampled);
        if (seconds >= wanted / 2)
            return true;
        double more = seconds > 0 ? wanted / seconds : 1000;
        *count *= (uint64_t)(more < 2 ? 2 : more > 1000 ? 1000 : more);
    }
}

void mx_serve_calibrate(struct mx_server *server, const char *rest) {
    unsigned subject;
    char words[MX_COUNTS_WORDS];
    struct mx_counts counts, best_counts;
    struct mx_sampled sampled;
    double wanted, limit, best = 0, real = 0;
    uint64_t count, runs = 0;
    if (sscanf(rest, "%u %lf %lf", &subject, &wanted, &limit) != 3 ||
        subject >= server->serving->count) {
        mx_serve_failed(server, "calibrate SUBJECT SECONDS LIMIT");
        return;
    }
    if (!mx_serve_round(server, 0, 0) || !within_limit(server, subject, limit) ||
        !find_count(server, wanted, &count))
        return;
    do {
        if (!run_counted(server, count, &sampled, &counts))
            return;
        real += sampled.real;
        if (runs++ == 0 || decisive(server, &sampled) < best) {
            best = decisive(server, &sampled);
            best_counts = counts;
        }
    } while (runs < CALIBRATIONS && real < MOST_CALIBRATING * wanted);
    double each = best / (double)count;
    uint64_t fills = each > 0 && each < wanted ? (uint64_t)(wanted / each) : 1;
    fprintf(server->output, "solves %" PRIu64 " %.9g%s\n", fills,
            real / (double)runs / (double)count,
            mx_counts_write(&server->counters, &best_counts, (double)count, words));
}
