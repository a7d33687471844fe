/* Simulated annealing accepts every neighbour that costs more. It accepts one that costs less with
 * a probability that falls with the loss and with the temperature, which cools linearly to 0. */
#include "harness/solve/worst.h"

#include <math.h>
#include <string.h>

#include "harness/process/clock.h"
#include "support/rng.h"

/* The loss, as a share of the score, that is accepted with probability 1/e at first. */
#define WARM 0.02
#define TIMINGS 5

struct annealing {
    struct mx_worst *worst;
    struct mx_rng rng;
    struct mx_arena here, there; /* of the current board, of the neighbour */
    const void *current;
    double score; /* of the current board; worst->score is that of the worst board */
    double began;
};

static struct mx_batch batch_of(const struct mx_problem *problem, const void *instance) {
    return (struct mx_batch){instance, problem->bytes(instance), 1};
}

/* Stops a long solve when the user interrupts. */
static bool not_interrupted(void *context, uint64_t done, uint64_t total) {
    (void)context, (void)done, (void)total;
    return !mx_interrupted();
}

static bool timed_score(struct mx_solver *solver, const struct mx_batch *batch, double *score) {
    uint64_t answer;
    *score = INFINITY;
    for (int i = 0; i < TIMINGS; i++) {
        double before = solver->seconds;
        if (mx_solver_solve(solver, batch, &answer, NULL) != MX_SOLVE_DONE)
            return false;
        *score = fmin(*score, 1e9 * (solver->seconds - before));
    }
    return true;
}

static bool score_of(const struct mx_worst *worst, const void *instance, double *score) {
    struct mx_batch batch = batch_of(worst->solver->problem, instance);
    uint64_t answer, work;
    if (worst->by == MX_WORST_TIME)
        return timed_score(worst->solver, &batch, score);
    if (mx_solver_solve(worst->solver, &batch, &answer, &work) != MX_SOLVE_DONE)
        return false;
    *score = (double)work;
    return true;
}

static const void *copy_of(const struct mx_problem *problem, const void *instance,
                           struct mx_arena *arena) {
    void *copy = mx_arena_take(arena, problem->bytes(instance));
    return copy == NULL ? NULL : memcpy(copy, instance, problem->bytes(instance));
}

/* The share of the search that is done, 0 .. 1. */
static double share(const struct annealing *a) {
    const struct mx_worst *worst = a->worst;
    double by_steps = worst->steps == 0 ? 0 : (double)worst->steps_done / (double)worst->steps;
    double by_time = worst->seconds <= 0 ? 0 : (mx_seconds() - a->began) / worst->seconds;
    return fmin(1, fmax(by_steps, by_time));
}

static bool accepts(struct annealing *a, double score, double done) {
    double loss = (a->score - score) / (a->score + 1), temperature = WARM * (1 - done);
    double chance = loss <= 0 ? 1 : temperature <= 0 ? 0 : exp(-loss / temperature);
    return mx_rng_chance(&a->rng, (uint64_t)(chance * (double)MX_BILLION));
}

static void move_to(struct annealing *a, const void *neighbour, double score) {
    struct mx_arena left = a->here;
    a->here = a->there;
    a->there = left;
    a->current = neighbour;
    a->score = score;
}

/* Makes one step and updates *worst_board. Returns false when memory is short. Skips a neighbour
 * that the variant cannot solve. */
static bool step(struct annealing *a, double done, const void **worst_board,
                 struct mx_arena *arena) {
    const struct mx_problem *problem = a->worst->solver->problem;
    double score;
    mx_arena_clear(&a->there);
    struct mx_origin origin = a->worst->origin;
    if (problem->mutate == NULL)
        origin = mx_origin_other(&origin, &a->rng);
    const void *neighbour = problem->mutate != NULL
                                ? problem->mutate(a->current, &a->rng, &a->there)
                                : mx_origin_make(&origin, &a->there);
    if (neighbour == NULL)
        return false;
    a->worst->steps_done++;
    if (!score_of(a->worst, neighbour, &score) || !accepts(a, score, done))
        return true;
    move_to(a, neighbour, score);
    if (score > a->worst->score) {
        a->worst->score = score;
        a->worst->origin = origin;
        mx_arena_clear(arena);
        *worst_board = copy_of(problem, neighbour, arena);
    }
    return *worst_board != NULL;
}

const void *mx_worst_search(struct mx_worst *worst, const void *start, struct mx_arena *arena) {
    const struct mx_problem *problem = worst->solver->problem;
    struct annealing a = {.worst = worst, .rng = mx_rng_start(worst->seed, 0)};
    const struct mx_monitor monitor = {not_interrupted, NULL};
    const void *found = NULL;
    worst->solver->monitor = &monitor;
    worst->steps_done = 0;
    a.began = mx_seconds();
    a.current = copy_of(problem, start, &a.here);
    if (a.current != NULL && score_of(worst, start, &a.score)) {
        worst->first_score = worst->score = a.score;
        found = copy_of(problem, start, arena);
    }
    for (double done = 0; found != NULL && done < 1 && !mx_interrupted(); done = share(&a)) {
        if (worst->progress != NULL)
            worst->progress(worst->steps_done, done, worst->score);
        if (!step(&a, done, &found, arena))
            found = NULL;
    }
    mx_arena_free(&a.here);
    mx_arena_free(&a.there);
    worst->solver->monitor = NULL;
    return found;
}
