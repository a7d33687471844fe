/* Right. */
#include "bacteria.h"
