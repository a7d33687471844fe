/* Samples from fresh processes: the sampler of real comparisons (measure/paired.h).
 *
 * Subjects of one program share a process and its workspace. In a comparison of two programs, or of
 * links, each side has a process of its own. Unless several threads are timed, all sides of a
 * process or of a pair of processes stay on one core, because cores may differ in speed.
 */
#ifndef MX_PROCESSES_H
#define MX_PROCESSES_H

#include "harness/input/plugins.h"
#include "measure/counters.h"
#include "measure/paired.h"
#include "measure/talk.h"
#include "problem.h"
#include "variant.h"

struct mx_subject {
    const char *program; /* path of a mexbench */
    const char *variant; /* full name */
    char *const
        *links; /* paths of the same program in other layouts (scripts/links); NULL = none */
};

enum mx_trouble {
    MX_NO_TROUBLE,
    MX_TROUBLE_FAILED,     /* nothing was compared; error says what failed */
    MX_TROUBLE_DISAGREE,   /* error says which variant finds what */
    MX_TROUBLE_OVER_LIMIT, /* error says which subject */
    MX_TROUBLE_STARVED,    /* a process got too little processor time; error says which subject */
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
    unsigned links;                  /* of each subject; 0 = only its program */
    bool against;                    /* each subject is of another program */
    struct mx_rng rng;               /* draws the environments' sizes */
    double patience;                 /* see measure/talk.h; MX_PATIENCE by default */
    void (*progress)(void *context); /* after each row; may be NULL */
    void *context;

    uint64_t solves; /* number in a sample of each subject, from mx_processes_calibrate */
    uint32_t sets;   /* sets of boards for each round; 0 = all rounds solve the workload */
    double each[MX_MOST_SIDES];                  /* approximate seconds of real time of one solve */
    struct mx_counts_told counts[MX_MOST_SIDES]; /* likewise */
    double start_seconds; /* approximate time of a process before its first sample */
    uint64_t boards;
    enum mx_clock clock; /* that decides */
    bool varies;         /* the workload's generator can make other boards */
    int core;            /* where the last process began */
    char boards_hash[17],
        checked_hash[17];                /* of the boards; of the untimed answers; "" = unknown */
    char round_hash[MX_MOST_ROUNDS][17]; /* of each round's answers */
    char builds[MX_MOST_SIDES][MX_TALK_BUILD]; /* commit and compiler of each subject */
    unsigned depths;                           /* depths of the agreement (harness/check/agree.h) */
    double bits;         /* evidence of agreement on answers alone (measure/agreement.h) */
    uint32_t neighbours; /* boards checked in addition to the workload's */

    enum mx_trouble trouble;
    char error[2600];

    /* The processes that run now. */
    struct mx_talk talks[MX_MOST_SIDES];
    unsigned sides[MX_MOST_SIDES], side_links[MX_MOST_SIDES], side_count;
};

/* Solves the workload and neighbours of its boards with each subject under guard, in processes that
 * time nothing, and compares the findings. If only answers can be compared, it continues with more
 * neighbours until the answers are worth MX_ENOUGH_BITS or `seconds` are over. On false, see
 * `trouble`.
 */
bool mx_processes_agree(struct mx_processes *processes, double seconds);

/* Whether the agreement is enough for a verdict: states or digests, or enough bits of answers. */
bool mx_processes_are_convincing(const struct mx_processes *processes);

/* Sets the number of solves in a sample. It is the same for all subjects; the fastest fills
 * `seconds`, and the slowest takes at most MX_LONGEST_SAMPLE. A solve longer than `limit` seconds
 * is trouble. */
#define MX_LONGEST_SAMPLE 0.05
bool mx_processes_calibrate(struct mx_processes *processes, double seconds, double limit);

/* The approximate seconds of a row with every subject. */
double mx_processes_row_seconds(const struct mx_processes *processes);

struct mx_sampler mx_processes_sampler(struct mx_processes *processes);

/* Ends the processes that still run. */
void mx_processes_end(struct mx_processes *processes);

#endif
