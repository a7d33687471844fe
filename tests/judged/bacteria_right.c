/* Right. */
#include "solve_bacteria.h"
