#include "harness/race.h"

#include <stdlib.h>

#include "harness/deadline.h"

struct side {
    struct mx_solver solver;
    double seconds[MX_RACE_ROUNDS];
};

/* Solves once. False: race->text says why not. */
static bool solve_once(struct mx_race *race, struct side *side, double *seconds) {
    struct mx_deadline deadline = {mx_seconds() + race->limit};
    const struct mx_monitor monitor = {mx_before_deadline, &deadline};
    uint32_t solved;
    side->solver.monitor = &monitor;
    double before = side->solver.seconds;
    enum mx_solved result = mx_window_solve(race->window, &side->solver, &solved);
    *seconds = side->solver.seconds - before;
    if (result == MX_SOLVE_STOPPED)
        snprintf(race->text, sizeof race->text, "%s takes more than %g s",
                 side->solver.variant->name, race->limit);
    else if (result == MX_SOLVE_FAILED)
        snprintf(race->text, sizeof race->text, "%s", side->solver.error);
    return result == MX_SOLVE_DONE;
}

static int by_size(const void *a, const void *b) {
    const double *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, by_size);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static struct side side_of(const struct mx_race *race, const struct mx_variant *variant) {
    return (struct side){.solver = {.problem = race->problem,
                                    .variant = variant,
                                    .isa = race->isa,
                                    .threads = race->threads}};
}

void mx_race_run(struct mx_race *race) {
    struct side one = side_of(race, race->one), other = side_of(race, race->other);
    double warm;
    race->rounds = 0;
    race->text[0] = '\0';
    bool going = solve_once(race, &one, &warm) && solve_once(race, &other, &warm);
    double end = mx_seconds() + race->seconds;
    while (going && race->rounds < MX_RACE_ROUNDS && (race->rounds < 3 || mx_seconds() < end)) {
        struct side *first = race->rounds % 2 ? &other : &one;
        struct side *second = race->rounds % 2 ? &one : &other;
        going = solve_once(race, first, &first->seconds[race->rounds]) &&
                solve_once(race, second, &second->seconds[race->rounds]);
        race->rounds++;
    }
    if (going) {
        race->one_seconds = median(one.seconds, race->rounds);
        race->other_seconds = median(other.seconds, race->rounds);
    }
    mx_solver_free(&one.solver);
    mx_solver_free(&other.solver);
}
