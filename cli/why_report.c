#include "cli/solve_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/compare_report.h"

/* Seconds in which an entrant would have solved the contest's batch, as it solved its boards. */
static double measured_of(const struct mx_contest *contest, const struct mx_entrant *entrant) {
    return entrant->seconds / (double)entrant->boards * contest->boards;
}

static void print_entrant(const struct mx_contest *contest, const struct mx_entrant *entrant) {
    char predicted[32], measured[32];
    fprintf(stderr, "  %-28s %7d  %12s", entrant->candidate.variant->name,
            entrant->candidate.threads, mx_time_in_words(entrant->candidate.seconds, predicted));
    if (entrant->boards > 0)
        fprintf(stderr, "  %12s  %" PRIu64,
                mx_time_in_words(measured_of(contest, entrant), measured), entrant->boards);
    fputc('\n', stderr);
}

void mx_report_why(const struct mx_solver *solver) {
    const struct mx_rates *rates = mx_rates();
    const struct mx_contests *contests = &solver->contests;
    fflush(stdout);
    if (rates->count > 0)
        fprintf(stderr, "rates of this machine, measured on %s\n", rates->measured);
    else
        fprintf(stderr, "rates of a common machine; 'mexbench tune' measures this one\n");
    for (uint32_t i = 0; i < contests->count; i++) {
        const struct mx_contest *contest = &contests->contest[i];
        fprintf(stderr, "%ux%u, %u board%s at a time\n", contest->rows, contest->cols,
                contest->boards, contest->boards == 1 ? "" : "s");
        fprintf(stderr, "  %-28s %7s  %12s  %12s  %s\n", "candidate", "threads", "predicted",
                "measured", "boards solved");
        for (uint32_t k = 0; k < contest->count; k++)
            print_entrant(contest, &contest->entrant[k]);
    }
}

static json_t *entrant_json(const struct mx_contest *contest, const struct mx_entrant *entrant) {
    return json_pack("{s:s, s:i, s:f, s:o, s:I}", "variant", entrant->candidate.variant->name,
                     "threads", entrant->candidate.threads, "predicted_seconds",
                     entrant->candidate.seconds, "measured_seconds",
                     entrant->boards > 0 ? json_real(measured_of(contest, entrant)) : json_null(),
                     "boards_solved", (json_int_t)entrant->boards);
}

json_t *mx_why_json(const struct mx_solver *solver) {
    json_t *all = json_array();
    for (uint32_t i = 0; i < solver->contests.count; i++) {
        const struct mx_contest *contest = &solver->contests.contest[i];
        json_t *candidates = json_array();
        for (uint32_t k = 0; k < contest->count; k++)
            json_array_append_new(candidates, entrant_json(contest, &contest->entrant[k]));
        json_array_append_new(all, json_pack("{s:i, s:i, s:i, s:o}", "rows", (int)contest->rows,
                                             "cols", (int)contest->cols, "boards",
                                             (int)contest->boards, "candidates", candidates));
    }
    return all;
}
