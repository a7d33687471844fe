/* Paired sampling on synthetic clocks: the order is balanced, the interval covers the truth, a
 * planted difference is found, and A/A pairs never show a difference. No clock is read. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "measure/verdict.h"
#include "synthetic_machine.h"

enum { EXPERIMENTS = 500, COMPARISONS = 200 };

/* ---- The order --------------------------------------------------------------------------- */

static void order_of_two_is_abba(void **state) {
    (void)state;
    unsigned order[2];
    assert_int_equal(mx_paired_rows(2), 2);
    mx_paired_order(2, 0, order);
    assert_int_equal(order[0], 0);
    mx_paired_order(2, 1, order);
    assert_int_equal(order[0], 1);
}

/* Each side is equally often in each place, and equally often after each other side. */
static void order_is_balanced(void **state) {
    (void)state;
    for (unsigned sides = 2; sides <= MX_MOST_SIDES; sides++) {
        unsigned places[MX_MOST_SIDES][MX_MOST_SIDES] = {{0}}, behind[MX_MOST_SIDES][MX_MOST_SIDES];
        memset(behind, 0, sizeof behind);
        for (unsigned number = 0; number < mx_paired_rows(sides); number++) {
            unsigned order[MX_MOST_SIDES];
            mx_paired_order(sides, number, order);
            for (unsigned i = 0; i < sides; i++)
                places[order[i]][i]++;
            for (unsigned i = 1; i < sides; i++)
                behind[order[i]][order[i - 1]]++;
        }
        for (unsigned a = 0; a < sides; a++)
            for (unsigned b = 0; b < sides; b++) {
                assert_int_equal(places[a][b], mx_paired_rows(sides) / sides);
                if (a != b)
                    assert_int_equal(behind[a][b], mx_paired_rows(sides) / sides);
            }
    }
}

/* ---- Who is measured where --------------------------------------------------------------- */

/* A clock that notes what it is asked for. */
struct notes {
    unsigned process;
    unsigned sides[PROCESSES][MX_MOST_SIDES]; /* [process][place]: the subject */
    unsigned links[PROCESSES][MX_MOST_SIDES];
    unsigned first[PROCESSES]; /* the first place that is sampled */
};

static bool note_start(void *context, const unsigned *sides, const unsigned *links,
                       unsigned count) {
    struct notes *notes = context;
    memcpy(notes->sides[notes->process], sides, count * sizeof *sides);
    memcpy(notes->links[notes->process], links, count * sizeof *links);
    notes->first[notes->process] = UINT_MAX;
    return true;
}

static bool note_row(void *context, unsigned round, const unsigned *order, unsigned count,
                     struct mx_time *times) {
    struct notes *notes = context;
    (void)round;
    if (notes->first[notes->process] == UINT_MAX)
        notes->first[notes->process] = order[0];
    for (unsigned i = 0; i < count; i++)
        times[i] = (struct mx_time){{1, 1}};
    return true;
}

static bool note_finish(void *context, struct mx_disturbance *disturbance) {
    struct notes *notes = context;
    *disturbance = (struct mx_disturbance){.steal = -1};
    notes->process++;
    return true;
}

static void note_links(unsigned sides, bool same, unsigned links, struct notes *notes) {
    struct mx_paired run = {.processes = NULL};
    const struct mx_sampler sampler = {notes, note_start, note_row, note_finish};
    const struct mx_paired_plan plan = {.sides = sides,
                                        .processes = PROCESSES,
                                        .rounds = 1,
                                        .links = links,
                                        .same = same,
                                        .seed = 1};
    *notes = (struct notes){0};
    assert_true(mx_paired_run(&run, &plan, &sampler));
    assert_int_equal(notes->process, PROCESSES);
    mx_paired_free(&run);
}

static void note(unsigned sides, bool same, struct notes *notes) {
    note_links(sides, same, 0, notes);
}

/* In an A/A run all places have one subject, each subject in turn; else each has its own. */
static void every_subject_has_its_turn(void **state) {
    (void)state;
    struct notes notes;
    for (unsigned sides = 2; sides <= MX_MOST_SIDES; sides++)
        for (int same = 0; same < 2; same++) {
            note(sides, same, &notes);
            for (unsigned process = 0; process < PROCESSES; process++)
                for (unsigned i = 0; i < sides; i++)
                    assert_int_equal(notes.sides[process][i], same ? process % sides : i);
        }
}

/* Processes take the links in turn. An A/A run pairs different links of one subject, and no link is
 * in two pairs. */
static void every_link_has_its_turn(void **state) {
    enum { LINKS = PROCESSES / 2 };
    (void)state;
    struct notes notes;
    note_links(2, false, LINKS, &notes);
    for (unsigned process = 0; process < PROCESSES; process++)
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(notes.links[process][i], process % LINKS);
    unsigned partner[2][LINKS];
    memset(partner, 0xff, sizeof partner);
    note_links(2, true, LINKS, &notes);
    for (unsigned process = 0; process < PROCESSES; process++) {
        const unsigned *links = notes.links[process], subject = notes.sides[process][0];
        assert_int_not_equal(links[0], links[1]);
        for (unsigned i = 0; i < 2; i++) {
            assert_true(partner[subject][links[i]] == UINT_MAX ||
                        partner[subject][links[i]] == links[1 - i]);
            partner[subject][links[i]] = links[1 - i];
        }
    }
    for (unsigned link = 0; link < LINKS; link++)
        assert_true(partner[0][link] != UINT_MAX && partner[1][link] != UINT_MAX);
    note(2, false, &notes);
    for (unsigned process = 0; process < PROCESSES; process++)
        assert_int_equal(notes.links[process][1], 0);
}

/* A link counts with the median of its processes. */
static void links_are_the_units(void **state) {
    (void)state;
    double ratios[] = {1, 10, 2, 30, 6, 20}, units[2];
    const struct mx_paired run = {.plan = {.sides = 2, .processes = 6, .links = 2},
                                  .log_ratios = {ratios, ratios}};
    assert_int_equal(mx_paired_units(&run), 2);
    mx_paired_unit_ratios(&run, 1, units);
    assert_true(units[0] == 2 && units[1] == 20);
}

/* Identical code in other layouts: links tell it, a single build takes its layout for a difference.
 */
static void links_see_through_layouts(void **state) {
    (void)state;
    unsigned false_verdicts[2] = {0, 0};
    for (uint64_t seed = 0; seed < 100; seed++)
        for (int single = 0; single < 2; single++) {
            struct machine machine = {
                .rng = mx_rng_start(seed, 77), .layout = 0.002, .code = 0.03, .code_seed = seed};
            struct mx_paired run = {.processes = NULL}, same = {.processes = NULL};
            struct mx_verdict verdict;
            sample_as(&machine, 2, single ? 0 : PROCESSES, true, &same);
            sample_as(&machine, 2, single ? 0 : PROCESSES, false, &run);
            const struct mx_basis basis = {.floor = mx_noise_floor(&same, 1),
                                           .delta = log(1.005),
                                           .dependence = 1,
                                           .convincing = true};
            mx_verdicts(&run, &basis, &verdict);
            false_verdicts[single] += verdict.word == MX_FASTER || verdict.word == MX_SLOWER;
            mx_paired_free(&run);
            mx_paired_free(&same);
        }
    assert_in_range(false_verdicts[0], 0, 2);
    assert_in_range(false_verdicts[1], 70, 100);
}

/* The order is drawn for each process: no side is first in much more than its share. */
static void no_side_is_always_first(void **state) {
    (void)state;
    struct notes notes;
    for (unsigned sides = 2; sides <= MX_MOST_SIDES; sides++) {
        unsigned times[MX_MOST_SIDES] = {0};
        note(sides, false, &notes);
        for (unsigned process = 0; process < PROCESSES; process++)
            times[notes.first[process]]++;
        for (unsigned i = 0; i < sides; i++)
            assert_in_range(times[i], 1, PROCESSES / sides + PROCESSES / 3);
    }
}

/* On a clock that only drifts, at any speed, the ratio is exact. */
static void linear_drift_cancels(void **state) {
    (void)state;
    for (unsigned sides = 2; sides <= MX_MOST_SIDES; sides++) {
        struct machine machine = {.rng = mx_rng_start(1, 1), .drift = 50};
        struct mx_paired run = {.processes = NULL};
        for (unsigned i = 0; i < sides; i++)
            machine.truth[i] = 0.1 * i;
        sample_on(&machine, sides, false, &run);
        for (unsigned i = 0; i < (sides - 1) * PROCESSES; i++)
            assert_true(fabs(run.log_ratios[0][i] - machine.truth[1 + i / PROCESSES]) < 1e-9);
        mx_paired_free(&run);
    }
}

static void disturbed_samples_are_counted_and_kept(void **state) {
    (void)state;
    struct machine machine = {.rng = mx_rng_start(3, 3), .outliers = 0.1};
    struct mx_paired run = {.processes = NULL};
    unsigned disturbed = 0;
    sample_on(&machine, 2, false, &run);
    for (unsigned i = 0; i < PROCESSES; i++)
        disturbed += mx_paired_disturbed(&run, i, 0);
    assert_int_equal(run.samples, 2 * ROUNDS);
    assert_in_range(disturbed, PROCESSES * run.samples / 20, PROCESSES * run.samples / 5);
    for (unsigned i = 0; i < PROCESSES * run.samples; i++)
        assert_true(run.seconds[0][i] > 0);
    mx_paired_free(&run);
}

/* ---- Coverage ---------------------------------------------------------------------------- */

static void intervals_cover_the_truth(void **state) {
    (void)state;
    const double truth = log(1.05);
    struct mx_paired run = {.processes = NULL};
    for (size_t which = 0; which < MACHINES; which++) {
        unsigned covered = 0;
        double width = 0;
        for (uint64_t i = 0; i < EXPERIMENTS; i++) {
            struct machine machine = machine_of(which, i, truth);
            sample_on(&machine, 2, false, &run);
            struct mx_estimate e = mx_estimate(run.log_ratios[0], PROCESSES, 1);
            covered += e.interval.low <= truth && truth <= e.interval.high;
            width += e.interval.high - e.interval.low;
        }
        printf("%-14s 95%% interval covers the truth in %.1f%% of %d, mean width %.2f%%\n",
               machines[which].name, 100.0 * covered / EXPERIMENTS, EXPERIMENTS,
               100 * width / EXPERIMENTS);
        assert_true(covered >= 0.93 * EXPERIMENTS);
    }
    mx_paired_free(&run);
}

/* ---- Verdicts ---------------------------------------------------------------------------- */

/* How often each verdict is given on one of this many sides. */
static void count_words(size_t which, double truth, unsigned sides, unsigned words[4]) {
    struct mx_paired same = {.processes = NULL}, run = {.processes = NULL};
    memset(words, 0, 4 * sizeof *words);
    for (uint64_t i = 0; i < COMPARISONS; i++) {
        struct machine machine = machine_of(which, i, truth);
        struct mx_verdict verdicts[MX_MOST_SIDES];
        sample_on(&machine, sides, true, &same);
        sample_on(&machine, sides, false, &run);
        const double dependence = mx_dependence_of(&same, &run);
        const struct mx_basis basis = {.floor = mx_noise_floor(&same, dependence),
                                       .delta = log(1.02),
                                       .dependence = dependence,
                                       .convincing = true};
        mx_verdicts(&run, &basis, verdicts);
        for (unsigned side = 0; side < sides - 1; side++)
            words[verdicts[side].word]++;
    }
    printf("%-14s %u sides, %+.0f%%: faster %u, slower %u, same %u, unresolved %u of %u\n",
           machines[which].name, sides, 100 * expm1(truth), words[MX_FASTER], words[MX_SLOWER],
           words[MX_SAME], words[MX_UNRESOLVED], COMPARISONS * (sides - 1));
    mx_paired_free(&same);
    mx_paired_free(&run);
}

static void identical_sides_show_no_difference(void **state) {
    (void)state;
    unsigned words[4];
    for (size_t which = 0; which < MACHINES; which++)
        for (unsigned sides = 2; sides <= 4; sides += 2) {
            count_words(which, 0, sides, words);
            assert_true(words[MX_FASTER] + words[MX_SLOWER] <= 2);
        }
}

static void planted_five_percent_are_found(void **state) {
    (void)state;
    unsigned words[4];
    for (size_t which = 0; which < MACHINES; which++) {
        count_words(which, log(1.05), 2, words);
        assert_true(words[MX_SLOWER] >= 0.85 * COMPARISONS);
        assert_int_equal(words[MX_FASTER] + words[MX_SAME], 0);
    }
}

/* A side with rare and large costs: by totals its mean counts, by rounds its median. */
static void totals_see_rare_costs(void **state) {
    (void)state;
    struct machine machine = {.rng = mx_rng_start(5, 5), .outliers = 0.1};
    struct mx_paired run = {.processes = NULL};
    const struct mx_sampler sampler = {&machine, start, row, finish};
    struct mx_paired_plan plan = {.sides = 2, .processes = 12, .rounds = ROUNDS, .totals = true};
    assert_true(mx_paired_run(&run, &plan, &sampler));
    for (unsigned process = 0; process < plan.processes; process++) {
        double totals[2] = {0, 0};
        for (unsigned side = 0; side < 2; side++)
            for (unsigned i = 0; i < run.samples; i++)
                totals[side] += mx_paired_samples(&run, process, side)[i];
        assert_true(fabs(mx_paired_log_ratios(&run, MX_PROCESSOR_TIME, 1)[process] -
                         log(totals[1] / totals[0])) < 1e-12);
    }
    mx_paired_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_two_is_abba),
        cmocka_unit_test(order_is_balanced),
        cmocka_unit_test(every_subject_has_its_turn),
        cmocka_unit_test(every_link_has_its_turn),
        cmocka_unit_test(links_are_the_units),
        cmocka_unit_test(links_see_through_layouts),
        cmocka_unit_test(no_side_is_always_first),
        cmocka_unit_test(linear_drift_cancels),
        cmocka_unit_test(disturbed_samples_are_counted_and_kept),
        cmocka_unit_test(intervals_cover_the_truth),
        cmocka_unit_test(identical_sides_show_no_difference),
        cmocka_unit_test(planted_five_percent_are_found),
        cmocka_unit_test(totals_see_rare_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
