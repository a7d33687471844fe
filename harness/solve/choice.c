#include "harness/solve/choice.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>

#include "harness/input/batches.h"
#include "harness/input/select.h"

#define SHORT_SECONDS 0.5     /* a solve that takes only cores that are idle at its start */
#define WORTH_THREADS 100e-6  /* seconds below which nobody asks how many cores are idle */
#define UNMEASURED_WIDEST 1.5 /* AVX-512 must promise so much where nobody has measured it */

/* ---- One kernel --------------------------------------------------------------------------- */

void mx_work_terms(const struct mx_variant *variant, const struct mx_batch *batch, int threads,
                   size_t second_level, struct mx_forecast *forecast, double terms[MX_RATE_TERMS]) {
    const struct mx_batch part = mx_batch_part(batch, 0, variant->max_batch);
    const double calls = (double)batch->count / part.count;
    *forecast = variant->forecast(&part, threads);
    const double bytes = (double)variant->workspace_bytes(&part, threads);
    const double steps = calls * (forecast->steps + forecast->more);
    const double beyond = bytes / (double)second_level;
    terms[MX_RATE_STEP] = steps;
    terms[MX_RATE_RESULT] = calls * forecast->results;
    terms[MX_RATE_BYTE] = calls * forecast->bytes;
    terms[MX_RATE_CALL] = calls;
    terms[MX_RATE_FAR] = beyond > 1 ? steps * log2(beyond) : 0;
    forecast->stages *= calls;
}

/* Helpers of one thread do at most what the shares and the idle cores allow. */
static double with_threads(const struct mx_request *request, const struct mx_forecast *forecast,
                           double seconds, int threads) {
    if (threads == 1)
        return seconds;
    const double shares = forecast->shares < 1 ? 1 : forecast->shares;
    double helpers = shares / ceil(shares / threads) - 1;
    if (seconds < SHORT_SECONDS && helpers > request->idle_cores)
        helpers = request->idle_cores;
    return seconds / (1 + helpers * request->rates->gain) +
           forecast->stages * (threads - 1) * request->rates->stage_ns * 1e-9;
}

double mx_predict(const struct mx_request *request, const struct mx_batch *batch,
                  const struct mx_variant *variant, int threads, double *spread) {
    const double *ns = mx_rate_of(request->rates, request->problem, variant);
    struct mx_forecast forecast;
    double terms[MX_RATE_TERMS], sum = 0;
    if (variant->forecast == NULL || ns == NULL)
        return INFINITY;
    mx_work_terms(variant, batch, threads, request->rates->second_level, &forecast, terms);
    if (threads > 1 && forecast.stages == 0)
        return INFINITY; /* one thread would do everything */
    for (int i = 0; i < MX_RATE_TERMS; i++)
        sum += terms[i] * ns[i];
    if (request->rates->count == 0 && variant->isa == MX_ISA_AVX512)
        sum *= UNMEASURED_WIDEST;
    *spread = forecast.spread > 1 ? forecast.spread : 1;
    return with_threads(request, &forecast, sum * 1e-9, threads);
}

/* ---- All kernels -------------------------------------------------------------------------- */

static int cores_allowed(void) {
    cpu_set_t mine;
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
}

/* Cores that nobody uses at this moment, at most cores - 1: the calling thread has one. */
static int idle_cores(void) {
    FILE *file = fopen("/proc/loadavg", "re");
    int running = 1;
    if (file != NULL) {
        if (fscanf(file, "%*f %*f %*f %d/", &running) != 1 || running < 1)
            running = 1;
        fclose(file);
    }
    const int idle = cores_allowed() - running;
    return idle < 0 ? 0 : idle;
}

bool mx_cores_are_busy(void) {
    return cores_allowed() > 1 && idle_cores() == 0;
}

/* Inserts a candidate by its time. Returns the number of candidates. */
static uint32_t insert(struct mx_candidate *ranked, uint32_t count, struct mx_candidate one) {
    if (count == MX_MOST_CANDIDATES && one.seconds >= ranked[count - 1].seconds)
        return count;
    uint32_t at = count < MX_MOST_CANDIDATES ? count++ : count - 1;
    for (; at > 0 && ranked[at - 1].seconds > one.seconds; at--)
        ranked[at] = ranked[at - 1];
    ranked[at] = one;
    return count;
}

/* Adds all kernels that can use this many threads. Returns the number of candidates. */
static uint32_t add_all(const struct mx_request *request, const struct mx_batch *batch, int threads,
                        struct mx_candidate *ranked, uint32_t count) {
    for (size_t i = 0; request->problem->variants[i] != NULL; i++) {
        struct mx_candidate one = {request->problem->variants[i], threads, INFINITY, 1};
        if ((threads > 1 && !one.variant->threaded) ||
            !mx_variant_able(one.variant, request->isa, batch->instances))
            continue;
        one.seconds = mx_predict(request, batch, one.variant, threads, &one.spread);
        if (isfinite(one.seconds))
            count = insert(ranked, count, one);
    }
    return count;
}

/* For a problem without rates: the textbook, then the others in their order. */
static uint32_t without_rates(const struct mx_request *request, const struct mx_batch *batch,
                              struct mx_candidate *list) {
    const struct mx_problem *problem = request->problem;
    const struct mx_variant *const first[] = {problem->textbook, NULL};
    uint32_t count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (const struct mx_variant *const *v = pass == 0 ? first : problem->variants;
             *v != NULL && count < MX_MOST_CANDIDATES; v++)
            if ((pass == 0 || *v != problem->textbook) &&
                mx_variant_able(*v, request->isa, batch->instances))
                list[count++] =
                    (struct mx_candidate){*v, (*v)->threaded ? request->threads : 1, 0, 1};
    return count;
}

/* 1, 2, 4 ... and the most. */
uint32_t mx_rank(const struct mx_request *request, const struct mx_batch *batch,
                 struct mx_candidate *ranked) {
    struct mx_request asked = *request;
    if (request->problem->rates == NULL)
        return without_rates(request, batch, ranked);
    uint32_t count = add_all(&asked, batch, 1, ranked, 0);
    if (count == 0 || ranked[0].seconds < WORTH_THREADS)
        return count;
    if (asked.threads > 1 && asked.idle_cores < 0)
        asked.idle_cores = idle_cores();
    for (int threads = 2; threads < asked.threads; threads *= 2)
        count = add_all(&asked, batch, threads, ranked, count);
    return asked.threads > 1 ? add_all(&asked, batch, asked.threads, ranked, count) : count;
}

const struct mx_variant *mx_choose(const struct mx_problem *problem, const struct mx_batch *batch,
                                   mx_isa isa, int threads, int attempt) {
    const struct mx_request request = {problem, mx_rates(), isa, threads, -1};
    struct mx_candidate ranked[MX_MOST_CANDIDATES];
    const uint32_t count = mx_rank(&request, batch, ranked);
    for (uint32_t i = 0; i < count; i++) {
        bool again = false;
        for (uint32_t before = 0; before < i; before++)
            again |= ranked[before].variant == ranked[i].variant;
        if (!again && attempt-- == 0)
            return ranked[i].variant;
    }
    return NULL;
}
