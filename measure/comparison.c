#include "measure/comparison.h"

#include <math.h>

#include "harness/process/clock.h"
#include "support/say.h"

#define PROCESS_SECONDS 0.25
#define MOST_FACTOR 200.0  /* no budget beyond this multiple is suggested */
#define LASTING_SHARE 0.15 /* of the budget, for one process of many solves */
#define LEAST_AGREEING 2.0 /* seconds for checking answers, however small the budget */

static unsigned within(double value, unsigned least, unsigned most) {
    return value < least ? least : value > most ? most : (unsigned)value;
}

struct mx_paired_plan mx_plan_run(unsigned sides, unsigned links, double seconds,
                                  double row_seconds, double start_seconds) {
    double round = row_seconds * mx_paired_rows(sides);
    double sampling = fmax(PROCESS_SECONDS - start_seconds, start_seconds);
    unsigned least = links > 0 ? links : mx_least_processes(sides);
    double most = fmax(seconds / least - start_seconds, round); /* of a process, sampling */
    struct mx_paired_plan plan = {.sides = sides, .links = links};
    plan.rounds = within(fmin(sampling, most) / round, 1, MX_MOST_ROUNDS);
    double process = start_seconds + plan.rounds * round;
    const unsigned group = links > 0 ? links : 2; /* the halves are equal, or the links */
    plan.processes = within(seconds / process, least, MX_MOST_PROCESSES) / group * group;
    return plan;
}

static void enter(const struct mx_comparison *c, const char *name, uint64_t rows) {
    if (c->stage != NULL)
        c->stage(c->processes.context, name, rows);
}

static bool short_of_memory(struct mx_comparison *c) {
    c->processes.trouble = MX_TROUBLE_FAILED;
    return mx_say(c->processes.error, sizeof c->processes.error, "out of memory for the samples");
}

/* Both runs alternate, process by process, so that the floor and the times compared with it come
 * from the same minutes. */
static bool run_both(struct mx_comparison *c, struct mx_paired_plan plan) {
    const struct mx_sampler sampler = mx_processes_sampler(&c->processes);
    plan.same = true;
    bool room = mx_paired_begin(&c->same, &plan);
    plan.same = false;
    if (!room || !mx_paired_begin(&c->sides, &plan))
        return short_of_memory(c);
    for (unsigned i = 0; i < plan.processes; i++)
        if (!mx_paired_add(&c->same, &sampler) || !mx_paired_add(&c->sides, &sampler))
            return false;
    return true;
}

static double solves_of_a_round(const struct mx_processes *p) {
    return (double)p->solves * mx_paired_rows(p->count);
}

static struct mx_paired_plan plan_within(const struct mx_comparison *c, double seconds) {
    const struct mx_processes *p = &c->processes;
    struct mx_paired_plan plan =
        mx_plan_run(p->count, p->links, seconds, mx_processes_row_seconds(p), p->start_seconds);
    plan.seed = c->paddings;
    plan.clock = p->clock;
    plan.totals = p->clock == MX_REAL_TIME;
    return plan;
}

/* The plan of one process of MX_LASTING_SOLVES, or of as many as its share of the budget allows; no
 * process when that is not more than a process of the run has. */
static struct mx_paired_plan plan_lasting(const struct mx_comparison *c,
                                          const struct mx_paired_plan *run) {
    const double solves = solves_of_a_round(&c->processes);
    const double round = mx_processes_row_seconds(&c->processes) * mx_paired_rows(run->sides);
    struct mx_paired_plan plan = *run;
    plan.rounds = within(fmin(ceil(MX_LASTING_SOLVES / solves), LASTING_SHARE * c->budget / round),
                         1, MX_MOST_ROUNDS);
    plan.processes = plan.rounds > run->rounds && run->rounds * solves < MX_LASTING_SOLVES;
    plan.links = 0;
    return plan;
}

static bool run_lasting(struct mx_comparison *c, const struct mx_paired_plan *plan) {
    const struct mx_sampler sampler = mx_processes_sampler(&c->processes);
    if (plan->processes == 0)
        return true;
    if (!mx_paired_begin(&c->lasting, plan))
        return short_of_memory(c);
    return mx_paired_add(&c->lasting, &sampler);
}

static bool measure(struct mx_comparison *c) {
    struct mx_processes *p = &c->processes;
    enter(c, "checking that they agree", 0);
    if (!mx_processes_agree(p, fmax(c->budget, LEAST_AGREEING)))
        return false;
    enter(c, "calibrating", 0);
    if (!mx_processes_calibrate(p, MX_SAMPLE_SECONDS, INFINITY))
        return false;
    struct mx_paired_plan plan = plan_within(c, c->budget / 2);
    const struct mx_paired_plan lasting = plan_lasting(c, &plan);
    if (lasting.processes > 0)
        plan = plan_within(c, (1 - LASTING_SHARE) * c->budget / 2);
    const uint64_t rounds =
        2 * (uint64_t)plan.processes * plan.rounds + lasting.processes * lasting.rounds;
    enter(c, "comparing", rounds * mx_paired_rows(plan.sides));
    return run_lasting(c, &lasting) && run_both(c, plan);
}

bool mx_compare(struct mx_comparison *c) {
    double start = mx_seconds();
    c->processes.rng = mx_rng_start(c->paddings, UINT64_MAX);
    bool good = measure(c);
    mx_processes_end(&c->processes);
    if (good) {
        const double dependence = mx_dependence_of(&c->same, &c->sides);
        c->basis = (struct mx_basis){.floor = mx_noise_floor(&c->same, dependence),
                                     .layout = c->layout,
                                     .delta = log1p(c->delta),
                                     .dependence = dependence,
                                     .convincing = mx_processes_are_convincing(&c->processes)};
        mx_verdicts(&c->sides, &c->basis, c->verdicts);
    }
    c->seconds = mx_seconds() - start;
    return good;
}

double mx_budget_to_resolve(const struct mx_comparison *c, const struct mx_verdict *verdict) {
    return c->processes.links == 0 && verdict->factor <= MOST_FACTOR
               ? ceil(c->seconds * verdict->factor / 5) * 5
               : INFINITY;
}

void mx_comparison_free(struct mx_comparison *c) {
    mx_processes_end(&c->processes);
    mx_paired_free(&c->same);
    mx_paired_free(&c->sides);
    mx_paired_free(&c->lasting);
}
