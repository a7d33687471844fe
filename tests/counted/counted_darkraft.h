/* Included before the source of a kernel of darkraft, which then counts its steps. A macro of the
 * function's own name calls the function. */
#include "counted/steps.h"
#include "darkraft/octets.h"

#define octets_add(octets, option, count) (counted_first++, octets_add(octets, option, count))
