/* Samples from fresh processes: the sampler of real comparisons (measure/paired.h).
 *
 * Subjects of one program share a process and its workspace. When two programs are compared, each
 * side has a process of its own, and they take turns on one core.
 */
#ifndef MX_PROCESSES_H
#define MX_PROCESSES_H

#include "cli/flags.h"
#include "kernel.h"
#include "measure/counts_line.h"
#include "measure/paired.h"
#include "measure/talk.h"

struct mx_subject {
    const char *program; /* path of a mexbench */
    const char *variant; /* full name */
};

enum mx_trouble {
    MX_NO_TROUBLE,
    MX_TROUBLE_FAILED,     /* error says why */
    MX_TROUBLE_DISAGREE,   /* error says who and in what */
    MX_TROUBLE_OVER_LIMIT, /* error says which subject */
    MX_TROUBLE_INTERRUPTED
};

/* Zero-initialise, then set the first block of members. */
struct mx_processes {
    const char *problem, *workload, *dialect; /* dialect may be NULL */
    uint64_t seed;
    mx_isa isa;
    int threads;
    const struct mx_flags *flags; /* whose plug-ins every process loads */
    struct mx_subject subjects[MX_MOST_SIDES];
    unsigned count;
    struct mx_rng rng;               /* of the environments' sizes */
    bool separate;                   /* each side in a process of its own */
    void (*progress)(void *context); /* after each row; may be NULL */
    void *context;

    uint64_t solves[MX_MOST_SIDES]; /* in a sample of a subject, from mx_processes_calibrate */
    double each[MX_MOST_SIDES];     /* seconds of real time of one solve, about */
    struct mx_counts_told counts[MX_MOST_SIDES]; /* likewise */
    double start_seconds; /* that a process takes before its first sample, about */
    uint64_t boards;
    char clock[16];                            /* "processor" or "real" time: what samples are of */
    int core;                                  /* where the last process began */
    char boards_hash[17], answers_hash[17];    /* "" = not known yet */
    char builds[MX_MOST_SIDES][MX_TALK_BUILD]; /* commit and compiler of each subject */
    unsigned depths; /* how deep the agreement went (harness/check/agree.h) */

    enum mx_trouble trouble;
    char error[2600];

    /* The processes that run now. */
    struct mx_talk talks[MX_MOST_SIDES];
    unsigned sides[MX_MOST_SIDES], side_count;
};

/* Solves the workload with each subject under guard and compares what they find, in a process that
 * times nothing. False: trouble. */
bool mx_processes_agree(struct mx_processes *processes);

/* How many solves fill `seconds` for each subject; those whose numbers are within a factor of two
 * all get the larger one, so that sides of about the same speed do the same. A solve longer than
 * `limit` seconds is trouble. */
bool mx_processes_calibrate(struct mx_processes *processes, double seconds, double limit);

/* Seconds of a row with every subject, about. */
double mx_processes_row_seconds(const struct mx_processes *processes);

struct mx_sampler mx_processes_sampler(struct mx_processes *processes);

/* Ends what still runs. */
void mx_processes_end(struct mx_processes *processes);

#endif
