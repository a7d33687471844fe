#include "cli/solve_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/compare_report.h"
#include "harness/input/optional.h"

/* Seconds in which an entrant would have solved the contest's batch, as it solved its boards. */
static double measured_of(const struct mx_contest *contest, const struct mx_entrant *entrant) {
    return entrant->seconds / (double)entrant->boards * contest->boards;
}

static void print_entrant(const struct mx_contest *contest, const struct mx_entrant *entrant) {
    char predicted[32] = "-", measured[32];
    if (entrant->candidate.seconds > 0)
        mx_time_in_words(entrant->candidate.seconds, predicted);
    fprintf(stderr, "  %-28s %7d  %12s", entrant->candidate.variant->name,
            entrant->candidate.threads, predicted);
    if (entrant->boards > 0)
        fprintf(stderr, "  %12s  %" PRIu64,
                mx_time_in_words(measured_of(contest, entrant), measured), entrant->boards);
    else if (entrant->gave_up > 0)
        fprintf(stderr, "  %12s  0", "gave up");
    fputc('\n', stderr);
}

static void print_contest(const struct mx_problem *problem, const struct mx_contest *contest) {
    const char *noun = mx_instance_noun(problem);
    if (problem->sides != NULL)
        fprintf(stderr, "%ux%u, ", contest->rows, contest->cols);
    fprintf(stderr, "%u %s%s at a time\n", contest->boards, noun, contest->boards == 1 ? "" : "s");
    fprintf(stderr, "  %-28s %7s  %12s  %12s  %ss solved\n", "candidate", "threads", "predicted",
            "measured", noun);
    for (uint32_t k = 0; k < contest->count; k++)
        print_entrant(contest, &contest->entrant[k]);
}

void mx_report_why(const struct mx_solver *solver) {
    const struct mx_rates *rates = mx_rates();
    const struct mx_contests *contests = &solver->contests;
    fflush(stdout);
    if (solver->problem->rates == NULL)
        fprintf(stderr, "%s foresees no times: its textbook variant comes first\n",
                solver->problem->name);
    else if (rates->count > 0)
        fprintf(stderr, "rates of this machine, measured on %s\n", rates->measured);
    else
        fprintf(stderr, "rates of a common machine; 'mexbench tune' measures this one\n");
    for (uint32_t i = 0; i < contests->count; i++)
        print_contest(solver->problem, &contests->contest[i]);
}

static json_t *entrant_json(const struct mx_contest *contest, const struct mx_entrant *entrant) {
    const double predicted = entrant->candidate.seconds;
    return json_pack("{s:s, s:i, s:o, s:o, s:I}", "variant", entrant->candidate.variant->name,
                     "threads", entrant->candidate.threads, "predicted_seconds",
                     predicted > 0 ? json_real(predicted) : json_null(), "measured_seconds",
                     entrant->boards > 0 ? json_real(measured_of(contest, entrant)) : json_null(),
                     "instances_solved", (json_int_t)entrant->boards);
}

json_t *mx_why_json(const struct mx_solver *solver) {
    json_t *all = json_array();
    for (uint32_t i = 0; i < solver->contests.count; i++) {
        const struct mx_contest *contest = &solver->contests.contest[i];
        json_t *candidates = json_array();
        for (uint32_t k = 0; k < contest->count; k++)
            json_array_append_new(candidates, entrant_json(contest, &contest->entrant[k]));
        json_t *one =
            json_pack("{s:i, s:o}", "instances", (int)contest->boards, "candidates", candidates);
        if (solver->problem->sides != NULL)
            json_object_update_new(one, json_pack("{s:i, s:i}", "rows", (int)contest->rows, "cols",
                                                  (int)contest->cols));
        json_array_append_new(all, one);
    }
    return all;
}
