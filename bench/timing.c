/* Two steps precede the first timed iteration of a benchmark: a pilot, which skips a benchmark that
 * would take too long, and the comparison with the other variants. Boards, workspace and its pages
 * are in memory when the clock starts. */
#include "bench/timing.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "harness/input/optional.h"
#include "harness/process/clock.h"
#include "harness/process/surroundings.h"
#include "measure/machine.h"

/* The library cannot stop a run: it continues with the next benchmark. Version 1.7.1 crashed after
 * several loops in a row had ended by an error. */
static void heed_interrupt(const struct mx_timing *timing) {
    if (mx_interrupted())
        timing->stop();
}

#define WITNESS_LIMITS 4 /* the time that a witness may take for a solve, in limits */

static uint32_t load_index(const struct mx_timing *timing, const struct gb_state *state) {
    uint32_t i = 0;
    while (timing->loads[i]->load->side != 0 &&
           timing->loads[i]->load->side != (uint64_t)gb_argument(state))
        i++;
    return i;
}

/* The limit is for a solve alone: touching its memory comes before. */
static enum mx_solved solve_within_limit(const struct mx_timing *timing, struct mx_load *load,
                                         struct mx_solver *solver, struct mx_deadline *deadline) {
    uint32_t solved;
    deadline->at = INFINITY;
    const enum mx_solved result = mx_solver_reserve(solver, &load->window.groups);
    deadline->at = mx_seconds() + timing->limit;
    return result == MX_SOLVE_DONE ? mx_window_solve(&load->window, solver, &solved) : result;
}

/* Solves once and takes the time. On false, `checked` says why there is no time. */
static bool pilot(const struct mx_timing *timing, struct mx_load *load, struct mx_solver *solver,
                  struct mx_checked *checked) {
    struct mx_deadline deadline;
    const struct mx_monitor monitor = {mx_before_deadline, &deadline};
    struct mx_surroundings before;
    mx_surroundings_note(&before);
    solver->monitor = &monitor;
    enum mx_solved result = solve_within_limit(timing, load, solver, &deadline);
    solver->monitor = NULL;
    if (timing->threads > 1)
        mx_surroundings_accept(&before);
    const char *change = mx_surroundings_change(&before);
    checked->what = change != NULL || solver->broke_contract ? MX_FAILED : MX_SKIPPED;
    if (change != NULL)
        snprintf(checked->text, sizeof checked->text, "%s", change);
    else if (result == MX_SOLVE_FAILED)
        snprintf(checked->text, sizeof checked->text, "%s", solver->error);
    else if (mx_interrupted())
        snprintf(checked->text, sizeof checked->text, "interrupted");
    else if (result == MX_SOLVE_STOPPED || mx_seconds() > deadline.at)
        snprintf(checked->text, sizeof checked->text, "one solve takes more than %g s",
                 timing->limit);
    else
        return true;
    return false;
}

/* Whether the variant is to be timed. On false, the benchmark has ended. */
static bool prepare(struct gb_state *state, const struct mx_timing *timing, uint32_t index,
                    struct mx_solver *solver) {
    struct mx_checked *checked = &timing->checked[index];
    if (checked->what == MX_UNCHECKED && pilot(timing, timing->loads[index]->load, solver, checked))
        mx_check_on_load(checked, timing->loads[index], timing->variant, timing->threads,
                         timing->isa, WITNESS_LIMITS * timing->limit);
    if (checked->what == MX_SKIPPED)
        gb_skip(state, checked->text);
    else if (checked->what == MX_FAILED)
        gb_fail(state, timing->name, checked->text);
    return checked->what == MX_COMPARED || checked->what == MX_NOT_COMPARED;
}

/* Reports the counts of one iteration. */
static void report_counts(struct gb_state *state, const struct mx_counts *counts) {
    const double iterations = (double)gb_iterations(state);
    for (int i = 0; i < MX_COUNTER_COUNT; i++)
        if (mx_counted(counts, (enum mx_counter)i))
            gb_count(state, mx_counter_name((enum mx_counter)i), counts->value[i] / iterations,
                     GB_PLAIN);
    if (!isnan(mx_counts_ipc(counts)))
        gb_count(state, "ipc", mx_counts_ipc(counts), GB_PLAIN);
    double bytes = mx_counts_bytes_per_cycle(counts, sysconf(_SC_LEVEL1_DCACHE_LINESIZE));
    if (!isnan(bytes))
        gb_count(state, "bytes_per_cycle", bytes, GB_PLAIN);
    if (counts->share < 1)
        gb_count(state, "counted_share", counts->share, GB_PLAIN);
}

/* Leaves out counts that the problem does not make. */
static void report_size(struct gb_state *state, const struct mx_load *load) {
    if (load->states > 0) {
        gb_count(state, "states", load->states, GB_PLAIN);
        gb_count(state, "states_per_s", load->states, GB_PER_SECOND);
    }
    if (load->options > 0) {
        gb_count(state, "options", load->options, GB_PLAIN);
        gb_count(state, "options_per_s", load->options, GB_PER_SECOND);
        gb_count(state, "s_per_option", load->options, GB_SECONDS_PER);
    }
}

static void report(struct gb_state *state, const struct mx_timing *timing,
                   const struct mx_load *load, const struct mx_checked *checked, double stolen) {
    char boards[64];
    snprintf(boards, sizeof boards, "%ss", mx_instance_noun(load->problem));
    gb_count(state, boards, load->window.count, GB_PLAIN);
    report_size(state, load);
    gb_count(state, "workspace_bytes",
             (double)mx_load_workspace(load, timing->variant, timing->threads), GB_PLAIN);
    if (checked->work > 0)
        gb_count(state, "work", checked->work, GB_PLAIN);
    if (checked->what == MX_NOT_COMPARED) {
        gb_count(state, "not_compared", 1, GB_PLAIN);
        gb_label(state, checked->text);
    }
    if (timing->variant->lanes > 0)
        gb_count(state, "lanes", timing->variant->lanes, GB_PLAIN);
    if (timing->variant->state_bits > 0)
        gb_count(state, "table_bytes", load->states * timing->variant->state_bits / 8, GB_PLAIN);
    if (stolen >= 0)
        gb_count(state, "steal_fraction", stolen, GB_PLAIN);
    gb_complexity_n(state, load->options > 0 ? load->options : (double)load->side);
}

void mx_timing_run(struct gb_state *state, void *data) {
    const struct mx_timing *timing = data;
    uint32_t index = load_index(timing, state), solved;
    struct mx_load *load = timing->loads[index]->load;
    struct mx_solver solver = {.problem = load->problem,
                               .variant = timing->variant,
                               .isa = timing->isa,
                               .threads = timing->threads,
                               .timed = true};
    bool ready = prepare(state, timing, index, &solver);
    heed_interrupt(timing);
    if (ready && mx_window_solve(&load->window, &solver, &solved) != MX_SOLVE_DONE)
        timing->no_memory(); /* the pilot has solved it */
    if (ready) {
        struct mx_steal before = mx_steal_now();
        mx_counters_start(timing->counters);
        while (gb_keep_running(state))
            if (mx_window_solve(&load->window, &solver, &solved) != MX_SOLVE_DONE)
                gb_fail(state, timing->name, solver.error);
            else
                heed_interrupt(timing);
        struct mx_counts counts = mx_counters_stop(timing->counters);
        report(state, timing, load, &timing->checked[index],
               mx_steal_fraction(before, mx_steal_now()));
        report_counts(state, &counts);
    }
    mx_solver_free(&solver);
}
