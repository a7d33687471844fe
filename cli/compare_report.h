/* The output of mexbench compare: the verdicts in words, their basis, and a picture of the times.
 */
#ifndef MX_COMPARE_REPORT_H
#define MX_COMPARE_REPORT_H

#include "measure/comparison.h"
#include "measure/layout.h"

/* The user's names for what is compared. */
struct mx_compared {
    const struct mx_problem *problem;
    const char *workload; /* as given */
    const char *against;  /* the other program; NULL = variants of one program */
    const struct mx_variant *variants[MX_MOST_SIDES]; /* of each side */
    struct mx_layout layout;                          /* its effect; does not count with links */
};

/* Prints on stdout. */
void mx_compare_print(const struct mx_comparison *comparison, const struct mx_compared *compared);

/* Prints the document of --json, which data/results/compare.schema.json describes. */
void mx_compare_print_json(const struct mx_comparison *comparison,
                           const struct mx_compared *compared);

/* "1.234 ms". Returns text. */
const char *mx_time_in_words(double seconds, char text[32]);

/* The times of a solve, one line for each side, on a logarithmic axis from the fastest sample of
 * all to the slowest without the last hundredth. Denser characters mean more samples. */
void mx_print_times(const struct mx_paired *run, const char *const *names);

/* Ends a line by "1.50x faster than NAME [1.40, 1.60] at 95%". Inverts the ratio if the side is
 * faster, so that it is above 1. */
void mx_print_ratio(const struct mx_estimate *estimate, const char *name);

/* "processor" or "real". */
const char *mx_clock_name(enum mx_clock clock);

/* "faster", "slower", "same", "unresolved". */
const char *mx_verdict_name(enum mx_verdict_word word);

#endif
