/* The sampling process of a comparison: holds a workload in memory and times variants on it when
 * told to. Lines of text on standard input and output, one answer to each request:
 *
 *     (at the start)        mexbench-sampler VERSION COMMIT COMPILER...
 *     open                  ready BOARDS HASH CLOCK CORE
 *                                                the boards, the hash of their bytes, what a sample
 *                                                is of (processor, real), and where it runs
 *     agree                 agreed DEPTHS HASH   every subject solved under guard and compared with
 *                           differs TEXT         the first; hash of what that found
 *     warm SUBJECT...       answers HASH...      each of these solved once, untimed
 *     calibrate SUBJECT SECONDS LIMIT
 *                           solves COUNT SECONDS COUNTS...
 *                                                so many fill the seconds; of one solve, the time
 *                                                and what measure/counts_line.h says
 *                           over                 one solve takes longer than the limit
 *     row SUBJECT:COUNT...  seconds S...         of one solve each, in this order
 *     end                   disturbed STEAL SWITCHES   since open
 *
 * Any request may be answered by: failed TEXT. When standard input ends, so does the process.
 *
 * All subjects use one workspace, so that none has luckier memory than another. When a sample is of
 * several solves, one more comes before it, untimed: caches are as warm as the subject itself makes
 * them.
 *
 * As long as all subjects run on one thread, what is read is the processor time of this process: it
 * stands still while others have the core. With several threads it is real time.
 */
#ifndef MX_SERVE_H
#define MX_SERVE_H

#include "measure/load.h"

#define MX_SAMPLER_GREETING "mexbench-sampler"
#define MX_SAMPLER_VERSION 1

struct mx_serving {
    const struct mx_problem *problem;
    const char *workload;
    int dialect;
    uint64_t seed;
    mx_isa isa;
    int threads;                              /* for threaded variants */
    const struct mx_variant *const *subjects; /* [count], numbered from 0 in requests */
    unsigned count;
};

/* Serves until standard input ends. Returns the exit code. */
int mx_serve(const struct mx_serving *serving);

#endif
