/* The steps that counting kernels have taken: in first passes over the options, and in further ones
 * for high nimbers. */
#ifndef MX_COUNTED_STEPS_H
#define MX_COUNTED_STEPS_H

#include <stdint.h>

extern uint64_t counted_first, counted_further;

#endif
