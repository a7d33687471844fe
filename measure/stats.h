/* Distribution-free statistics on arrays: medians, the sign test, Holm's correction.
 *
 * Exact for every distribution, as long as the values are independent. Arrays hold at most
 * MX_STATS_MOST values. Cross-checked against scipy by tests/stats/compare_with_scipy.py.
 */
#ifndef MX_STATS_H
#define MX_STATS_H

#include <stdbool.h>
#include <stddef.h>

#define MX_STATS_MOST 1000u /* beyond it, 2^-count underflows a double */

void mx_sort(double *values, size_t count);

/* The median of sorted values, count > 0; the mean of the middle two when count is even. */
double mx_median(const double *sorted, size_t count);

struct mx_interval {
    double low, high;
    double coverage; /* exact probability that it holds the median */
};

/* The narrowest symmetric interval between order statistics of sorted values that covers the median
 * with at least `confidence` (the inverted sign test). Returns false when there are too few values;
 * the interval is then their whole range, with its coverage. count > 0.
 *
 * `dependence` is 1 for independent values; otherwise it is the number of values equivalent to one
 * independent value. The distance of both ends from the median, in ranks, then grows with its
 * square root, and the coverage is approximate. */
bool mx_sign_interval(const double *sorted, size_t count, double confidence, double dependence,
                      struct mx_interval *interval);

/* Two-sided p-value of the sign test that the median is `median`; values equal to it are left
 * out. 1 when none is left. With `dependence` above 1 the values above and below are counted as
 * that many times fewer. */
double mx_sign_test(const double *values, size_t count, double median, double dependence);

/* The similarity of values that follow each other in time: the sums of a lag-1 autocorrelation of
 * their ranks, added up over several series of one kind. */
struct mx_resemblance {
    double products, squares;
    size_t count;  /* number of values, in all series */
    double series; /* number of series */
};

void mx_resemblance_add(struct mx_resemblance *resemblance, const double *values, size_t count);

/* The dependence, at least 1, of a first-order autoregression with that correlation, after
 * correction of its bias; 1 if chance explains the correlation. */
double mx_dependence(const struct mx_resemblance *resemblance);

/* Replaces p-values by Holm's adjusted ones (Holm 1979). Each of these may be compared with the
 * level for the whole family. */
void mx_holm(double *p, size_t count);

#endif
