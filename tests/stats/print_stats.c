/* Prints the statistics of measure/stats.c for the numbers on standard input, for
 * tests/stats/compare_with_scipy.py: median, interval and coverage, p-value against argv[1], then
 * Holm's adjustment of the numbers if they are all probabilities. */
#include <stdio.h>
#include <stdlib.h>

#include "measure/stats.h"

int main(int argc, char **argv) {
    double values[MX_STATS_MOST], sorted[MX_STATS_MOST], value;
    struct mx_interval interval;
    size_t count = 0;
    while (count < MX_STATS_MOST && scanf("%lf", &value) == 1)
        sorted[count] = values[count] = value, count++;
    if (argc != 2 || count == 0)
        return 2;
    mx_sort(sorted, count);
    mx_sign_interval(sorted, count, 0.95, 1, &interval);
    printf("%.17g %.17g %.17g %.17g %.17g\n", mx_median(sorted, count), interval.low, interval.high,
           interval.coverage, mx_sign_test(values, count, strtod(argv[1], NULL), 1));
    if (sorted[0] >= 0 && sorted[count - 1] <= 1)
        mx_holm(values, count);
    for (size_t i = 0; i < count; i++)
        printf("%.17g ", values[i]);
    putchar('\n');
    return 0;
}
