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

/* Of the interval that leaves out the `left` smallest and as many of the largest. */
static double coverage(size_t count, size_t left) {
    return 1 - 2 * binomial_tail(count, left);
}

bool mx_sign_interval(const double *sorted, size_t count, double confidence,
                      struct mx_interval *interval) {
    size_t left = 0;
    while (2 * (left + 1) < count && coverage(count, left + 1) >= confidence)
        left++;
    double covered = count > 1 ? coverage(count, left) : 0;
    *interval = (struct mx_interval){sorted[left], sorted[count - 1 - left], covered};
    return covered >= confidence;
}

double mx_sign_test(const double *values, size_t count, double median) {
    size_t above = 0, below = 0;
    for (size_t i = 0; i < count; i++) {
        above += values[i] > median;
        below += values[i] < median;
    }
    return fmin(1, 2 * binomial_tail(above + below, above < below ? above : below));
}

/* How many are smaller, those of equal size counting in their order. */
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
