/* The steps that counting kernels have taken: in first passes over the options, and in further ones
 * for high nimbers.
 *
 * With COUNT_bacteria or COUNT_darkraft, this is included before the source of a kernel of that
 * problem, which then counts its steps. A macro of the function's own name calls the function. */
#ifndef MX_COUNTED_STEPS_H
#define MX_COUNTED_STEPS_H

#include <stdint.h>

extern uint64_t counted_first, counted_further;

#ifdef COUNT_bacteria
#include "bacteria/seen_planes.h"
#define seen_add(seen, value, open, planes, octet)                                                 \
    ((octet) == 0 ? counted_first++ : counted_further++, seen_add(seen, value, open, planes, octet))
#endif

#ifdef COUNT_darkraft
#include "darkraft/octets.h"
#define octets_add(octets, option, count) (counted_first++, octets_add(octets, option, count))
#endif

#endif
