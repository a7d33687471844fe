/* 'auto': which kernel, instruction set and thread count to use for a batch. Every kernel foresees
 * its work (support/forecast.h); the machine's rates (rates.h) turn it into seconds. */
#ifndef MX_CHOICE_H
#define MX_CHOICE_H

#include "harness/solve/rates.h"
#include "problem.h"

struct mx_candidate {
    const struct mx_variant *variant;
    int threads;
    double seconds; /* predicted for the whole batch */
    double spread;  /* of the kernel's forecast */
};

#define MX_MOST_CANDIDATES 64

/* Who asks, and what may be used. */
struct mx_request {
    const struct mx_problem *problem;
    const struct mx_rates *rates;
    mx_isa isa;     /* the widest instruction set that may be used */
    int threads;    /* the most threads */
    int idle_cores; /* further cores that a short solve may count on; -1 = ask the system */
};

/* Fills ranked[MX_MOST_CANDIDATES] with all kernels that can solve the batch's first instance and
 * foresee their work, each with every useful thread count, the cheapest first. Returns their
 * number. */
uint32_t mx_rank(const struct mx_request *request, const struct mx_batch *batch,
                 struct mx_candidate *ranked);

/* The seconds that a kernel is predicted to take; infinite without a forecast or a rate. */
double mx_predict(const struct mx_request *request, const struct mx_batch *batch,
                  const struct mx_variant *variant, int threads, double *spread);

/* Whether this process may use several cores, and others leave it only one. */
bool mx_cores_are_busy(void);

/* The units of work of a batch, to be multiplied by rates: what the kernel foresees, for all calls
 * of solve together. */
void mx_work_terms(const struct mx_variant *variant, const struct mx_batch *batch, int threads,
                   size_t second_level, struct mx_forecast *forecast, double terms[MX_RATE_TERMS]);

/* Number `attempt` among the ranked variants for one thread count, each once, by the rates of this
 * machine. NULL = there are fewer. */
const struct mx_variant *mx_choose(const struct mx_problem *problem, const struct mx_batch *batch,
                                   mx_isa isa, int threads, int attempt);

#endif
