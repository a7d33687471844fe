/* Samples from fresh processes: the sampler of real comparisons (measure/paired.h).
 *
 * Subjects of one program share a process and its workspace. When two programs are compared, each
 * side has a process of its own, and they take turns on one core.
 */
#ifndef MX_PROCESSES_H
#define MX_PROCESSES_H

#include "harness/input/plugins.h"
#include "measure/counts_line.h"
#include "measure/paired.h"
#include "measure/talk.h"
#include "problem.h"
#include "variant.h"

struct mx_subject {
    const char *program; /* path of a mexbench */
    const char *variant; /* full name */
};

enum mx_trouble {
    MX_NO_TROUBLE,
    MX_TROUBLE_FAILED,     /* error says what failed: nothing was compared */
    MX_TROUBLE_DISAGREE,   /* error says which variant finds what */
    MX_TROUBLE_OVER_LIMIT, /* error says which subject */
    MX_TROUBLE_INTERRUPTED
};

/* Zero-initialise, then set the first block of members. */
struct mx_processes {
    const char *problem, *workload, *dialect; /* dialect may be NULL */
    uint64_t seed;
    mx_isa isa;
    int threads;
    const struct mx_plugin_paths *plugins; /* every process loads them */
    struct mx_subject subjects[MX_MOST_SIDES];
    unsigned count;
    struct mx_rng rng;               /* of the environments' sizes */
    bool separate;                   /* each side in a process of its own */
    double patience;                 /* measure/talk.h; MX_PATIENCE unless the user asks */
    void (*progress)(void *context); /* after each row; may be NULL */
    void *context;

    uint64_t solves; /* in a sample of each subject, from mx_processes_calibrate */
    uint32_t sets;   /* of boards that a round has of its own; 0 = all rounds solve the workload */
    double each[MX_MOST_SIDES];                  /* seconds of real time of one solve, about */
    struct mx_counts_told counts[MX_MOST_SIDES]; /* likewise */
    double start_seconds; /* that a process takes before its first sample, about */
    uint64_t boards;
    enum mx_clock clock; /* that decides */
    bool varies;         /* other boards can be made like those of the workload */
    int core;            /* where the last process began */
    char boards_hash[17], checked_hash[17];    /* of boards, and of the answers to those that are
                                                  never timed; "" = not known yet */
    char round_hash[MX_MOST_ROUNDS][17];       /* of the answers to each round's boards */
    char builds[MX_MOST_SIDES][MX_TALK_BUILD]; /* commit and compiler of each subject */
    unsigned depths;     /* how deep the agreement went (harness/check/agree.h) */
    double bits;         /* what agreement on answers alone is worth (measure/agreement.h) */
    uint32_t neighbours; /* boards that were checked besides the workload */

    enum mx_trouble trouble;
    char error[2600];

    /* The processes that run now. */
    struct mx_talk talks[MX_MOST_SIDES];
    unsigned sides[MX_MOST_SIDES], side_count;
};

/* Solves the workload and neighbours of its boards with each subject under guard and compares what
 * they find, in processes that time nothing. Where only answers can be compared it goes on with
 * more neighbours until the answers are worth MX_ENOUGH_BITS or `seconds` are over. False: trouble.
 */
bool mx_processes_agree(struct mx_processes *processes, double seconds);

/* Whether what agreed is enough for a verdict: states or digests, or enough bits of answers. */
bool mx_processes_are_convincing(const struct mx_processes *processes);

/* How many solves make a sample: the same number for all subjects, so that the fastest fills
 * `seconds` and the slowest takes no more than MX_LONGEST_SAMPLE. A solve longer than `limit`
 * seconds is trouble. */
#define MX_LONGEST_SAMPLE 0.05
bool mx_processes_calibrate(struct mx_processes *processes, double seconds, double limit);

/* Seconds of a row with every subject, about. */
double mx_processes_row_seconds(const struct mx_processes *processes);

struct mx_sampler mx_processes_sampler(struct mx_processes *processes);

/* Ends what still runs. */
void mx_processes_end(struct mx_processes *processes);

#endif
