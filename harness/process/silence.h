/* Decides whether a silent process hangs, or only lacks the processor.
 *
 * Wall time alone proves nothing. Two times count since the last sign of life: the processor time
 * of all threads, and the time during which they used none although they could. The latter means
 * that, at each observation, no thread ran, waited for a processor or a disk, or was stopped by a
 * signal. Time for which the observing process itself was stopped does not count.
 */
#ifndef MX_SILENCE_H
#define MX_SILENCE_H

#include "harness/process/descendants.h"

/* The multiple of the limit that a silence may last when the process gets too little processor
 * time. */
#define MX_SILENCE_PATIENCE 6.0

struct mx_silence {
    double looked;           /* time of the last observation */
    double seconds;          /* processor time then; negative: not known yet */
    double wall, used, idle; /* seconds: in all, of processor time, and without demand for it */
};

/* Call it at a sign of life. */
struct mx_silence mx_silence_begin(void);

/* Observes the process; call it at least every half second. */
void mx_silence_note(struct mx_silence *silence, struct mx_usage usage);

enum mx_silence_is {
    MX_SILENCE_SHORT,
    MX_SILENCE_COMPUTING, /* beyond the limit, mostly processor time */
    MX_SILENCE_WAITING,   /* beyond the limit, mostly without demand for a processor */
    MX_SILENCE_STARVED    /* beyond MX_SILENCE_PATIENCE times the limit, but neither */
};

enum mx_silence_is mx_silence_is(const struct mx_silence *silence, double limit);

#endif
