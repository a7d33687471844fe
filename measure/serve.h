/* The sampling process of a comparison: holds a workload in memory and times variants on it when
 * told to. Lines of text, one answer to each request:
 *
 *     (at the start)        mexbench-sampler VERSION COMMIT COMPILER...
 *     open                  ready BOARDS HASH CLOCK CORE VARIES
 *                                                the boards, the hash of their bytes, which clock
 *                                                decides (processor, real), the core that it runs
 *                                                on, and 1 when other boards can be made like them
 *     agree NEIGHBOURS      agreed DEPTHS BITS HASH
 *                                                every subject solved the workload and NEIGHBOURS
 *                                                neighbours under guard and found the same as the
 *                                                first; the evidence in bits, and the hash
 *                           differs TEXT         a subject found something else
 *     check SUBJECT...      answers HASH...      each of these solved, untimed, the workload and
 *                                                neighbours that are never timed
 *     calibrate SUBJECT SECONDS LIMIT
 *                           solves COUNT SECONDS COUNTS...
 *                                                COUNT solves fill the seconds, by the fastest of
 *                                                several runs; real seconds of one solve, and the
 *                                                counts of measure/counters.h
 *                           over                 one solve takes longer than the limit
 *     row ROUND SETS COUNT SUBJECT...
 *                           sampled REAL PROCESSOR HASH...
 *                                                for each of these, in this order: the seconds of
 *                                                COUNT solves by both clocks, and a hash of their
 *                                                answers
 *     end                   disturbed STEAL INVOLUNTARY VOLUNTARY
 *                                                since open; both kinds of context switches
 *
 * Any request may be answered by: failed TEXT. Before an answer there may be lines "now SUBJECT":
 * signs of life that say which subject is at work. When the input ends, so does the process.
 *
 * The protocol has descriptors of its own: what a kernel prints goes to standard error, and its
 * standard input is empty.
 *
 * With SETS = 0 every solve is of the workload. Otherwise round ROUND has SETS sets of boards of
 * its own, made outside the clock from the workload's generator, the same in every process; solve
 * number i is of set i modulo SETS. All subjects of a row thus solve the same boards, and a kernel
 * cannot reuse data of an earlier solve.
 *
 * All subjects use one workspace, so that all have the same memory. A sample of several solves
 * follows one untimed solve, so the caches are as warm as the subject itself makes them.
 *
 * As long as all subjects run on one thread, processor time decides: it stands still while others
 * have the core. With several threads, real time decides.
 */
#ifndef MX_SERVE_H
#define MX_SERVE_H

#include "measure/load.h"

#define MX_SAMPLER_GREETING "mexbench-sampler"
#define MX_SAMPLER_VERSION 2

/* Neighbours that every process checks before and after it times anything. */
#define MX_CHECKED_NEIGHBOURS 8u

/* The descriptors of the protocol. */
struct mx_protocol {
    int input, output;
};

/* Moves the protocol away from standard input and output, before any foreign code runs: standard
 * input becomes empty, and standard output goes to standard error. False with errno set. */
bool mx_protocol_begin(struct mx_protocol *protocol);

struct mx_serving {
    struct mx_protocol protocol;
    const struct mx_problem *problem;
    const char *workload;
    int dialect;
    uint64_t seed;
    mx_isa isa;
    int threads;                              /* for threaded variants */
    const struct mx_variant *const *subjects; /* [count], numbered from 0 in requests */
    unsigned count;
};

/* Serves until the input ends. Returns false with errno when the answers cannot be written or
 * memory is short (ENOMEM). */
bool mx_serve(const struct mx_serving *serving);

#endif
