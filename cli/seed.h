/* A seed for whoever was given none. */
#ifndef MX_SEED_H
#define MX_SEED_H

#include <stdint.h>

/* A different one each time, short enough to be typed again. */
uint64_t mx_fresh_seed(void);

#endif
