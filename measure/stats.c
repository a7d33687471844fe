#include "measure/stats.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b) {
    const double *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

void mx_sort(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_size);
}

double mx_median(const double *sorted, size_t count) {
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

/* P(Bin(count, 1/2) <= most). */
static double binomial_tail(size_t count, size_t most) {
    double term = ldexp(1, -(int)count), sum = 0;
    for (size_t i = 0; i <= most && i <= count; i++) {
        sum += term;
        term *= (double)(count - i) / (double)(i + 1);
    }
    return sum < 1 ? sum : 1;
}

/* The coverage of the interval without the `left` smallest and the `left` largest values. */
static double coverage(size_t count, size_t left) {
    return 1 - 2 * binomial_tail(count, left);
}

/* The order statistic, counted from 0 on either side, whose squared distance from the middle is
 * `dependence` times as large; negative when there are too few values. */
static double spread_rank(size_t count, size_t left, double dependence) {
    const double middle = ((double)count - 1) / 2;
    return floor(middle - (middle - (double)left) * sqrt(dependence) + 1e-9);
}

bool mx_sign_interval(const double *sorted, size_t count, double confidence, double dependence,
                      struct mx_interval *interval) {
    size_t left = 0;
    while (2 * (left + 1) < count && coverage(count, left + 1) >= confidence)
        left++;
    const double covered = count > 1 ? coverage(count, left) : 0;
    const double rank = spread_rank(count, left, dependence);
    if (rank < 0) {
        *interval = (struct mx_interval){sorted[0], sorted[count - 1], 0};
        return false;
    }
    left = (size_t)rank;
    *interval = (struct mx_interval){sorted[left], sorted[count - 1 - left], covered};
    return covered >= confidence;
}

double mx_sign_test(const double *values, size_t count, double median, double dependence) {
    size_t above = 0, below = 0;
    for (size_t i = 0; i < count; i++) {
        above += values[i] > median;
        below += values[i] < median;
    }
    above = (size_t)((double)above / dependence);
    below = (size_t)((double)below / dependence);
    return fmin(1, 2 * binomial_tail(above + below, above < below ? above : below));
}

/* ---- Dependence -------------------------------------------------------------------------- */

#define CHANCE 2.3 /* standard deviations of a correlation of independent values */
#define MOST_CORRELATION 0.98

/* Ranks minus their mean; equal values share their ranks. */
static double centred_rank(const double *values, size_t count, size_t which) {
    double rank = 0;
    for (size_t i = 0; i < count; i++)
        rank += (values[i] < values[which]) + 0.5 * (values[i] == values[which]);
    return rank - (double)count / 2;
}

void mx_resemblance_add(struct mx_resemblance *resemblance, const double *values, size_t count) {
    double last = 0;
    for (size_t i = 0; i < count; i++) {
        const double rank = centred_rank(values, count, i);
        resemblance->products += last * rank;
        resemblance->squares += rank * rank;
        last = rank;
    }
    resemblance->count += count;
    resemblance->series++;
}

double mx_dependence(const struct mx_resemblance *resemblance) {
    if (resemblance->squares <= 0)
        return 1;
    const double count = (double)resemblance->count;
    const double found = resemblance->products / resemblance->squares;
    const double correlation =
        fmin(found + (1 + 3 * found) / (count / resemblance->series), MOST_CORRELATION);
    if (found <= CHANCE / sqrt(count))
        return 1;
    return (1 + correlation) / (1 - correlation);
}

/* The number of smaller values; among equal values, earlier ones count as smaller. */
static size_t rank_of(const double *p, size_t count, size_t which) {
    size_t rank = 0;
    for (size_t i = 0; i < count; i++)
        rank += p[i] < p[which] || (p[i] == p[which] && i < which);
    return rank;
}

void mx_holm(double *p, size_t count) {
    double sorted[MX_STATS_MOST] = {0}, most = 0;
    size_t order[MX_STATS_MOST] = {0};
    for (size_t i = 0; i < count; i++) {
        size_t rank = rank_of(p, count, i);
        order[rank] = i;
        sorted[rank] = p[i];
    }
    for (size_t rank = 0; rank < count; rank++) {
        most = fmax(most, fmin(1, (double)(count - rank) * sorted[rank]));
        p[order[rank]] = most;
    }
}
