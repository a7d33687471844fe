#include "measure/tune.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/input/select.h"
#include "harness/process/clock.h"
#include "harness/solve/choice.h"
#include "harness/solve/memory.h"
#include "harness/solve/run.h"
#include "measure/load.h"
#include "support/say.h"

#define ROUNDS 2 /* over all loads */
#define SAMPLE_SECONDS                                                                             \
    2e-3                  /* processor time of a variant on a load and round, two solves at least */
#define MOST_SECONDS 0.02 /* a solve that is foreseen to take longer is left out */
#define REGIONS 300       /* parallel regions that are timed */
#define PRIOR 0.02        /* weight of the scaled committed rates, for each sample */

/* ---- Fitting ------------------------------------------------------------------------------ */

/* The rates that fit best are the given ones times a factor each. All relative errors count alike;
 * factors far from the common one cost as much as an error. Minimised one factor at a time. */
void mx_tune_fit(const struct mx_tune_sample *samples, uint32_t count, double ns[MX_RATE_TERMS]) {
    double part[MX_TUNE_LOADS][MX_RATE_TERMS], factor[MX_RATE_TERMS];
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; i++) {
        double all = 0;
        for (int j = 0; j < MX_RATE_TERMS; j++)
            all += part[i][j] = ns[j] * samples[i].terms[j] / samples[i].ns;
        sum += all;
        squares += all * all;
    }
    if (!(squares > 0))
        return;
    const double common = sum / squares, prior = PRIOR * count;
    for (int j = 0; j < MX_RATE_TERMS; j++)
        factor[j] = 1; /* of the common factor */
    for (int round = 0; round < 200; round++)
        for (int j = 0; j < MX_RATE_TERMS; j++) {
            double toward = prior, weight = prior;
            for (uint32_t i = 0; i < count; i++) {
                double rest = 1;
                for (int k = 0; k < MX_RATE_TERMS; k++)
                    rest -= k == j ? 0 : common * factor[k] * part[i][k];
                toward += rest * common * part[i][j];
                weight += common * part[i][j] * common * part[i][j];
            }
            factor[j] = toward > 0 ? toward / weight : 0;
        }
    for (int j = 0; j < MX_RATE_TERMS; j++)
        ns[j] *= common * factor[j];
}

/* ---- One variant -------------------------------------------------------------------------- */

static double thread_seconds(void) {
    return mx_seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

/* Solves all boards of the batch on one thread. Returns false when the kernel gives up. */
static bool solve(const struct mx_variant *variant, const struct mx_batch *batch,
                  struct mx_memory *workspace, const struct mx_window *window, bool counts) {
    char why[256];
    bool solved = true;
    for (uint32_t first = 0; first < batch->count && solved; first += variant->max_batch) {
        const struct mx_run run = {.batch = mx_batch_part(batch, first, variant->max_batch),
                                   .workspace = workspace->base,
                                   .threads = 1,
                                   .answers = window->group_answers + first,
                                   .work = counts ? window->group_work + first : NULL};
        solved = mx_run_variant(variant, &run, why, sizeof why) == MX_SOLVED;
    }
    return solved;
}

/* Replaces a rough forecast of steps and results by what a solve counts. */
static void count_instead(const struct mx_variant *variant, const struct mx_load *load,
                          struct mx_memory *workspace, const struct mx_forecast *forecast,
                          double terms[MX_RATE_TERMS]) {
    const struct mx_batch *batch = &load->window.groups.group[0].batch;
    double work = 0;
    if (forecast->spread < MX_WIDE || !solve(variant, batch, workspace, &load->window, true))
        return;
    for (uint32_t i = 0; i < batch->count; i++)
        work += (double)load->window.group_work[i];
    const double share = work / terms[MX_RATE_RESULT];
    terms[MX_RATE_STEP] *= share;
    terms[MX_RATE_RESULT] *= share;
    terms[MX_RATE_FAR] *= share;
}

/* Least processor seconds of a solve after the first; negative when it cannot be timed. */
static double timed(const struct mx_variant *variant, const struct mx_load *load,
                    struct mx_memory *workspace) {
    const struct mx_batch *batch = &load->window.groups.group[0].batch;
    const struct mx_batch part = mx_batch_part(batch, 0, variant->max_batch);
    char why[256];
    if (!mx_memory_reserve(workspace, variant->workspace_bytes(&part, 1), why, sizeof why) ||
        !solve(variant, batch, workspace, &load->window, false))
        return -1;
    double least = INFINITY, spent = 0;
    for (int solves = 0; solves < 2 || (spent < SAMPLE_SECONDS && solves < 1000); solves++) {
        const double start = thread_seconds();
        solve(variant, batch, workspace, &load->window, false);
        const double seconds = thread_seconds() - start;
        spent += seconds;
        least = seconds < least ? seconds : least;
    }
    return least;
}

/* A variant with what it took on each load so far. */
struct subject {
    const struct mx_variant *variant;
    const double *start; /* its committed rates */
    uint32_t loads;      /* that it could solve in reasonable time */
    struct mx_tune_sample sample[MX_TUNE_LOADS];
};

/* Takes the sample of a variant on a load, or the least of it and the one before. */
static void sample(const struct mx_request *request, struct subject *subject, uint32_t number,
                   const struct mx_load *load, struct mx_memory *workspace) {
    const struct mx_batch *batch = &load->window.groups.group[0].batch;
    struct mx_tune_sample *one = &subject->sample[number];
    struct mx_forecast forecast;
    double spread;
    if (!mx_variant_able(subject->variant, request->isa, batch->instances) ||
        mx_predict(request, batch, subject->variant, 1, &spread) > MOST_SECONDS)
        return;
    const double ns = 1e9 * timed(subject->variant, load, workspace);
    if (!(ns > 0) || (one->ns > 0 && one->ns <= ns))
        return;
    mx_work_terms(subject->variant, batch, 1, request->rates->second_level, &forecast, one->terms);
    count_instead(subject->variant, load, workspace, &forecast, one->terms);
    one->ns = ns;
}

/* ---- All variants ------------------------------------------------------------------------- */

struct tuning {
    struct mx_rates *rates, before; /* before: the committed ones */
    double budget;                  /* processor seconds of this process */
    const struct mx_tune_watch *watch;
    struct mx_memory workspace;
    struct subject *subject; /* [MX_MOST_RATES] */
    char *why;
    size_t room;
};

/* The variants that are to be measured; returns their number. */
static uint32_t find_subjects(const struct tuning *t, const struct mx_request *request) {
    uint32_t count = 0;
    for (size_t i = 0; request->problem->variants[i] != NULL && count < MX_MOST_RATES; i++) {
        const struct mx_variant *variant = request->problem->variants[i];
        const double *start = mx_rate_of(&t->before, request->problem, variant);
        if (variant->forecast != NULL && start != NULL && variant->isa <= request->isa &&
            strlen(variant->name) < MX_RATE_NAME)
            t->subject[count++] = (struct subject){.variant = variant, .start = start};
    }
    return count;
}

/* All variants on one load, one after the other, so that a busy moment hits them alike. */
static bool sample_load(struct tuning *t, const struct mx_request *request, uint32_t subjects,
                        uint32_t number) {
    struct mx_load load = {0};
    bool going = mx_load_open(&load, request->problem, "", request->problem->tune_loads[number], 0,
                              0, t->why, t->room);
    for (uint32_t i = 0; going && i < subjects && mx_processor_seconds() < t->budget; i++) {
        going = t->watch->next(t->watch->context, t->subject[i].variant->name) ||
                mx_say(t->why, t->room, "stopped");
        if (going)
            sample(request, &t->subject[i], number, &load, &t->workspace);
    }
    mx_load_close(&load);
    return going;
}

/* Enters the rates of a variant, unless too few loads were in its reach. */
static void enter(struct mx_rates *rates, struct subject *subject, uint32_t loads) {
    struct mx_machine_rate *rate = &rates->rate[rates->count];
    uint32_t count = 0;
    for (uint32_t i = 0; i < loads; i++)
        if (subject->sample[i].ns > 0)
            subject->sample[count++] = subject->sample[i];
    if (count < loads / 4 || rates->count == MX_MOST_RATES)
        return;
    snprintf(rate->variant, sizeof rate->variant, "%s", subject->variant->name);
    memcpy(rate->ns, subject->start, sizeof rate->ns);
    mx_tune_fit(subject->sample, count, rate->ns);
    rates->count++;
}

static bool tune_problem(struct tuning *t, const struct mx_problem *problem) {
    const struct mx_request request = {problem, &t->before, mx_cpu_isa(), 1, 0};
    const uint32_t subjects = problem->tune_loads == NULL ? 0 : find_subjects(t, &request);
    uint32_t loads = 0;
    while (subjects > 0 && loads < MX_TUNE_LOADS && problem->tune_loads[loads] != NULL)
        loads++;
    for (uint32_t i = 0; i < ROUNDS * loads; i++)
        if (!sample_load(t, &request, subjects, i % loads))
            return false;
    for (uint32_t i = 0; i < subjects; i++)
        enter(t->rates, &t->subject[i], loads);
    return true;
}

/* ---- Threads ------------------------------------------------------------------------------ */

static uint64_t spin(uint64_t x) {
    for (int i = 0; i < 2000000; i++)
        x = x * UINT64_C(6364136223846793005) + 1;
    return x;
}

/* The cost of a parallel region, and the gain by a second thread. Both are best values: a busy
 * moment says nothing about the machine. While all cores are busy, no moment does. */
static void tune_threads(struct mx_rates *rates) {
    if (mx_cores_are_busy()) {
        mx_say(rates->warning, sizeof rates->warning,
               "other programs kept all cores busy: the figures for threads are those of a common "
               "machine");
        return;
    }
    double region = INFINITY, alone = INFINITY, both = INFINITY;
    volatile uint64_t kept[2] = {1, 2};
    for (int i = 0; i < REGIONS; i++) {
        const double start = mx_seconds();
#pragma omp parallel for num_threads(2)
        for (int thread = 0; thread < 2; thread++)
            kept[thread] += 1;
        region = fmin(region, mx_seconds() - start);
    }
    for (int i = 0; i < 8; i++) {
        double start = mx_seconds();
        kept[0] = spin(kept[0]);
        alone = fmin(alone, mx_seconds() - start);
        start = mx_seconds();
#pragma omp parallel for num_threads(2)
        for (int thread = 0; thread < 2; thread++)
            kept[thread] = spin(kept[thread]);
        both = fmin(both, mx_seconds() - start);
    }
    rates->stage_ns = 3 * region * 1e9; /* most regions are not the best one */
    rates->gain = fmax(0, fmin(1, 2 * alone / both - 1));
}

bool mx_tune(struct mx_rates *rates, double seconds, const struct mx_tune_watch *watch, char *why,
             size_t room) {
    struct tuning t = {.rates = rates,
                       .budget = mx_processor_seconds() + seconds,
                       .watch = watch,
                       .why = why,
                       .room = room,
                       .subject = malloc(MX_MOST_RATES * sizeof(struct subject))};
    bool going = t.subject != NULL || mx_say(why, room, "out of memory");
    mx_rates_default(rates);
    t.before = *rates;
    for (size_t i = 0; going && mx_problems[i] != NULL; i++)
        going = tune_problem(&t, mx_problems[i]);
    mx_memory_free(&t.workspace);
    free(t.subject);
    if (!going)
        return false;
    if (rates->count == 0)
        return mx_say(why, room, "no variant could be measured in %.0f s", seconds);
    tune_threads(rates);
    const time_t now = time(NULL);
    struct tm here;
    strftime(rates->measured, sizeof rates->measured, "%Y-%m-%d %H:%M", localtime_r(&now, &here));
    return true;
}
