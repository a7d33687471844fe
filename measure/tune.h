/* Measures the rates of this machine (harness/solve/rates.h). */
#ifndef MX_TUNE_H
#define MX_TUNE_H

#include "harness/solve/rates.h"

/* Called before each variant is measured; returns false to stop. */
struct mx_tune_watch {
    bool (*next)(void *context, const char *variant);
    void *context;
};

/* Times every variant that has a forecast and runs here on its problem's tune_loads, and fits its
 * rates: the committed ones, scaled, unless the times say otherwise. Uses at most `seconds` of
 * processor time; a variant that gets too few samples keeps the committed rates. Returns false when
 * stopped or when nothing could be measured; why[room] says which. */
bool mx_tune(struct mx_rates *rates, double seconds, const struct mx_tune_watch *watch, char *why,
             size_t room);

/* Fits rates to samples: the time of sample i is about the sum of ns[j] * terms[i][j]. ns[] holds
 * rates to start from and gets the result; none is negative, and zeros stay. */
#define MX_TUNE_LOADS 32 /* and samples, at most */
struct mx_tune_sample {
    double terms[MX_RATE_TERMS];
    double ns;
};
void mx_tune_fit(const struct mx_tune_sample *samples, uint32_t count, double ns[MX_RATE_TERMS]);

#endif
