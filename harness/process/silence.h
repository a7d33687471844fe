/* Whether a process that says nothing hangs, or is only kept from the processor.
 *
 * Wall time alone is no evidence against it. What counts is the processor time that all threads
 * used since the last sign of life, and the time during which they used none although they could:
 * at each look no thread ran, waited for a processor or a disk, or was stopped by a signal. Time in
 * which the process that looks was stopped itself does not count.
 */
#ifndef MX_SILENCE_H
#define MX_SILENCE_H

#include "harness/process/descendants.h"

/* How many times the limit a silence may last when the process has too little of the processor. */
#define MX_SILENCE_PATIENCE 6.0

struct mx_silence {
    double looked;           /* when it was last looked at */
    double seconds;          /* of processor time then; negative: not known yet */
    double wall, used, idle; /* seconds: in all, of processor time, without wish for any */
};

/* At a sign of life. */
struct mx_silence mx_silence_begin(void);

/* At a look, at least every half second. */
void mx_silence_note(struct mx_silence *silence, struct mx_usage usage);

enum mx_silence_is {
    MX_SILENCE_SHORT,
    MX_SILENCE_COMPUTING, /* beyond the limit, for the most part of processor time */
    MX_SILENCE_WAITING,   /* beyond the limit, for the most part without a wish for a processor */
    MX_SILENCE_STARVED    /* beyond MX_SILENCE_PATIENCE times the limit, but neither */
};

enum mx_silence_is mx_silence_is(const struct mx_silence *silence, double limit);

#endif
