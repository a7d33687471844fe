/* The reports of solve next to the answers, and its JSON. */
#ifndef MX_SOLVE_REPORT_H
#define MX_SOLVE_REPORT_H

#include <jansson.h>

#include "cli/flags.h"
#include "cli/json_output.h"
#include "harness/solve/window.h"

/* The boards solved so far; start with MX_TALLY_START. */
struct mx_tally {
    uint64_t boards, states; /* states: of all boards, UINT64_MAX when they exceed it */
    uint64_t answers_hash;   /* of the answers in order, to compare runs */
};

#define MX_TALLY_START ((struct mx_tally){0, 0, MX_HASH_START})

/* Counts the first `solved` boards of the window. */
void mx_tally_window(struct mx_tally *tally, const struct mx_window *window,
                     const struct mx_problem *problem, uint32_t solved);

/* Prints one line on stderr, unless there is no board. */
void mx_report_time(const struct mx_solver *solver, const struct mx_tally *tally, uint64_t repeat);

/* Prints on stderr what a solve with a store takes and will move. */
void mx_report_store_plan(const struct mx_store *store);

/* Prints one line on stderr, if the solver digests and there is a board. */
void mx_report_digest(const struct mx_solver *solver, const struct mx_tally *tally);

/* solve --json: the answers as numbers (1 and 0 if the judge prints one of two words) as soon as
 * they are known, then the summary. Zero-initialise, then set the members before the stream. */
struct mx_solve_json {
    const char *workload; /* as given */
    const struct mx_workload *opened;
    uint64_t seed;
    bool why; /* with what auto compared */
    struct mx_json_stream stream;
};

void mx_report_json_answers(struct mx_solve_json *json, const struct mx_solver *solver,
                            const struct mx_window *window, uint32_t solved);

/* `error` is the reason why the solve did not finish; NULL = it finished. With an error and no
 * answers nothing is printed. */
void mx_report_json_end(struct mx_solve_json *json, const struct mx_solver *solver,
                        const struct mx_tally *tally, uint64_t repeat, const char *error);

/* ---- solve --values: cli/solve_values.c ---------------------------------------------------- */

/* Solves and prints each board of the workload, whose text as given is `text`, with a digest of its
 * table if `digest`. `variant` is the one to use; NULL = auto. Returns the exit code:
 * MX_EXIT_USAGE when the problem is not a game with openings. */
int mx_solve_values(struct mx_workload *workload, const char *text, const struct mx_flags *flags,
                    const struct mx_variant *variant, bool digest);

/* ---- solve --why: what auto compared, shape by shape -------------------------------------- */

/* Prints on stderr, for the last shapes: the candidates with their predicted times, and the
 * measured times of those that solved boards. Times are for a batch of the size shown. */
void mx_report_why(const struct mx_solver *solver);

/* The same as a value for --json. */
json_t *mx_why_json(const struct mx_solver *solver);

#endif
