#include "harness/process/silence.h"

#include <math.h>
#include <stdbool.h>

#include "harness/process/clock.h"

/* The most time that one observation counts: beyond it this process itself was stopped. */
#define LONGEST_LOOK 0.5

struct mx_silence mx_silence_begin(void) {
    return (struct mx_silence){.looked = mx_seconds(), .seconds = -1};
}

void mx_silence_note(struct mx_silence *silence, struct mx_usage usage) {
    const double now = mx_seconds(), passed = fmin(now - silence->looked, LONGEST_LOOK);
    const double used = silence->seconds < 0 ? 0 : fmax(usage.seconds - silence->seconds, 0);
    const bool wants = usage.busy > 0 || usage.stopped > 0 || used > 0;
    silence->looked = now;
    silence->seconds = usage.seconds;
    silence->wall += passed;
    silence->used += used;
    silence->idle += wants || usage.processes == 0 ? 0 : passed;
}

enum mx_silence_is mx_silence_is(const struct mx_silence *silence, double limit) {
    if (silence->wall <= limit)
        return MX_SILENCE_SHORT;
    if (silence->used + silence->idle > limit)
        return silence->used > silence->idle ? MX_SILENCE_COMPUTING : MX_SILENCE_WAITING;
    return silence->wall > MX_SILENCE_PATIENCE * limit ? MX_SILENCE_STARVED : MX_SILENCE_SHORT;
}
