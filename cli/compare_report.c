#include "cli/compare_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/output.h"
#include "cli/terminal.h"
#include "harness/check/agree.h"
#include "harness/input/optional.h"
#include "measure/agreement.h"
#include "measure/remarks.h"
#include "support/say.h"

enum { NAME = 192 };

const char *mx_verdict_name(enum mx_verdict_word word) {
    static const char *const names[] = {"faster", "slower", "same", "unresolved"};
    return names[word];
}

const char *mx_clock_name(enum mx_clock clock) {
    return clock == MX_REAL_TIME ? "real" : "processor";
}

/* A variant, and its build when two builds are compared: "bacteria_naive of 10fe0d1 GNU 12.2.0".
 */
static const char *name_of(const struct mx_comparison *c, const struct mx_compared *compared,
                           unsigned side, char text[NAME]) {
    const struct mx_processes *p = &c->processes;
    if (compared->against == NULL)
        snprintf(text, NAME, "%s", p->subjects[side].variant);
    else
        snprintf(text, NAME, "%.60s%s (%s)", side == 0 ? "" : p->subjects[side].variant,
                 side == 0 ? compared->against : "", p->builds[side]);
    return text;
}

/* Four digits where ratios are near 1, three elsewhere. */
static const char *ratio_in_words(double ratio, char text[32]) {
    snprintf(text, 32, "%.*f", ratio < 2 ? 3 : ratio < 10 ? 2 : ratio < 100 ? 1 : 0, ratio);
    return text;
}

static const char *percent_in_words(double log_ratio, char text[32]) {
    double percent = 100 * expm1(log_ratio);
    snprintf(text, 32, "%.*f%%", percent < 10 ? 1 : 0, percent);
    return text;
}

void mx_print_ratio(const struct mx_estimate *e, const char *name) {
    bool slower = e->median > 0;
    double sign = slower ? 1 : -1;
    char middle[32], low[32], high[32];
    mx_print("%sx %s than %s  [%s, %s] at %.0f%%\n", ratio_in_words(exp(sign * e->median), middle),
             slower ? "slower" : "faster", name,
             ratio_in_words(exp(sign * (slower ? e->interval.low : e->interval.high)), low),
             ratio_in_words(exp(sign * (slower ? e->interval.high : e->interval.low)), high),
             100 * MX_CONFIDENCE);
}

static void print_unresolved(const struct mx_comparison *c, const struct mx_verdict *v) {
    double budget = mx_budget_to_resolve(c, v);
    const unsigned links = c->processes.links;
    char layout[32];
    if (!c->basis.convincing)
        mx_print(
            "  unresolved: the sides agree on answers alone, worth %.1f bits of the %.0f that a "
            "verdict needs; name a workload with more instances or more answers\n",
            c->processes.bits, MX_ENOUGH_BITS);
    else if (v->within_layout)
        mx_print("  unresolved: another layout of the same code may differ by %s; --links would "
                 "resolve it\n",
                 percent_in_words(c->basis.layout, layout));
    else if (links > 0 && links * v->factor <= MX_MOST_PROCESSES)
        mx_print("  unresolved; %.0f links of each side would probably resolve it\n",
                 2 * ceil(links * v->factor / 2));
    else if (budget < INFINITY)
        mx_print("  unresolved; --budget %.0f would probably resolve it\n", budget);
    else
        mx_print("  unresolved; no reasonable budget would resolve it on this machine as it is\n");
}

static void print_verdict(const struct mx_comparison *c, const struct mx_compared *compared,
                          unsigned side) {
    const struct mx_verdict *v = &c->verdicts[side - 1];
    char name[NAME], base[NAME];
    name_of(c, compared, side, name);
    name_of(c, compared, 0, base);
    if (v->word == MX_SAME)
        mx_print("%s takes the same time as %s, within %g%%: ", name, base, 100 * c->delta);
    else if (v->word == MX_UNRESOLVED)
        mx_print("%s may be ", name);
    else
        mx_print("%s is ", name);
    mx_print_ratio(&v->estimate, v->word == MX_SAME ? "it" : base);
    if (v->word == MX_UNRESOLVED)
        print_unresolved(c, v);
}

/* ---- Remarks ----------------------------------------------------------------------------- */

static void print_clock_remark(const struct mx_comparison *c, unsigned side) {
    static const char *const reasons[] = {"it sleeps or waits", "it was switched out",
                                          "no reason is known"};
    const struct mx_clock_remark remark =
        mx_remark_on_clocks(&c->sides, &c->same, side, c->basis.floor);
    char ratio[32];
    if (!remark.diverges)
        return;
    mx_print("  the clocks disagree: in real time %s is %sx %s than %s (likely reason: %s)\n",
             c->processes.subjects[side].variant,
             ratio_in_words(exp(fabs(remark.log_ratio)), ratio),
             remark.log_ratio > 0 ? "slower" : "faster", c->processes.subjects[0].variant,
             reasons[remark.reason]);
}

static void print_humps(const struct mx_comparison *c, unsigned side) {
    struct mx_humps humps;
    char low[32], high[32];
    if (mx_find_humps(&c->sides, side, &humps))
        mx_print("    %s: %.1f%% of the samples near %s, %.1f%% near %s\n",
                 c->processes.subjects[side].variant, 100 * (1 - humps.upper),
                 mx_time_in_words(humps.low, low), 100 * humps.upper,
                 mx_time_in_words(humps.high, high));
}

/* The mean includes rare large costs, which the median does not show. */
static void print_means(const struct mx_comparison *c, unsigned side) {
    const struct mx_interval *interval = &c->verdicts[side - 1].estimate.interval;
    const double means = mx_log_ratio_of_means(&c->sides, side);
    char ratio[32];
    mx_print("  ratio of means: %sx %s", ratio_in_words(exp(fabs(means)), ratio),
             means > 0 ? "slower" : "faster");
    if (means >= interval->low - c->basis.floor && means <= interval->high + c->basis.floor) {
        mx_print("\n");
        return;
    }
    mx_print(", outside the interval: a distribution has two modes\n");
    print_humps(c, 0);
    print_humps(c, side);
}

/* A cost that comes only with many solves does not show in short processes. */
static void print_lasting(const struct mx_comparison *c, unsigned side) {
    char ratio[32];
    if (c->lasting.done == 0 || !mx_lasting_differs(&c->sides, &c->lasting, side, c->basis.floor))
        return;
    const double means = mx_log_ratio_of_means(&c->lasting, side);
    mx_print("  in one process of %" PRIu64
             " solves a side: %sx %s in the mean, beyond all shorter "
             "processes: a cost comes or goes with many solves\n",
             c->processes.solves * c->lasting.samples, ratio_in_words(exp(fabs(means)), ratio),
             means > 0 ? "slower" : "faster");
}

/* ---- The basis --------------------------------------------------------------------------- */

static const char *halves_in_words(const struct mx_comparison *c) {
    for (unsigned i = 0; i + 1 < c->sides.plan.sides; i++) {
        const double *halves = c->verdicts[i].estimate.halves;
        bool agree = c->verdicts[i].word == MX_SAME || c->verdicts[i].halves_agree;
        if (!agree && (halves[0] > 0) != (halves[1] > 0))
            return "the halves disagree";
        if (!agree)
            return "one half or both are within the floor";
    }
    return "both halves agree";
}

/* The steal of the worst process; -1 when unknown. */
static double worst_steal(const struct mx_comparison *c) {
    double worst = -1;
    for (unsigned i = 0; i < c->sides.plan.processes; i++)
        worst = fmax(worst, fmax(c->sides.processes[i].steal, c->same.processes[i].steal));
    return worst;
}

/* The scope of the verdicts. */
static void print_layout(const struct mx_comparison *c, const struct mx_layout *layout) {
    char part[32];
    if (c->processes.links > 0)
        mx_print("  %u links of each side, the units of the interval and of the floor\n",
                 c->processes.links);
    else
        mx_print("  this build, this layout: another layout of the same code may differ by %s "
                 "(%s%s)\n",
                 percent_in_words(c->basis.layout, part),
                 layout->measured[0] != '\0' ? "measured here on " : "not measured here",
                 layout->measured);
}

static void print_basis(const struct mx_comparison *c) {
    char floor[32];
    double steal = worst_steal(c);
    mx_print("  %u processes x %u round%s, floor (A/A) %s, ", c->sides.plan.processes,
             c->sides.plan.rounds, c->sides.plan.rounds == 1 ? "" : "s",
             percent_in_words(c->basis.floor, floor));
    if (steal < 0)
        mx_print("steal not known, ");
    else
        mx_print("steal at most %.1f%%, ", 100 * steal);
    mx_print("%s\n", halves_in_words(c));
}

static void print_disturbed(const struct mx_paired *run) {
    uint64_t switches = 0, disturbed = 0, all = 0;
    char text[MX_THOUSANDS_ROOM], total[MX_THOUSANDS_ROOM], times[MX_THOUSANDS_ROOM];
    for (unsigned i = 0; i < run->plan.processes; i++) {
        switches += run->processes[i].switches;
        for (unsigned side = 0; side < run->plan.sides; side++)
            disturbed += mx_paired_disturbed(run, i, side);
        all += (uint64_t)run->plan.sides * run->samples;
    }
    mx_print(
        "  %s of %s samples took over %.2fx their median and are kept; switched out %s times\n",
        mx_thousands(disturbed, text), mx_thousands(all, total), MX_DISTURBED,
        mx_thousands(switches, times));
}

static const char *keeps_in_words(enum mx_keeps keeps) {
    static const char *const words[] = {"the answer only", "the states it visits", "every state"};
    return words[keeps];
}

/* A variant that keeps less may do less work. */
static void print_promises(const struct mx_comparison *c, const struct mx_compared *compared) {
    bool differ = false;
    for (unsigned i = 1; i < c->processes.count; i++)
        differ |= compared->variants[i]->keeps != compared->variants[0]->keeps;
    for (unsigned i = 0; differ && i < c->processes.count; i++)
        mx_print("%s%s keeps %s", i == 0 ? "  different states kept: " : ", ",
                 compared->variants[i]->name, keeps_in_words(compared->variants[i]->keeps));
    if (differ)
        putc('\n', mx_out);
}

static void print_count(const struct mx_counts *counts, enum mx_counter which, const char *name) {
    if (mx_counted(counts, which))
        mx_print("  %.4g %s", counts->value[which], name);
}

/* Without hardware events, one line says why: software events say little about kernels. */
static void print_counts(const struct mx_comparison *c, const char *const *names) {
    bool counted = false;
    for (unsigned side = 0; side < c->processes.count; side++) {
        const struct mx_counts *counts = &c->processes.counts[side].counts;
        if (!mx_counted(counts, MX_CYCLES) && !mx_counted(counts, MX_INSTRUCTIONS))
            continue;
        mx_print("%s%s:", counted ? "" : "hardware events of a solve, user code\n", names[side]);
        print_count(counts, MX_CYCLES, "cycles");
        print_count(counts, MX_INSTRUCTIONS, "instructions");
        print_count(counts, MX_BRANCH_MISSES, "branch misses");
        print_count(counts, MX_CACHE_MISSES, "cache misses");
        putc('\n', mx_out);
        counted = true;
    }
    if (!counted)
        mx_print("  cycles and instructions: %s\n", c->processes.counts[0].cycles);
}

static void print_agreement(const struct mx_comparison *c, const struct mx_compared *compared) {
    const struct mx_processes *p = &c->processes;
    const char *noun = mx_instance_noun(compared->problem);
    char words[128], boards[MX_THOUSANDS_ROOM];
    mx_print("  %s, %s %s%s and %u neighbours, agreed on %s", compared->workload,
             mx_thousands(p->boards, boards), noun, p->boards == 1 ? "" : "s", p->neighbours,
             mx_depths_in_words(p->depths, words, sizeof words));
    if (p->depths & MX_DEPTH_ANSWERS)
        mx_print(" (%.0f bits)", p->bits);
    if (p->sets > 0)
        mx_print("; every round solves %ss of its own from the same generator\n", noun);
    else
        mx_print("; every round solves the same %ss\n", noun);
}

void mx_compare_print(const struct mx_comparison *c, const struct mx_compared *compared) {
    char names[MX_MOST_SIDES][NAME];
    const char *list[MX_MOST_SIDES];
    for (unsigned side = 1; side < c->sides.plan.sides; side++) {
        print_verdict(c, compared, side);
        print_means(c, side);
        print_lasting(c, side);
        print_clock_remark(c, side);
    }
    print_basis(c);
    print_layout(c, &compared->layout);
    print_disturbed(&c->sides);
    print_promises(c, compared);
    print_agreement(c, compared);
    mx_print("  paddings from seed %" PRIu64 " (--paddings)\n", c->paddings);
    mx_print("%s time of a solve, %" PRIu64 " a sample\n", mx_clock_name(c->processes.clock),
             c->processes.solves);
    for (unsigned side = 0; side < c->sides.plan.sides; side++)
        list[side] = name_of(c, compared, side, names[side]);
    mx_print_times(&c->sides, list);
    print_counts(c, list);
}
