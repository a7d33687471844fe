#include "cli/seed.h"

#include <sys/random.h>
#include <time.h>

#include "harness/process/clock.h"

#define MOST_FRESH_SEED 1000000u

uint64_t mx_fresh_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed = (uint64_t)time(NULL) ^ (uint64_t)(mx_seconds() * 1e6);
    return seed % MOST_FRESH_SEED;
}
