/* Distribution-free statistics on arrays: medians, the sign test, Holm's correction.
 *
 * Exact for every distribution, as long as the values are independent. Arrays hold at most
 * MX_STATS_MOST values. Cross-checked against scipy by tests/stats/compare_with_scipy.py.
 */
#ifndef MX_STATS_H
#define MX_STATS_H

#include <stdbool.h>
#include <stddef.h>

#define MX_STATS_MOST 1000u /* beyond, 2^-count is no double any more */

void mx_sort(double *values, size_t count);

/* Of sorted values, count > 0; the mean of the middle two when count is even. */
double mx_median(const double *sorted, size_t count);

struct mx_interval {
    double low, high;
    double coverage; /* exact probability that it holds the median */
};

/* The narrowest symmetric interval between order statistics of sorted values that covers the
 * median with at least `confidence` (the inverted sign test). False when there are too few values
 * for that; the interval then is their whole range, with the coverage that it has. count > 0.
 *
 * `dependence` is 1 for independent values; otherwise the number of values that are worth one
 * independent value. The distance of both ends from the median, in ranks, then grows with its
 * square root, and the coverage is approximate. */
bool mx_sign_interval(const double *sorted, size_t count, double confidence, double dependence,
                      struct mx_interval *interval);

/* Two-sided p-value of the sign test that the median is `median`; values equal to it are left
 * out. 1 when none is left. With `dependence` above 1 the values above and below are counted as
 * that many times fewer. */
double mx_sign_test(const double *values, size_t count, double median, double dependence);

/* How much values that follow each other in time resemble each other: the sums of a lag-1
 * autocorrelation of their ranks, to be added up over several series of one kind. */
struct mx_resemblance {
    double products, squares;
    size_t count;  /* of values, in all */
    double series; /* that they are from */
};

void mx_resemblance_add(struct mx_resemblance *resemblance, const double *values, size_t count);

/* The dependence, at least 1, that a first-order autoregression with that correlation has, after
 * correction of its bias; 1 where the correlation is no larger than chance gives. */
double mx_dependence(const struct mx_resemblance *resemblance);

/* Replaces p-values by Holm's adjusted ones (Holm 1979): each may be compared with the level that
 * all together shall have. */
void mx_holm(double *p, size_t count);

#endif
