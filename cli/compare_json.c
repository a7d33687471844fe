#include "cli/compare_report.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "build_version.h"
#include "cli/flags.h"
#include "harness/check/agree.h"
#include "measure/machine.h"
#include "measure/remarks.h"

static json_t *known(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *numbers(const double *values, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_real(values[i]));
    return array;
}

/* Adds the machine and its conditions, without the host name. */
static void add_machine(json_t *object) {
    struct mx_machine machine;
    struct mx_conditions conditions;
    char key[17];
    mx_read_machine(&machine);
    mx_read_conditions(&conditions);
    mx_machine_key(&machine, key);
    json_object_update_new(object,
                           json_pack("{s:s, s:s, s:i, s:s, s:s, s:i, s:o, s:o, s:s}", "cpu",
                                     machine.cpu, "machine_key", key, "cores", machine.cores,
                                     "system", machine.system, "governor", machine.governor, "aslr",
                                     conditions.aslr, "load", known(conditions.load), "megahertz",
                                     known(conditions.megahertz), "affinity", conditions.affinity));
}

static json_t *context(const struct mx_comparison *c) {
    char date[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:b, s:s, s:s, s:s, s:i, s:I, s:I}", "date", date, "mexbench_version",
        MX_VERSION, "commit", MX_COMMIT, "dirty", MX_DIRTY, "compiler", MX_COMPILER, "flags",
        MX_FLAGS, "isa", mx_isa_name(c->processes.isa), "threads", c->processes.threads, "seed",
        (json_int_t)c->processes.seed, "paddings", (json_int_t)c->paddings);
    add_machine(object);
    return object;
}

static json_t *process(const struct mx_paired *run, unsigned number) {
    const struct mx_disturbance *d = &run->processes[number];
    json_t *samples[MX_CLOCKS], *disturbed = json_array();
    for (int clock = 0; clock < MX_CLOCKS; clock++) {
        samples[clock] = json_array();
        for (unsigned side = 0; side < run->plan.sides; side++)
            json_array_append_new(
                samples[clock],
                numbers(mx_paired_samples_by(run, (enum mx_clock)clock, number, side),
                        run->samples));
    }
    for (unsigned side = 0; side < run->plan.sides; side++)
        json_array_append_new(disturbed, json_integer(mx_paired_disturbed(run, number, side)));
    return json_pack("{s:o, s:I, s:I, s:o, s:o, s:o}", "steal",
                     d->steal < 0 ? json_null() : json_real(d->steal), "involuntary_switches",
                     (json_int_t)d->switches, "voluntary_switches", (json_int_t)d->waits,
                     "disturbed", disturbed, "real_seconds", samples[MX_REAL_TIME],
                     "processor_seconds", samples[MX_PROCESSOR_TIME]);
}

static json_t *run_json(const struct mx_paired *run) {
    json_t *ratios = json_array(), *processes = json_array();
    double units[MX_MOST_PROCESSES];
    for (unsigned side = 1; side < run->plan.sides; side++) {
        mx_paired_unit_ratios(run, side, units);
        json_array_append_new(ratios, numbers(units, mx_paired_units(run)));
    }
    for (unsigned i = 0; i < run->plan.processes; i++)
        json_array_append_new(processes, process(run, i));
    return json_pack("{s:i, s:i, s:s, s:o, s:o}", "rounds", run->plan.rounds, "samples",
                     run->samples, "process_counts_with",
                     run->plan.totals ? "ratio of totals" : "median of rounds", "log_ratios",
                     ratios, "processes", processes);
}

/* The counts of one solve, each under its source; a missing count is null. */
static json_t *counts_json(const struct mx_counts_told *told) {
    json_t *object = json_pack("{s:s, s:o}", "cycles_are", told->cycles, "ipc",
                               known(mx_counts_ipc(&told->counts)));
    for (int i = 0; i < MX_COUNTER_COUNT; i++) {
        enum mx_counter which = (enum mx_counter)i;
        json_object_set_new(object, mx_counter_name(which),
                            json_pack("{s:s, s:o}", "source", mx_counter_source(which), "value",
                                      known(told->counts.value[i])));
    }
    return object;
}

static json_t *side_json(const struct mx_comparison *c, const struct mx_compared *compared,
                         unsigned side) {
    static const char *const keeps[] = {"answer", "visited", "all"};
    const struct mx_processes *p = &c->processes;
    bool other = compared->against != NULL && side == 0;
    return json_pack("{s:s, s:s, s:s, s:s, s:I, s:f, s:f, s:f, s:o}", "variant",
                     p->subjects[side].variant, "program", other ? "other" : "own", "build",
                     p->builds[side], "keeps", keeps[compared->variants[side]->keeps],
                     "solves_per_sample", (json_int_t)p->solves, "median_seconds",
                     mx_paired_median(&c->sides, side), "mean_real_seconds",
                     mx_paired_mean(&c->sides, MX_REAL_TIME, side), "mean_processor_seconds",
                     mx_paired_mean(&c->sides, MX_PROCESSOR_TIME, side), "counts",
                     counts_json(&p->counts[side]));
}

static json_t *verdict_json(const struct mx_comparison *c, unsigned side) {
    const struct mx_verdict *v = &c->verdicts[side - 1];
    const struct mx_estimate *e = &v->estimate;
    return json_pack("{s:i, s:s, s:f, s:[f,f], s:f, s:[f,f], s:b, s:b, s:f, s:o}", "side", side,
                     "verdict", mx_verdict_name(v->word), "ratio", exp(e->median), "interval",
                     exp(e->interval.low), exp(e->interval.high), "coverage", e->interval.coverage,
                     "halves", exp(e->halves[0]), exp(e->halves[1]), "halves_agree",
                     v->halves_agree, "within_layout", v->within_layout, "p", v->p,
                     "budget_to_resolve",
                     v->word == MX_UNRESOLVED ? known(mx_budget_to_resolve(c, v)) : json_null());
}

/* The effect of the layout: sampled by links, or bounded by a figure. */
static json_t *layout_json(const struct mx_comparison *c, const struct mx_compared *compared) {
    const char *measured = compared->layout.measured;
    const unsigned links = c->processes.links;
    return json_pack("{s:i, s:o, s:o}", "links", (int)links, "part",
                     links > 0 ? json_null() : json_real(expm1(c->basis.layout)), "measured",
                     links > 0 || measured[0] == '\0' ? json_null() : json_string(measured));
}

/* One process of many solves; null where those of the run have as many, or for want of time. */
static json_t *lasting_json(const struct mx_comparison *c) {
    json_t *ratios = json_array();
    for (unsigned side = 1; c->lasting.done > 0 && side < c->lasting.plan.sides; side++)
        json_array_append_new(ratios, json_real(exp(mx_log_ratio_of_means(&c->lasting, side))));
    if (c->lasting.done > 0)
        return json_pack("{s:I, s:o}", "solves",
                         (json_int_t)c->processes.solves * (json_int_t)c->lasting.samples,
                         "ratios_of_means", ratios);
    json_decref(ratios);
    return json_null();
}

static json_t *document(const struct mx_comparison *c, const struct mx_compared *compared) {
    const struct mx_processes *p = &c->processes;
    json_t *sides = json_array(), *verdicts = json_array();
    char words[128];
    for (unsigned side = 0; side < p->count; side++)
        json_array_append_new(sides, side_json(c, compared, side));
    for (unsigned side = 1; side < p->count; side++)
        json_array_append_new(verdicts, verdict_json(c, side));
    json_t *agreement = json_pack(
        "{s:s, s:f, s:b, s:I}", "on", mx_depths_in_words(p->depths, words, sizeof words), "bits",
        p->bits, "convincing", c->basis.convincing, "neighbours", (json_int_t)p->neighbours);
    return json_pack(
        "{s:o, s:s, s:s, s:I, s:s, s:o, s:i, s:s, s:f, s:f, s:f, s:f, s:o, s:f, s:o, s:o, "
        "s:o, s:o, s:o}",
        "context", context(c), "problem", compared->problem->name, "workload", compared->workload,
        "instances", (json_int_t)p->boards, "hash", p->boards_hash, "agreement", agreement,
        "sets_per_round", (int)p->sets, "clock", mx_clock_name(p->clock), "delta", c->delta,
        "budget", c->budget, "seconds", c->seconds, "floor", expm1(c->basis.floor), "layout",
        layout_json(c, compared), "disturbed_beyond", MX_DISTURBED, "sides", sides, "verdicts",
        verdicts, "lasting", lasting_json(c), "same", run_json(&c->same), "run",
        run_json(&c->sides));
}

void mx_compare_print_json(const struct mx_comparison *c, const struct mx_compared *compared) {
    json_t *json = document(c, compared);
    json_dumpf(json, mx_out, JSON_INDENT(1) | JSON_REAL_PRECISION(7));
    putc('\n', mx_out);
    json_decref(json);
}
