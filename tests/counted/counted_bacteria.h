/* Included before the source of a kernel of bacteria, which then counts its steps. A macro of the
 * function's own name calls the function. */
#include "bacteria/seen_planes.h"
#include "counted/steps.h"

#define seen_add(seen, value, open, planes, octet)                                                 \
    ((octet) == 0 ? counted_first++ : counted_further++, seen_add(seen, value, open, planes, octet))
