/* Paired sampling: the sides of a comparison are timed in turn, round after round, in one fresh
 * process after another.
 *
 * A round runs through the rows of a Williams design (Williams 1949): a Latin square in which each
 * side stands in each place, and behind each other side, equally often; AB BA for two. Linear drift
 * during a round cancels, and so does the effect of one side on the next. A round gives each side
 * one log ratio to side 0, from the means of its logs. Samples within a process share its memory
 * layout and are correlated. The process is therefore the unit of all statistics. Its value is the
 * median of its rounds or, if samples of several threads have heavy tails, the ratio of its total
 * times.
 *
 * All processes of one program share the layout of its code. Where the sides have several links of
 * the same code in other layouts (scripts/links), the processes take them in turn, and the link is
 * the unit.
 */
#ifndef MX_PAIRED_H
#define MX_PAIRED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MX_MOST_SIDES 6u
#define MX_MOST_PROCESSES 400u
#define MX_MOST_ROUNDS 500u

/* The disturbances of a process that the system reports. */
struct mx_disturbance {
    double steal;      /* share of the time of all cores that the hypervisor took; -1 = unknown */
    uint64_t switches; /* involuntary context switches */
    uint64_t waits;    /* voluntary ones: it slept or waited */
};

enum mx_clock { MX_PROCESSOR_TIME, MX_REAL_TIME, MX_CLOCKS };

/* Seconds of one solve, by each clock, above 0. */
struct mx_time {
    double by[MX_CLOCKS];
};

/* The source of samples: processes with clocks (measure/processes.h), or synthetic clocks in tests.
 * Each function returns false when it cannot continue. */
struct mx_sampler {
    void *context;
    /* A fresh process, in which side i is subject sides[i], in its link number links[i]. */
    bool (*start)(void *context, const unsigned *sides, const unsigned *links, unsigned count);
    /* Times the sides in this order, on the boards of this round of the process; times[i] is of
     * side order[i]. */
    bool (*row)(void *context, unsigned round, const unsigned *order, unsigned count,
                struct mx_time *times);
    bool (*finish)(void *context, struct mx_disturbance *disturbance);
};

struct mx_paired_plan {
    unsigned sides;      /* 2 .. MX_MOST_SIDES */
    unsigned processes;  /* 1 .. MX_MOST_PROCESSES */
    unsigned rounds;     /* in each process, 1 .. MX_MOST_ROUNDS */
    unsigned links;      /* of each subject; 0 = one. Then a multiple of `sides`, and `processes` is
                            a multiple of it */
    bool same;           /* A/A: in each process all sides are one subject, each subject in turn,
                            each side in a link of its own */
    uint64_t seed;       /* decides which side begins in which process */
    enum mx_clock clock; /* that decides */
    bool totals;         /* values come from total times, not from the median round */
};

/* Zero-initialise. */
struct mx_paired {
    struct mx_paired_plan plan;
    unsigned samples;                 /* of a side in a process */
    unsigned done;                    /* processes */
    double *seconds[MX_CLOCKS];       /* [processes][sides][samples], in the order of time */
    double *log_ratios[MX_CLOCKS];    /* [sides - 1][processes]: side s + 1 to side 0 */
    struct mx_disturbance *processes; /* [processes] */
};

/* The number of rows of a round with `sides` sides; a row has one sample of each side. */
unsigned mx_paired_rows(unsigned sides);

/* Row number `row` of a round. */
void mx_paired_order(unsigned sides, unsigned row, unsigned *order);

/* Reserves memory for a run. Returns false when memory is short (then run->processes is NULL). */
bool mx_paired_begin(struct mx_paired *run, const struct mx_paired_plan *plan);

/* Samples the next process. Returns false when the sampler could not continue. */
bool mx_paired_add(struct mx_paired *run, const struct mx_sampler *sampler);

/* Makes a whole run. Returns false when the sampler could not continue or memory is short (then
 * run->processes is NULL). */
bool mx_paired_run(struct mx_paired *run, const struct mx_paired_plan *plan,
                   const struct mx_sampler *sampler);

/* The samples of a side in a process, by the clock that decides: [run->samples]. */
const double *mx_paired_samples(const struct mx_paired *run, unsigned process, unsigned side);

/* The same by the given clock. */
const double *mx_paired_samples_by(const struct mx_paired *run, enum mx_clock clock,
                                   unsigned process, unsigned side);

/* The log ratios of the processes, side (1 ..) to side 0: [run->plan.processes]. */
const double *mx_paired_log_ratios(const struct mx_paired *run, enum mx_clock clock, unsigned side);

/* The number of independent units of a run: links or, without links, processes. */
unsigned mx_paired_units(const struct mx_paired *run);

/* The log ratio of each unit, by the clock that decides. A link counts with the median of its
 * processes. */
void mx_paired_unit_ratios(const struct mx_paired *run, unsigned side, double *ratios);

/* The number of a side's samples that took more than MX_DISTURBED times the median of their
 * process. Such samples are reported and kept. */
#define MX_DISTURBED 1.25
unsigned mx_paired_disturbed(const struct mx_paired *run, unsigned process, unsigned side);

/* Median and mean of all samples of a side, in seconds. */
double mx_paired_median(const struct mx_paired *run, unsigned side);
double mx_paired_mean(const struct mx_paired *run, enum mx_clock clock, unsigned side);

void mx_paired_free(struct mx_paired *run);

#endif
